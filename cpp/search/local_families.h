// A thread's own copies of the busiest families.
//
// Near the root every simulation of every thread changes the same few cache lines, and the threads
// spend their time passing these lines to each other. So a thread works on a copy of a family that
// is visited often, and exchanges what happened with the tree once in a while: it adds what it
// counted since the last time and reads what the others counted. What it does not know of the
// others in between is a small part of the visits (kStale), which changes the choice little; a
// family with few visits is never copied, so virtual losses work where they matter.
//
// Only counters are copied. Moves, proofs and links to deeper families stay in the tree.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/compiler.h"
#include "search/family_lock.h"
#include "search/tree.h"

namespace katachi {

class LocalFamilies {
 public:
  // The children of a family, for one more visit.
  KATACHI_INLINE Children visit(const Tree& tree, FamilyId id) {
    const std::size_t at = slot(id);
    if (ids_[at] != id) {
      const Family& family = tree.family(id);
      const std::uint32_t visits = glance(family.visits);
      if (visits < std::max(kBusy, family.children) || !take(tree, id, at, visits)) {
        return tree.children(id);
      }
    } else if (copies_[at].left-- == 0) {
      exchange(tree, id, copies_[at]);
    }
    return copies_[at].children;
  }

  // The children of a family that was visited: the copy if there still is one.
  KATACHI_INLINE Children find(const Tree& tree, FamilyId id) {
    const std::size_t at = slot(id);
    return ids_[at] == id ? copies_[at].children : tree.children(id);
  }

  // Gives everything to the tree and forgets the copies.
  void close(const Tree& tree);

 private:
  static constexpr std::size_t kCopies = std::size_t{1} << 10U;
  // Families with so many visits are copied, wide ones only after every child had its turn.
  static constexpr std::uint32_t kBusy = 64;
  // Copies are exchanged every visits / kStale visits, within bounds: an exchange moves all cache
  // lines of the family to and fro.
  static constexpr std::uint32_t kStale = 16;
  static constexpr std::uint32_t kShortest = 12;
  static constexpr std::uint32_t kLongest = 4096;

  // `now` is what the thread sees, `then` what the tree held at the last exchange.
  template <class T>
  struct Counter {
    std::vector<T> now, then;

    void read(const T* source, std::uint32_t count);
    void add_to(T* target, std::uint32_t count) const;
  };

  struct Copy {
    std::uint32_t visits = 0;
    std::uint32_t visits_then = 0;
    std::uint32_t left = 0;  // visits until the next exchange
    Children children{};     // with the counters below
    Counter<double> value;
    Counter<std::uint32_t> child_visits;
    Counter<float> amaf_visits, amaf_value;
  };

  static std::size_t slot(FamilyId id) { return (id * 2654435761U) >> 22U; }

  // Copies a family into a slot, unless that of a busier one is there.
  bool take(const Tree& tree, FamilyId id, std::size_t at, std::uint32_t visits);
  static void exchange(const Tree& tree, FamilyId id, Copy& copy);
  static void give(const Tree& tree, FamilyId id, const Copy& copy);
  // Both with the lock of the family.
  static void add_to_tree(const Tree& tree, FamilyId id, const Copy& copy);
  static void read_tree(const Tree& tree, FamilyId id, Copy& copy);

  // Apart from the copies: most families have none, and that is to be seen without reading far.
  std::vector<FamilyId> ids_ = std::vector<FamilyId>(kCopies, kNoFamily);
  std::vector<Copy> copies_ = std::vector<Copy>(kCopies);
};

}  // namespace katachi
