// A uniformly random game of compiled rules from a leaf of the tree.
#pragma once

#include "games/compiled/playout.h"
#include "search/simulation.h"

namespace katachi {

inline Outcome play_uniform(const CompiledPosition& start, Rng& rng, Simulation* record) {
  using Fast = Playouts<CompiledPosition>;
  if (record == nullptr) return Fast::play(start, rng, [](Move, Color) {});
  return Fast::play(start, rng, [&](Move move, Color player) { record->note(move, player); });
}

}  // namespace katachi
