// Random Othello games. Four games run side by side: one game is a chain of dependent steps
// (mobility, choice, flips), and the processor fills its waits with the other three.
#pragma once

#include "games/othello.h"
#include "games/playout.h"

namespace katachi {

template <int kSize>
struct Playouts<OthelloPosition<kSize>> {
  static void run(const OthelloPosition<kSize>& start, std::uint32_t playouts, Rng& rng,
                  Tally& tally);
};

}  // namespace katachi
