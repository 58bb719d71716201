// A uniformly random game of Gomoku from a leaf of the tree.
#pragma once

#include "games/gomoku/playout.h"
#include "search/simulation.h"

namespace katachi {

template <int kSize>
Outcome play_uniform(const GomokuPosition<kSize>& start, Rng& rng, Simulation* record) {
  using Fast = Playouts<GomokuPosition<kSize>>;
  if (start.is_over()) return start.outcome();
  typename Fast::Order order(start);
  std::uint32_t length = 0;
  const Outcome outcome = Fast::play(start, order, rng, length);
  if (record != nullptr) {
    Color player = start.to_move();
    for (std::uint32_t i = 0; i < length; ++i) {
      record->note(order.played(i), player);
      player = opponent(player);
    }
  }
  return outcome;
}

}  // namespace katachi
