// A uniformly random game of Hex from a leaf of the tree.
#pragma once

#include "games/hex/playout.h"
#include "search/simulation.h"

namespace katachi {

// The board is filled, so the record has owners and no order of moves.
template <int kCapacity>
Outcome play_uniform(const HexPosition<kCapacity>& start, Rng& rng, Simulation* record) {
  const HexRows& rows = start.companion();
  const HexRows::Words filled = rows.fill(start.to_move(), rng);
  const bool black = rows.joins_top_and_bottom(filled);
  if (record != nullptr) rows.write_owners(filled, record->owner.data());
  return {black ? Color::black : Color::white, Reason::connection, black ? 1.0F : -1.0F};
}

}  // namespace katachi
