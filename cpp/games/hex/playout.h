// Random Hex games: fill the board, then look who has won (rows.h).
#pragma once

#include "games/hex/position.h"
#include "games/playout.h"

namespace katachi {

template <int kCapacity>
struct Playouts<HexPosition<kCapacity>> {
  static void run(const HexPosition<kCapacity>& start, std::uint32_t playouts, Rng& rng,
                  Tally& tally) {
    if (start.is_over()) {
      for (std::uint32_t i = 0; i < playouts; ++i) tally.add(start.outcome(), 0);
      return;
    }
    const HexRows& rows = start.companion();
    Rng own = rng;
    for (std::uint32_t i = 0; i < playouts; ++i) {
      const bool black = rows.joins_top_and_bottom(rows.fill(start.to_move(), own));
      tally.add({black ? Color::black : Color::white, Reason::connection, black ? 1.0F : -1.0F},
                rows.empty_count());
    }
    rng = own;
  }
};

}  // namespace katachi
