// The search tree: families of siblings in one arena of known size.
//
// A node's statistics live with its siblings, as a structure of arrays, because selection reads all
// siblings at once. A family is the block that holds the children of one node. Which arrays a block
// has depends on what the parts of the search read: a statistic nobody reads takes no room.
//
// One thread uses plain memory. Several threads share the tree by three rules. The counters of a
// family (visits, values, AMAF) are read and changed by whoever holds its lock (family_lock.h), so
// that nothing is lost and vectors stay vectors. What changes seldom and is looked at without the
// lock (proofs, evaluations, properties, the visits of the node, how many children are opened) is
// read and written by `glance` and `put`. A link to a deeper family is published by release and
// followed by acquire; what expansion wrote there never changes again.
//
// A visit is counted on the way down and its value on the way up: until then it counts as a loss,
// which keeps threads apart (virtual loss).
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <unordered_map>
#include <utility>

#include "features/board_properties.h"
#include "games/compiler.h"
#include "games/position.h"
#include "search/arena.h"
#include "search/proof.h"

namespace katachi {

// Optional statistics per child.
struct Statistics {
  bool amaf = false;        // all-moves-as-first visits and wins
  bool initial = false;     // initial visits and wins
  bool strength = false;    // share of the strength given by knowledge
  bool properties = false;  // of the board after the move, for the genetic part
  bool proof = false;       // what is proven
  bool evaluation = false;  // what an evaluator says of the position after the move

  bool operator==(const Statistics&) const = default;
};

// Offset of a family in units of 32 bytes; small values have a meaning of their own.
using FamilyId = std::uint32_t;
inline constexpr FamilyId kNoFamily = 0;
inline constexpr FamilyId kExpanding = 1;  // some thread is at it

struct alignas(32) Family {
  std::uint32_t children;
  std::uint32_t visits;  // of the node, counted from its expansion on
  std::uint32_t opened;  // children tried at least once, where they are tried in order
  Color mover;
  Proof proof;         // for the mover
  std::uint8_t taken;  // of FamilyLock
  float judged;        // 1 + what the evaluator said of the node for Black; 0: nothing yet
};

// A number that other threads may be changing, and one that they may be reading: neither waits for
// anybody, and on the processors we build for they cost what a plain access costs.
template <class T>
T glance(const T& shared) {
  return std::atomic_ref(const_cast<T&>(shared)).load(std::memory_order_relaxed);
}
template <class T>
void put(T& shared, T value) {
  std::atomic_ref(shared).store(value, std::memory_order_relaxed);
}

// The arrays of one family; optional ones are null. Counters may belong to a thread's own copy of
// the family (local_families.h).
struct Children {
  std::uint32_t count;
  bool own;         // the counters belong to this thread alone: no lock is needed
  bool all_opened;  // every child was tried at least once, where they come in order
  Color mover;
  std::uint32_t* parent_visits;  // of the node itself
  double* value;                 // sum of results for the mover, 0..1 each
  std::uint32_t* visits;
  FamilyId* family;
  float* amaf_visits;
  float* amaf_value;
  float* initial_visits;
  float* initial_value;
  float* strength;
  float* properties;  // [kPropertyCount][stride]
  std::uint32_t stride;
  float* evaluation;  // for the mover, 0..1
  Move* move;
  Proof* proof;

  [[nodiscard]] float* property(std::size_t k) const { return properties + k * stride; }
};

// One move of a path down the tree: a family and which of its children was taken.
struct Step {
  FamilyId family;
  std::uint32_t child;
};

// Room that one thread has taken from the arena and not used yet, and what it put there: threads
// take large pieces, so that they seldom meet.
struct Room {
  std::size_t at = 0;
  std::size_t end = 0;
  std::size_t families = 0;
  std::size_t nodes = 0;
};

class Tree {
 public:
  // `piece` is what a room takes at once.
  Tree(Statistics statistics, std::size_t bytes, std::size_t piece)
      : statistics_(statistics), places_(statistics), bytes_(bytes), piece_(piece) {
    clear();
  }
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;
  ~Tree() { arena_.touch(bytes_used()); }

  // Threads that fill the same large page wait for each other whenever the system must provide it,
  // so several threads take whole pages, if there are enough of them.
  static std::size_t piece_for(std::size_t bytes, int threads) {
    return threads > 1 && bytes >= kManyPages * kLargePage ? kLargePage : kSmallPiece;
  }

  void clear() {
    if (!arena_) {
      arena_ = Arena(bytes_);
    } else {
      arena_.touch(bytes_used());
    }
    // The first units stay empty, because small numbers of families have a meaning of their own.
    used_.store(piece_ == kLargePage ? kLargePage : 2 * kUnit, std::memory_order_relaxed);
    families_ = 0;
    nodes_ = 0;
    root_ = kNoFamily;
  }

  [[nodiscard]] Statistics statistics() const { return statistics_; }
  [[nodiscard]] std::size_t bytes_used() const {
    return std::min(used_.load(std::memory_order_relaxed), bytes_);
  }
  // Without what rooms hold that were not closed.
  [[nodiscard]] std::size_t families() const { return families_; }
  [[nodiscard]] std::size_t nodes() const { return nodes_; }
  [[nodiscard]] FamilyId root() const { return root_; }
  void set_root(FamilyId id) { root_ = id; }

  // Counts what was put into a room. Not while threads are at work.
  void count(Room& room) {
    families_ += room.families;
    nodes_ += room.nodes;
    room.families = room.nodes = 0;
  }

  [[nodiscard]] Family& family(FamilyId id) const {
    return *std::launder(reinterpret_cast<Family*>(arena_.get() + std::size_t{id} * kUnit));
  }

  // Asks for the memory of a family that is looked at soon: its header and the first lines of its
  // counters. Of none, nothing happens.
  void fetch(FamilyId id) const {
    constexpr std::size_t kLine = 64;
    const std::byte* const begin = arena_.get() + std::size_t{id} * kUnit;
    prefetch(begin);
    prefetch(begin + kLine);
    prefetch(begin + 2 * kLine);
  }

  [[nodiscard]] KATACHI_INLINE Children children(FamilyId id) const {
    Family& header = family(id);
    std::byte* const rows = arena_.get() + std::size_t{id} * kUnit + sizeof(Family);
    const std::size_t stride = pad(header.children);
    Children c;
    c.count = header.children;
    c.own = false;
    c.all_opened = glance(header.opened) >= header.children;
    c.mover = header.mover;
    c.stride = static_cast<std::uint32_t>(stride);
    c.parent_visits = &header.visits;
    c.value = reinterpret_cast<double*>(rows);
    c.visits = reinterpret_cast<std::uint32_t*>(rows + Places::kVisits * stride);
    c.family = reinterpret_cast<FamilyId*>(rows + Places::kFamily * stride);
    c.amaf_visits = row<float>(rows, places_.amaf_visits, stride);
    c.amaf_value = row<float>(rows, places_.amaf_value, stride);
    c.initial_visits = row<float>(rows, places_.initial_visits, stride);
    c.initial_value = row<float>(rows, places_.initial_value, stride);
    c.strength = row<float>(rows, places_.strength, stride);
    c.properties = row<float>(rows, places_.properties, stride);
    c.evaluation = row<float>(rows, places_.evaluation, stride);
    c.move = reinterpret_cast<Move*>(rows + places_.move * stride);
    c.proof = row<Proof>(rows, places_.proof, stride);
    return c;
  }

  // A family with all statistics zero, or kNoFamily when the arena is full.
  FamilyId allocate(std::uint32_t children, Color mover, Room& room) {
    const std::size_t size = bytes_of(children);
    if (room.end - room.at < size && !take(std::max(size, piece_), room) && !take(size, room)) {
      return kNoFamily;
    }
    std::byte* memory = arena_.get() + room.at;
    const auto id = static_cast<FamilyId>(room.at / kUnit);
    room.at += size;
    ++room.families;
    room.nodes += children;
    // What the system hands out is zero; only memory of an earlier tree is not.
    if (room.at - size < arena_.touched()) std::fill_n(memory, size, std::byte{0});
    auto* family = new (memory) Family{};
    family->children = children;
    family->mover = mover;
    return id;
  }

  [[nodiscard]] std::size_t bytes_of(std::uint32_t children) const {
    return (sizeof(Family) + pad(children) * places_.end + kUnit - 1) / kUnit * kUnit;
  }

  // Where the families of an old tree went.
  using Moved = std::unordered_map<FamilyId, FamilyId>;

  // Keeps only what can be reached from a family, which becomes the root. Rooms are void after it.
  // With `moved`, a family with several parents (transpositions) stays one. For the time of the
  // call the kept part is in memory twice.
  void keep(FamilyId id, Moved* moved) {
    if (id <= kExpanding) {
      clear();
      return;
    }
    Tree kept(statistics_, bytes_, piece_);
    Room room;
    kept.root_ = kept.copy(*this, id, room, moved);
    kept.count(room);
    arena_.touch(bytes_used());
    std::swap(arena_, kept.arena_);
    const std::size_t used = kept.used_.load();
    kept.used_.store(0);  // its arena is marked already
    used_.store(used);
    families_ = kept.families_;
    nodes_ = kept.nodes_;
    root_ = kept.root_;
  }

 private:
  static constexpr std::size_t kUnit = 32;
  static constexpr std::size_t kSmallPiece = std::size_t{1} << 16U;
  static constexpr std::size_t kLargePage = Arena::kLargePage;
  static constexpr std::size_t kManyPages = 32;
  // Whole vectors of children, see selection/look.h.
  static constexpr std::size_t pad(std::uint32_t count) { return (count + 7U) / 8U * 8U; }

  // Where the arrays of a family begin behind its header, in bytes per child of the stride. Larger
  // elements come first, so that all are aligned.
  static constexpr std::uint8_t kAbsent = 0xff;
  struct Places {
    static constexpr std::uint8_t kVisits = sizeof(double);
    static constexpr std::uint8_t kFamily = kVisits + sizeof(std::uint32_t);

    explicit Places(const Statistics& statistics) {
      const auto take = [&](bool present, std::size_t bytes) {
        const std::uint8_t at = present ? end : kAbsent;
        if (present) end = static_cast<std::uint8_t>(end + bytes);
        return at;
      };
      amaf_visits = take(statistics.amaf, sizeof(float));
      amaf_value = take(statistics.amaf, sizeof(float));
      initial_visits = take(statistics.initial, sizeof(float));
      initial_value = take(statistics.initial, sizeof(float));
      strength = take(statistics.strength, sizeof(float));
      properties = take(statistics.properties, kPropertyCount * sizeof(float));
      evaluation = take(statistics.evaluation, sizeof(float));
      move = take(true, sizeof(Move));
      proof = take(statistics.proof, sizeof(Proof));
    }

    std::uint8_t end = kFamily + sizeof(FamilyId);
    std::uint8_t amaf_visits, amaf_value, initial_visits, initial_value, strength, properties,
        evaluation, move, proof;
  };
  // An array of a family, or null if there is none.
  template <class T>
  static KATACHI_INLINE T* row(std::byte* rows, std::uint8_t place, std::size_t stride) {
    return place == kAbsent ? nullptr : reinterpret_cast<T*>(rows + place * stride);
  }
  // Takes a new piece of the arena; what was left of the old one is lost.
  bool take(std::size_t size, Room& room) {
    const std::size_t at = used_.fetch_add(size, std::memory_order_relaxed);
    if (at + size > bytes_) {
      used_.fetch_sub(size, std::memory_order_relaxed);
      return false;
    }
    room.at = at;
    room.end = at + size;
    return true;
  }

  // Depth-first; trees are as deep as games are long at most, so the recursion is bounded.
  FamilyId copy(const Tree& from, FamilyId id, Room& room, Moved* moved) {
    if (moved != nullptr) {
      if (const auto known = moved->find(id); known != moved->end()) return known->second;
    }
    const Family& source = from.family(id);
    const FamilyId target = allocate(source.children, source.mover, room);
    if (target == kNoFamily) return kNoFamily;
    if (moved != nullptr) moved->emplace(id, target);
    std::copy_n(from.arena_.get() + std::size_t{id} * kUnit, bytes_of(source.children),
                arena_.get() + std::size_t{target} * kUnit);
    const Children c = children(target);
    for (std::uint32_t i = 0; i < c.count; ++i) {
      c.family[i] = c.family[i] > kExpanding ? copy(from, c.family[i], room, moved) : kNoFamily;
    }
    return target;
  }

  Statistics statistics_;
  Places places_;
  std::size_t bytes_;
  std::size_t piece_;
  Arena arena_;
  std::size_t families_ = 0;
  std::size_t nodes_ = 0;
  FamilyId root_ = kNoFamily;
  alignas(64) std::atomic<std::size_t> used_{0};  // written by all threads
};

}  // namespace katachi
