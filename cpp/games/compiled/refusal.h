// Why a move is refused; nullptr for a legal move.
#pragma once

#include "games/compiled/position.h"
#include "games/refusal.h"

namespace katachi {

inline const char* refusal_text(const CompiledPosition& position, Move move) {
  if (move >= position.move_count()) return kNoSuchCell;
  if (position.is_over()) return kGameOver;
  return position.is_legal(move) ? nullptr : "the rules of the game do not allow it";
}

}  // namespace katachi
