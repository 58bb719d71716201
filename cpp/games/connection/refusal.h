// Why a move is refused; nullptr for a legal move.
#pragma once

#include "games/connection/position.h"
#include "games/refusal.h"

namespace katachi {

template <class Rules, int kCapacity>
const char* refusal_text(const ConnectionPosition<Rules, kCapacity>& position, Move move) {
  if (position.is_legal(move)) return nullptr;
  if (move > position.swap_move()) return kNoSuchCell;
  if (position.is_over()) return kGameOver;
  if (move == position.swap_move()) return "swap is only White's answer to the first move";
  return kOccupied;
}

}  // namespace katachi
