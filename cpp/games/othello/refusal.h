// Why a move is refused; nullptr for a legal move.
#pragma once

#include "games/othello/position.h"
#include "games/refusal.h"

namespace katachi {

template <int kSize>
const char* refusal_text(const OthelloPosition<kSize>& position, Move move) {
  if (position.is_legal(move)) return nullptr;
  if (move > OthelloPosition<kSize>::kPass) return kNoSuchCell;
  if (position.is_over()) return kGameOver;
  if (move == OthelloPosition<kSize>::kPass) return "a pass is legal only without any other move";
  if (position.at(move) != Color::none) return kOccupied;
  if (position.mobility(position.to_move()) == 0) return "the only legal move is to pass";
  return "it flips no disc";
}

}  // namespace katachi
