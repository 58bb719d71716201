// MCTS-Solver with draws (Winands et al. 2008): a move that cannot be better than what is proven
// already is not looked at: a lost move, and with score bounds a move that is at most a draw where
// a draw is certain. backup.h climbs with what is proven.
#pragma once

#include <limits>
#include <span>

#include "search/part.h"
#include "search/proof.h"
#include "search/selection/look.h"

namespace katachi {

struct SolverPart {
  bool solver = false;
  bool score_bounds = false;

  static constexpr auto declare() {
    return Declaration{
        .name = "solver",
        .sentence = "Keeps what is proven, and looks no more at what cannot help.",
        .source = "Winands et al. 2008",
        .fields =
            std::tuple{
                flag("solver", &SolverPart::solver, "Proven wins, losses and draws.",
                     "Winands et al. 2008"),
                flag("score_bounds", &SolverPart::score_bounds,
                     "Bounds as well: at least a draw, at most a draw.",
                     "Cazenave and Saffidine 2010"),
            },
        .asks = std::array{Asks<SolverPart>{Demand::proof,
                                            [](const SolverPart& s) { return s.solver; }}},
        .needs = {{{"score_bounds", "selection.solver"}}},
    };
  }

  template <class Look>
  KATACHI_INLINE void forbid(Look& look) const {
    if (!solver) return;
    constexpr float kNever = -std::numeric_limits<float>::infinity();
    const Children& c = look.c;
    const int certain = bounds_of(glance(look.family.proof)).low;
    KATACHI_LANES
    for (std::size_t k = 0; k < Look::kLanes; ++k) {
      const Proof proof = c.proof[look.first + k];
      if (proof == Proof::unknown) continue;
      look.scores[k] = bounds_of(proof).high <= certain ? kNever : look.scores[k];
    }
  }

  // What the moves of the family at step d say about it, once one of them has changed; the parent's
  // move gets the reverse. True if something changed. Partial bounds count only if asked for.
  bool prove(const Tree& tree, std::span<const Step> path, std::size_t d) const {
    const Step& step = path[d];
    Family& family = tree.family(step.family);
    const Children c = tree.children(step.family);
    const Proof known = glance(family.proof);
    const Proof chosen = glance(c.proof[step.child]);
    if (chosen == Proof::unknown || is_exact(known)) return false;
    // Two threads that prove the last two moves at once may both miss the other's: the next visit
    // finds it.
    const Proof proof = chosen == Proof::win
                            ? Proof::win
                            : best_of(c.count, [&](std::uint32_t i) { return glance(c.proof[i]); });
    if (proof == known || !(score_bounds || is_exact(proof))) return false;
    put(family.proof, proof);
    if (d > 0) {
      const Children parent = tree.children(path[d - 1].family);
      put(parent.proof[path[d - 1].child], seen_by(proof, c.mover, parent.mover));
    }
    return true;
  }
};

}  // namespace katachi
