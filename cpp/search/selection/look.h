// One look at the children of a node: what the parts of selection read and change.
//
// The stages, each a pass over the siblings for every part that has a function of that name:
//
//   explore(look)  the term for exploration, from visits and value
//   mix(look)      another estimate mixed into the value (RAVE)
//   sum(look)      scores = value + explore + knowledge; one part alone
//   add(look)      bonuses on the scores
//   forbid(look)   moves that are not looked at: -infinity
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

struct Look {
  static constexpr std::size_t kMost = kMaxCells + 1;
  using Scores = std::array<float, kMost + 7>;

  // The first `count` children; `scores` is where the result goes.
  Look(const Family& node, const Children& children, std::uint32_t considered, const View& seen,
       Scores& result)
      : family(node),
        c(children),
        count(considered),
        view(seen),
        scores(result),
        parent(static_cast<float>(std::max(*children.parent_visits, 1U))),
        log_parent(std::log(parent)) {}

  const Family& family;
  const Children& c;
  std::uint32_t count;
  const View& view;
  Scores& scores;
  float parent;      // visits of the node, at least 1
  float log_parent;  // its natural logarithm
  // Not filled before the stage that does so.
  Scores visits;  // initial ones included (HAVANNAH 3.2)
  Scores value;   // mean result
  Scores explore;
  Scores amaf_share;  // the weight of AMAF in the value, if mixes_amaf
  bool mixes_amaf = false;
};

}  // namespace katachi
