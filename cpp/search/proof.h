// What is proven about a move or a position, as bounds on its result (Winands et al. 2008; with
// bounds, Cazenave and Saffidine 2010, for the three results loss, draw and win).
//
// A position is worth the best of its moves: its lower bound is the best lower bound of a move, its
// upper bound the best upper bound. A move is worth the position it leads to: reversed, unless the
// same player moves there again.
#pragma once

#include <algorithm>
#include <cstdint>

#include "games/position.h"

namespace katachi {

// For the player who makes the move.
enum class Proof : std::uint8_t {
  unknown = 0,
  loss = 1,
  draw = 2,
  win = 3,
  at_most_draw = 4,
  at_least_draw = 5,
};

// The worst and the best result that a proof leaves open: 0 loss, 1 draw, 2 win.
struct Bounds {
  int low = 0;
  int high = 2;
};

constexpr Bounds bounds_of(Proof proof) {
  switch (proof) {
    case Proof::loss:
      return {0, 0};
    case Proof::draw:
      return {1, 1};
    case Proof::win:
      return {2, 2};
    case Proof::at_most_draw:
      return {0, 1};
    case Proof::at_least_draw:
      return {1, 2};
    case Proof::unknown:
      break;
  }
  return {0, 2};
}

constexpr Proof proof_of(Bounds bounds) {
  if (bounds.low == bounds.high) {
    return bounds.low == 0 ? Proof::loss : bounds.low == 1 ? Proof::draw : Proof::win;
  }
  if (bounds.low == 1) return Proof::at_least_draw;
  return bounds.high == 1 ? Proof::at_most_draw : Proof::unknown;
}

constexpr bool is_exact(Proof proof) {
  return proof == Proof::loss || proof == Proof::draw || proof == Proof::win;
}

constexpr Proof reversed(Proof proof) {
  const Bounds bounds = bounds_of(proof);
  return proof_of(Bounds{2 - bounds.high, 2 - bounds.low});
}

// What is proven for one player, as the other or the same sees it.
constexpr Proof seen_by(Proof proof, Color player, Color viewer) {
  return player == viewer ? proof : reversed(proof);
}

constexpr Proof proof_of(const Outcome& outcome, Color mover) {
  if (outcome.winner == Color::none) return Proof::draw;
  return outcome.winner == mover ? Proof::win : Proof::loss;
}

// What the proofs of all moves say about their position, for the same player: proof(i) of the i-th.
template <class Read>
Proof best_of(std::uint32_t count, Read proof) {
  Bounds best{0, 0};
  for (std::uint32_t i = 0; i < count; ++i) {
    const Bounds bounds = bounds_of(proof(i));
    best.low = std::max(best.low, bounds.low);
    best.high = std::max(best.high, bounds.high);
  }
  return proof_of(best);
}

}  // namespace katachi
