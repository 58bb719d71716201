// A uniformly random game of Othello from a leaf of the tree.
#pragma once

#include "games/othello/playout.h"
#include "search/simulation.h"

namespace katachi {

template <int kSize>
Outcome play_uniform(const OthelloPosition<kSize>& start, Rng& rng, Simulation* record) {
  if (record == nullptr) {
    return Playouts<OthelloPosition<kSize>>::play(start, rng, nullptr, nullptr);
  }
  const Outcome outcome =
      Playouts<OthelloPosition<kSize>>::play(start, rng, record->moves.data(), &record->length);
  Color player = start.to_move();
  for (std::uint32_t i = 0; i < record->length; ++i) {
    record->players[i] = player;
    player = opponent(player);
  }
  return outcome;
}

}  // namespace katachi
