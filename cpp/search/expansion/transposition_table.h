// Positions that are reached by several orders of moves share one family.
//
// A table from the key of a position to its family, of fixed size, filled without locks. Visits and
// values stay with the move that leads to the position, so each parent keeps its own account; what
// is shared is everything below ("UCT1" of Childs, Brodeur and Kocsis 2008). Only for games whose
// legal moves depend on the position alone and that cannot come back to a position: not
// where superko remembers.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "search/tree.h"

namespace katachi {

// Whether the legal moves depend on the position alone and no position can come back: a position
// type says so by kTransposes.
template <class P>
inline constexpr bool kTransposes = requires { requires P::kTransposes; };

class Transpositions {
 public:
  // `bytes` 0: no table, nothing is ever found.
  explicit Transpositions(std::size_t bytes)
      : size_(bytes < sizeof(Entry) * kProbes ? 0 : std::bit_floor(bytes / sizeof(Entry))) {
    if (size_ > 0) entries_ = std::make_unique<Entry[]>(size_);
  }

  [[nodiscard]] bool in_use() const { return size_ > 0; }

  [[nodiscard]] FamilyId find(std::uint64_t key) const {
    for (std::size_t i = 0; i < kProbes && size_ > 0; ++i) {
      const Entry& entry = entries_[(key + i) & (size_ - 1)];
      if (entry.key.load(std::memory_order_relaxed) == key) {
        return entry.family.load(std::memory_order_acquire);
      }
    }
    return kNoFamily;
  }

  // Remembers a family; where the table is full around the key, nothing happens.
  void insert(std::uint64_t key, FamilyId family) {
    for (std::size_t i = 0; i < kProbes && size_ > 0; ++i) {
      Entry& entry = entries_[(key + i) & (size_ - 1)];
      std::uint64_t expected = kEmpty;
      if (entry.key.compare_exchange_strong(expected, key, std::memory_order_relaxed) ||
          expected == key) {
        entry.family.store(family, std::memory_order_release);
        return;
      }
    }
  }

  void clear() {
    for (std::size_t i = 0; i < size_; ++i) {
      entries_[i].key.store(kEmpty, std::memory_order_relaxed);
      entries_[i].family.store(kNoFamily, std::memory_order_relaxed);
    }
  }

  // After the tree was moved: what was not kept is forgotten. Not while threads are at work.
  void follow(const Tree::Moved& moved) {
    std::vector<std::pair<std::uint64_t, FamilyId>> kept;
    for (std::size_t i = 0; i < size_; ++i) {
      const auto at = moved.find(entries_[i].family.load(std::memory_order_relaxed));
      if (at != moved.end()) {
        kept.emplace_back(entries_[i].key.load(std::memory_order_relaxed), at->second);
      }
    }
    clear();
    for (const auto& [key, family] : kept) insert(key, family);
  }

 private:
  static constexpr std::size_t kProbes = 8;
  static constexpr std::uint64_t kEmpty = 0;

  struct Entry {
    std::atomic<std::uint64_t> key{kEmpty};
    std::atomic<FamilyId> family{kNoFamily};
  };

  std::size_t size_;
  std::unique_ptr<Entry[]> entries_;
};

}  // namespace katachi
