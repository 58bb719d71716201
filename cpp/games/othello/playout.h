// Random Othello games. Four games run side by side: one game is a chain of dependent steps
// (mobility, choice, flips), and the processor fills its waits with the other three.
#pragma once

#include "games/othello/position.h"
#include "games/playout.h"

namespace katachi {

template <int kSize>
struct Playouts<OthelloPosition<kSize>> {
  static void run(const OthelloPosition<kSize>& start, std::uint32_t playouts, Rng& rng,
                  Tally& tally);

  // One game; its moves go to `moves` (room for 2 * cells) and their number to `length`, unless
  // null.
  static Outcome play(const OthelloPosition<kSize>& start, Rng& rng, Move* moves,
                      std::uint32_t* length);
};

}  // namespace katachi
