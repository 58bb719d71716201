// A playout of the base policy `roulette` in one piece, for games that are much faster so; the
// games must be the same to the last move as those of the general way. The general form has none; a
// game states its own in games/<game>/roulette_playout.h.
#pragma once

#include "knowledge/knowledge.h"
#include "search/settings.h"
#include "search/simulation.h"

namespace katachi {

template <class P>
class RoulettePlayout {
 public:
  // `knowledge` may be null and lives as long.
  RoulettePlayout(const PlayoutSettings&, const Knowledge<P>*) {}
  // Whether the policy is nothing but the roulette and the strengths can be had.
  static constexpr bool ready() { return false; }
  // Plays to the end and records the moves. Precondition: ready.
  Outcome play(const P& start, Rng&, Simulation&) const { return start.outcome(); }
};

}  // namespace katachi
