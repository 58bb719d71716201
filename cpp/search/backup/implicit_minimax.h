// Implicit minimax backups (Lanctot, Winands, Pepels and Sturtevant 2014).
//
// Beside its mean result every child keeps what an evaluator said of it, and that is backed up by
// minimax: a node is worth the best of its children to whoever moves there. Selection compares
//
//   Q = (1 - alpha) mean + alpha minimax
//
// The evaluator is asked about all children of a node when it is expanded. A child that has
// children of its own is worth what the best of them is; one without keeps the word of the
// evaluator; a finished game is worth its result. Off, nothing is stored and nothing is asked.
#pragma once

#include <algorithm>
#include <span>

#include "search/part.h"
#include "search/selection/look.h"
#include "search/tree.h"

namespace katachi {

struct ImplicitMinimaxPart {
  float implicit_minimax = 0.0F;

  static constexpr auto declare() {
    using Self = ImplicitMinimaxPart;
    return Declaration{
        .name = "implicit minimax",
        .sentence = "The evaluator's values are backed up by minimax beside the mean results.",
        .source = "Lanctot et al. 2014",
        .fields =
            std::tuple{
                number("implicit_minimax", &Self::implicit_minimax, {0, 1},
                       "alpha of Q = (1 - alpha) mean + alpha minimax; 0: off.",
                       "Lanctot et al. 2014"),
            },
        .asks = std::array{Asks<Self>{Demand::evaluation,
                                      [](const Self& s) { return s.implicit_minimax > 0.0F; }}},
        .needs = {{{"implicit_minimax", "evaluator", "{what} needs an evaluator"}}},
    };
  }

  template <class Look>
  KATACHI_INLINE void mix(Look& look) const {
    if (implicit_minimax <= 0.0F) [[likely]]
      return;
    KATACHI_LANES
    for (std::size_t k = 0; k < Look::kLanes; ++k) {
      look.value[k] = (1.0F - implicit_minimax) * look.value[k] +
                      implicit_minimax * look.c.evaluation[look.first + k];
    }
  }

  // From the end of a path to the root: the best child of a family is what its parent is worth.
  void back_up(const Tree& tree, std::span<const Step> path) const {
    if (implicit_minimax <= 0.0F) [[likely]]
      return;
    for (std::size_t d = path.size(); d-- > 1;) {
      const Children c = tree.children(path[d].family);
      const Children above = tree.children(path[d - 1].family);
      float best = glance(c.evaluation[0]);
      for (std::uint32_t i = 1; i < c.count; ++i) best = std::max(best, glance(c.evaluation[i]));
      put(above.evaluation[path[d - 1].child], c.mover == above.mover ? best : 1.0F - best);
    }
  }
};

}  // namespace katachi
