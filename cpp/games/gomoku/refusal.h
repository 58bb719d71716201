// Why a move is refused; nullptr for a legal move.
#pragma once

#include "games/gomoku/position.h"
#include "games/refusal.h"

namespace katachi {

template <int kSize>
const char* refusal_text(const GomokuPosition<kSize>& position, Move move) {
  if (position.is_legal(move)) return nullptr;
  if (move > position.swap_move()) return kNoSuchCell;
  if (position.is_over()) return kGameOver;
  if (move == position.swap_move()) return "swap is only White's answer to the first move";
  return kOccupied;
}

}  // namespace katachi
