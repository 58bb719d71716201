// Number of move sequences of a given length: the standard proof of a move generator.
//
// A pass counts as a move. A finished position is a leaf even before the full depth and counts 1.
// Throws Interrupted.
#pragma once

#include <cstdint>

#include "games/interrupt.h"
#include "games/position.h"

namespace katachi {

template <Position P>
std::uint64_t perft(const P& position, int depth, Interrupt& interrupt) {
  if (depth == 0) return 1;
  if (depth > 1 && interrupt.requested_now_and_then()) throw Interrupted();
  MoveList moves;
  position.legal_moves(moves);
  if (moves.empty()) return 1;
  if (depth == 1) return moves.size();
  std::uint64_t leaves = 0;
  for (const Move move : moves) {
    P next = position;
    next.play(move);
    leaves += perft(next, depth - 1, interrupt);
  }
  return leaves;
}

}  // namespace katachi
