// A transposition table of fixed size: bounds of the value and the best move of a position.
//
// Othello stores whole positions as keys, so that no two are ever confused; Hex stores 64 bits. A
// bucket holds two entries: the first keeps what took more work, the second the latest. Each search
// begins as with an empty table, so that its answer depends on nothing that came before. Several
// threads may use it at once between share(true) and share(false).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "alphabeta/report.h"
#include "games/compiler.h"
#include "search/arena.h"

namespace katachi {

enum class Knowing : std::uint8_t { nothing, evaluation, exact };

template <class Key>
struct TableEntry {
  Key key{};
  std::int32_t lower = -kInfiniteScore;
  std::int32_t upper = kInfiniteScore;
  Move move = kNothing;
  std::uint8_t depth = 0;  // plies, or empty cells of an exact value
  Knowing knowing = Knowing::nothing;
  std::uint16_t age = 0;   // number of the search
  std::uint8_t taken = 0;  // of the first of a bucket: some thread reads or writes the bucket

  // All but `taken`, which other threads look at.
  void assign(const TableEntry& from) {
    key = from.key;
    lower = from.lower;
    upper = from.upper;
    move = from.move;
    depth = from.depth;
    knowing = from.knowing;
    age = from.age;
  }
};

// Key needs == and hash().
template <class Key>
class Table {
 public:
  using Entry = TableEntry<Key>;

  explicit Table(int megabytes) {
    const std::size_t bytes = static_cast<std::size_t>(megabytes) << 20U;
    if (bytes == 0) return;
    size_ = std::bit_floor(bytes / sizeof(Bucket));
    memory_ = Arena(size_ * sizeof(Bucket));
    buckets_ = reinterpret_cast<Bucket*>(memory_.get());
    std::memset(memory_.get(), 0, memory_.touched());
    memory_.touch(size_ * sizeof(Bucket));
  }

  // A new search: what older ones knew is neither found nor kept.
  void forget() {
    if (++age_ == 0) std::fill_n(buckets_, size_, Bucket{});
  }

  // Whether several threads may use it from now on.
  void share(bool shared) { shared_ = shared; }
  // The entry of a position or null. If the table is shared, it is copied to `copy`.
  [[nodiscard]] const Entry* find(const Key& key, Entry& copy) const {
    if (!shared_ || size_ == 0) return find(key);
    const Lock lock(buckets_[key.hash() & (size_ - 1)]);
    const Entry* found = find(key);
    if (found == nullptr) return nullptr;
    copy.assign(*found);
    return &copy;
  }
  // The entry of a position or null. The table is not shared.
  [[nodiscard]] const Entry* find(const Key& key) const {
    if (size_ == 0) return nullptr;
    const Bucket& bucket = buckets_[key.hash() & (size_ - 1)];
    for (const Entry& entry : bucket) {
      if (holds(entry, key)) return &entry;
    }
    return nullptr;
  }

  // Asks for the memory where a position would be, to be found soon.
  void prefetch(const Key& key) const {
    if (size_ != 0) katachi::prefetch(&buckets_[key.hash() & (size_ - 1)]);
  }

  void store(const Key& key, Knowing knowing, int depth, int lower, int upper, Move move) {
    if (size_ == 0) return;
    if (!shared_) return put(key, knowing, depth, lower, upper, move);
    const Lock lock(buckets_[key.hash() & (size_ - 1)]);
    put(key, knowing, depth, lower, upper, move);
  }

 private:
  using Bucket = std::array<Entry, 2>;
  // Held for the few nanoseconds in which a bucket is read or written.
  class Lock {
   public:
    explicit Lock(Bucket& bucket) : taken_(bucket[0].taken) {
      while (taken_.exchange(1, std::memory_order_acquire) != 0) {
      }
    }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    ~Lock() { taken_.store(0, std::memory_order_release); }

   private:
    std::atomic_ref<std::uint8_t> taken_;
  };

  void put(const Key& key, Knowing knowing, int depth, int lower, int upper, Move move) {
    Bucket& bucket = buckets_[key.hash() & (size_ - 1)];
    Entry fresh{key, lower, upper, move, static_cast<std::uint8_t>(depth), knowing, age_};
    for (Entry& entry : bucket) {
      if (!holds(entry, key)) continue;
      if (move == kNothing) fresh.move = entry.move;
      if (entry.knowing == knowing && entry.depth == depth) {
        fresh.lower = std::max(fresh.lower, entry.lower);
        fresh.upper = std::min(fresh.upper, entry.upper);
      }
      entry.assign(fresh);
      return;
    }
    const bool worth_more = bucket[0].knowing == Knowing::nothing || bucket[0].age != age_ ||
                            fresh.depth >= bucket[0].depth;
    if (worth_more) bucket[1].assign(bucket[0]);
    bucket[worth_more ? 0 : 1].assign(fresh);
  }

  [[nodiscard]] bool holds(const Entry& entry, const Key& key) const {
    return entry.key == key && entry.age == age_ && entry.knowing != Knowing::nothing;
  }

  Arena memory_;
  Bucket* buckets_ = nullptr;
  std::size_t size_ = 0;
  std::uint16_t age_ = 0;
  bool shared_ = false;
};

}  // namespace katachi
