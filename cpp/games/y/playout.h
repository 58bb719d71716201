// Random games of Y: fill the board, then look who has won (rows.h).
#pragma once

#include "games/playout.h"
#include "games/y/position.h"

namespace katachi {

template <int kCapacity>
struct Playouts<YPosition<kCapacity>> {
  static void run(const YPosition<kCapacity>& start, std::uint32_t playouts, Rng& rng,
                  Tally& tally) {
    if (start.is_over()) {
      for (std::uint32_t i = 0; i < playouts; ++i) tally.add(start.outcome(), 0);
      return;
    }
    const YRows& rows = start.companion();
    Rng own = rng;
    for (std::uint32_t i = 0; i < playouts; ++i) {
      const bool black = rows.joins_all_sides(rows.fill(start.to_move(), own));
      tally.add({black ? Color::black : Color::white, Reason::connection, black ? 1.0F : -1.0F},
                rows.empty_count());
    }
    rng = own;
  }
};

}  // namespace katachi
