// A uniformly random game of Go from a leaf of the tree.
#pragma once

#include "games/go/playout.h"
#include "search/simulation.h"

namespace katachi {

template <int kCapacity>
Outcome play_uniform(const GoPosition<kCapacity>& start, Rng& rng, Simulation* record) {
  auto board = start.board();
  using Fast = Playouts<GoPosition<kCapacity>>;
  if (record != nullptr) {
    Fast::play(board, start, rng, [&](Move move, Color player) { record->note(move, player); });
  } else {
    Fast::play(board, start, rng, [](Move, Color) {});
  }
  return start.outcome_of(board);
}

}  // namespace katachi
