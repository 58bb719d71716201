// A uniformly random game of Y from a leaf of the tree.
#pragma once

#include "games/y/playout.h"
#include "search/simulation.h"

namespace katachi {

// The board is filled, so the record has owners and no order of moves.
template <int kCapacity>
Outcome play_uniform(const YPosition<kCapacity>& start, Rng& rng, Simulation* record) {
  const YRows& rows = start.companion();
  const YRows::Words filled = rows.fill(start.to_move(), rng);
  const bool black = rows.joins_all_sides(filled);
  if (record != nullptr) rows.write_owners(filled, record->owner.data());
  return {black ? Color::black : Color::white, Reason::connection, black ? 1.0F : -1.0F};
}

}  // namespace katachi
