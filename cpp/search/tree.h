// The search tree: families of siblings in one arena of known size.
//
// A node's statistics live with its siblings, as a structure of arrays, because selection reads all
// siblings at once. A family is the block that holds the children of one node. Which arrays a block
// has depends on what the parts of the search read: a statistic nobody reads takes no room.
//
// Threads share the tree without locks. Counters are changed by atomic additions; selection reads
// them in plain vector loops while others write (each word is aligned and never torn on the
// processors we build for, and a slightly old number only makes a slightly different choice; see
// Enzenberger and Mueller 2009). A visit is counted on the way down and its value on the way up:
// until then it counts as a loss, which keeps threads apart (virtual loss).
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "games/position.h"

namespace katachi {

// Optional statistics per child.
struct Statistics {
  bool amaf = false;      // all-moves-as-first visits and wins
  bool initial = false;   // initial visits and wins
  bool strength = false;  // share of the strength given by knowledge

  bool operator==(const Statistics&) const = default;
};

// What is proven about a move, for the player who makes it.
enum class Proof : std::uint8_t { unknown = 0, loss = 1, draw = 2, win = 3 };

constexpr Proof reversed(Proof proof) {
  if (proof == Proof::win) return Proof::loss;
  return proof == Proof::loss ? Proof::win : proof;
}

// Offset of a family in units of 32 bytes; small values have a meaning of their own.
using FamilyId = std::uint32_t;
inline constexpr FamilyId kNoFamily = 0;
inline constexpr FamilyId kExpanding = 1;  // some thread is at it

struct alignas(32) Family {
  std::uint32_t children;
  std::uint32_t visits;  // of the node, counted from its expansion on
  std::uint32_t opened;  // children tried at least once, where they are tried in order
  Color mover;
  Proof proof;  // for the mover
};

// The arrays of one family; optional ones are null.
struct Children {
  std::uint32_t count;
  double* value;  // sum of results for the mover, 0..1 each
  std::uint32_t* visits;
  FamilyId* family;
  float* amaf_visits;
  float* amaf_value;
  float* initial_visits;
  float* initial_value;
  float* strength;
  Move* move;
  Proof* proof;
};

class Tree {
 public:
  Tree(Statistics statistics, std::size_t bytes) : statistics_(statistics), bytes_(bytes) {
    clear();
  }

  void clear() {
    // Untouched pages cost nothing: the memory is only reserved.
    if (!arena_) {
      arena_.reset(static_cast<std::byte*>(::operator new(bytes_, kAlign)));
#ifdef __linux__
      // Large pages: fewer page faults while the tree grows, fewer misses when it is read. A kernel
      // that refuses changes nothing but speed.
      madvise(arena_.get(), bytes_, MADV_HUGEPAGE);
#endif
    }
    used_.store(2 * kUnit, std::memory_order_relaxed);
    families_.store(0, std::memory_order_relaxed);
    root_ = kNoFamily;
  }

  [[nodiscard]] Statistics statistics() const { return statistics_; }
  [[nodiscard]] std::size_t bytes_used() const {
    return std::min(used_.load(std::memory_order_relaxed), bytes_);
  }
  [[nodiscard]] std::size_t families() const { return families_.load(std::memory_order_relaxed); }
  [[nodiscard]] FamilyId root() const { return root_; }
  void set_root(FamilyId id) { root_ = id; }

  [[nodiscard]] Family& family(FamilyId id) const {
    return *std::launder(reinterpret_cast<Family*>(arena_.get() + std::size_t{id} * kUnit));
  }

  [[nodiscard]] Children children(FamilyId id) const {
    std::byte* at = arena_.get() + std::size_t{id} * kUnit;
    Children c{};
    c.count = family(id).children;
    const std::size_t padded = pad(c.count);
    at += sizeof(Family);
    const auto take = [&]<class T>(T*& pointer, bool present = true) {
      pointer = present ? reinterpret_cast<T*>(at) : nullptr;
      if (present) at += padded * sizeof(T);
    };
    take(c.value);
    take(c.visits);
    take(c.family);
    take(c.amaf_visits, statistics_.amaf);
    take(c.amaf_value, statistics_.amaf);
    take(c.initial_visits, statistics_.initial);
    take(c.initial_value, statistics_.initial);
    take(c.strength, statistics_.strength);
    take(c.move);
    take(c.proof);
    return c;
  }

  // A family with all statistics zero, or kNoFamily when the arena is full.
  FamilyId allocate(std::uint32_t children, Color mover) {
    const std::size_t size = bytes_of(children);
    const std::size_t at = used_.fetch_add(size, std::memory_order_relaxed);
    if (at + size > bytes_) {
      used_.fetch_sub(size, std::memory_order_relaxed);
      return kNoFamily;
    }
    std::fill_n(arena_.get() + at, size, std::byte{0});
    auto* family = new (arena_.get() + at) Family{};
    family->children = children;
    family->mover = mover;
    families_.fetch_add(1, std::memory_order_relaxed);
    return static_cast<FamilyId>(at / kUnit);
  }

  [[nodiscard]] std::size_t bytes_of(std::uint32_t children) const {
    const std::size_t each =
        sizeof(double) + 2 * sizeof(std::uint32_t) + (statistics_.amaf ? 2 * sizeof(float) : 0) +
        (statistics_.initial ? 2 * sizeof(float) : 0) + (statistics_.strength ? sizeof(float) : 0) +
        sizeof(Move) + sizeof(Proof);
    return (sizeof(Family) + pad(children) * each + kUnit - 1) / kUnit * kUnit;
  }

  // Keeps only the subtree of a family, which becomes the root.
  void keep(FamilyId id) {
    if (id <= kExpanding) {
      clear();
      return;
    }
    Tree kept(statistics_, bytes_);
    kept.root_ = kept.copy(*this, id);
    arena_ = std::move(kept.arena_);
    used_.store(kept.used_.load());
    families_.store(kept.families_.load());
    root_ = kept.root_;
  }

 private:
  static constexpr std::size_t kUnit = 32;
  static constexpr std::align_val_t kAlign{std::size_t{1} << 21U};  // a large page
  static constexpr std::size_t pad(std::uint32_t count) { return (count + 7U) / 8U * 8U; }

  struct Release {
    void operator()(std::byte* memory) const { ::operator delete(memory, kAlign); }
  };

  // Depth-first; trees are as deep as games are long at most, so the recursion is bounded.
  FamilyId copy(const Tree& from, FamilyId id) {
    const Family& source = from.family(id);
    const FamilyId target = allocate(source.children, source.mover);
    std::copy_n(from.arena_.get() + std::size_t{id} * kUnit, bytes_of(source.children),
                arena_.get() + std::size_t{target} * kUnit);
    const Children c = children(target);
    for (std::uint32_t i = 0; i < c.count; ++i) {
      c.family[i] = c.family[i] > kExpanding ? copy(from, c.family[i]) : kNoFamily;
    }
    return target;
  }

  Statistics statistics_;
  std::size_t bytes_;
  std::unique_ptr<std::byte, Release> arena_;
  alignas(64) std::atomic<std::size_t> used_{0};  // written by all threads
  std::atomic<std::size_t> families_{0};
  FamilyId root_ = kNoFamily;
};

}  // namespace katachi
