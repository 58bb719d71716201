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
#include <cstdint>
#include <memory>
#include <vector>

#include "search/family_lock.h"
#include "search/tree.h"

namespace katachi {

class LocalFamilies {
 public:
  // The children of a family, for one more visit.
  Children visit(const Tree& tree, FamilyId id) {
    Copy& copy = slot(id);
    if (copy.id != id) {
      Family& family = tree.family(id);
      const std::uint32_t visits = glance(family.visits);
      if (visits < std::max(kBusy, family.children)) return tree.children(id);
      if (copy.id != kNoFamily) {
        if (copy.visits > visits) return tree.children(id);
        give(tree, copy);
      }
      copy.id = id;
      const FamilyLock lock(family, true);
      read_tree(tree, copy);
    } else if (copy.left == 0) {
      const FamilyLock lock(tree.family(id), true);
      add_to_tree(tree, copy);
      read_tree(tree, copy);
    } else {
      --copy.left;
    }
    return copy.children;
  }

  // The children of a family that was visited: the copy if there still is one.
  Children find(const Tree& tree, FamilyId id) {
    const Copy& copy = slot(id);
    return copy.id == id ? copy.children : tree.children(id);
  }

  // Gives everything to the tree and forgets the copies.
  void close(const Tree& tree) {
    for (Copy& copy : copies_) {
      if (copy.id != kNoFamily) give(tree, copy);
      copy.id = kNoFamily;
    }
  }

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

    void read(const T* source, std::uint32_t count) {
      now.resize(std::max<std::size_t>(now.size(), count));
      then.resize(now.size());
      std::copy_n(source, count, now.begin());
      std::copy_n(source, count, then.begin());
    }
    void add_to(T* target, std::uint32_t count) const {
      for (std::uint32_t i = 0; i < count; ++i) target[i] += now[i] - then[i];
    }
  };

  struct Copy {
    FamilyId id = kNoFamily;
    std::uint32_t visits = 0;
    std::uint32_t visits_then = 0;
    std::uint32_t left = 0;  // visits until the next exchange
    Children children{};     // with the counters below
    Counter<double> value;
    Counter<std::uint32_t> child_visits;
    Counter<float> amaf_visits, amaf_value;
  };

  Copy& slot(FamilyId id) { return copies_[(id * 2654435761U) >> 22U]; }

  static void give(const Tree& tree, const Copy& copy) {
    const FamilyLock lock(tree.family(copy.id), true);
    add_to_tree(tree, copy);
  }

  // Both with the lock of the family.
  static void add_to_tree(const Tree& tree, const Copy& copy) {
    const Children c = tree.children(copy.id);
    put(*c.parent_visits, *c.parent_visits + (copy.visits - copy.visits_then));
    copy.value.add_to(c.value, c.count);
    copy.child_visits.add_to(c.visits, c.count);
    if (c.amaf_visits == nullptr) return;
    copy.amaf_visits.add_to(c.amaf_visits, c.count);
    copy.amaf_value.add_to(c.amaf_value, c.count);
  }

  static void read_tree(const Tree& tree, Copy& copy) {
    const Children c = tree.children(copy.id);
    copy.visits = *c.parent_visits;
    copy.visits_then = copy.visits;
    copy.left = std::clamp(copy.visits / kStale, kShortest, kLongest);
    // With the room behind the last child: vectors may write there.
    copy.value.read(c.value, c.stride);
    copy.child_visits.read(c.visits, c.stride);
    if (c.amaf_visits != nullptr) {
      copy.amaf_visits.read(c.amaf_visits, c.stride);
      copy.amaf_value.read(c.amaf_value, c.stride);
    }
    copy.children = c;
    copy.children.own = true;
    copy.children.parent_visits = &copy.visits;
    copy.children.value = copy.value.now.data();
    copy.children.visits = copy.child_visits.now.data();
    if (c.amaf_visits != nullptr) {
      copy.children.amaf_visits = copy.amaf_visits.now.data();
      copy.children.amaf_value = copy.amaf_value.now.data();
    }
  }

  std::vector<Copy> copies_ = std::vector<Copy>(kCopies);
};

}  // namespace katachi
