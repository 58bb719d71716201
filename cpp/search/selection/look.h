// One look at the children of a node: what the parts of selection read and change.
//
// The stages; every part that has a function of that name takes part:
//
//   explore(look)  the term for exploration, from visits and value
//   mix(look)      another estimate mixed into the value (RAVE)
//   sum(look)      scores = value + explore + knowledge; one part alone
//   add(look)      bonuses on the scores
//   forbid(look)   moves that are not looked at: -infinity
//
// A look is a LookAt of some width: the functions are templates.
//
// A part whose switch is off returns at once. Arithmetic is in single precision and in the order of
// the stages; within a stage in the order of the parts in settings.h.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "games/compiler.h"
#include "search/history.h"
#include "search/selection/logarithm.h"
#include "search/tree.h"

namespace katachi {

// AMAF of a chosen ancestor by move, for GRAVE.
struct AncestorAmaf {
  std::vector<float> visits, value;
  bool set = false;
};

using Genes = std::array<double, kPropertyCount>;  // weights of board properties

// What one simulation looks at besides the family.
struct View {
  const History& history;
  const AncestorAmaf& ancestor;
  const Genes* genes;  // of the genetic part; null: off
};

// Families have room for whole vectors of children (Tree::pad).
inline constexpr std::size_t kVector = 8;
constexpr std::size_t whole_vectors(std::size_t children) {
  return (children + kVector - 1) / kVector * kVector;
}

// What all children of a node share.
struct Siblings {
  static constexpr std::size_t kMost = kMaxCells + 1;
  using Scores = std::array<float, whole_vectors(kMost)>;

  Siblings(const Family& node, const Children& children, const View& seen)
      : family(node),
        c(children),
        view(seen),
        parent(static_cast<float>(std::max(*children.parent_visits, 1U))),
        log_parent(logarithm(*children.parent_visits)) {}

  const Family& family;
  const Children& c;
  const View& view;
  float parent;      // visits of the node, at least 1
  float log_parent;  // its natural logarithm
};

// Some of them at a time. One vector stays in registers from stage to stage, which is best for a
// few children; with several the questions which parts are on weigh less. What is said of children
// behind the last one, nobody asks.
template <std::size_t kWidth>
struct LookAt : Siblings {
  static constexpr std::size_t kLanes = kWidth;
  using Lanes = std::array<float, kLanes>;

  using Siblings::Siblings;

  std::size_t first = 0;  // lane k is child first + k
  // Not filled before the stage that does so.
  Lanes visits;  // initial ones included (HAVANNAH 3.2)
  Lanes value;   // mean result
  Lanes explore;
  Lanes amaf_share;  // the weight of AMAF in the value, if mixes_amaf
  Lanes scores;
  bool mixes_amaf = false;
};

}  // namespace katachi
