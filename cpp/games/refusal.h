// Why a move is refused, in words for the person who tried it; nullptr for a legal move.
#pragma once

#include "games/connection/position.h"
#include "games/go/position.h"
#include "games/othello/position.h"

namespace katachi {

inline constexpr const char* kGameOver = "the game is over";
inline constexpr const char* kNoSuchCell = "the board has no such cell";
inline constexpr const char* kOccupied = "the cell is occupied";

template <int kSize>
const char* refusal(const OthelloPosition<kSize>& position, Move move) {
  if (position.is_legal(move)) return nullptr;
  if (move > OthelloPosition<kSize>::kPass) return kNoSuchCell;
  if (position.is_over()) return kGameOver;
  if (move == OthelloPosition<kSize>::kPass) return "a pass is legal only without any other move";
  if (position.at(move) != Color::none) return kOccupied;
  if (position.mobility(position.to_move()) == 0) return "the only legal move is to pass";
  return "it flips no disc";
}

template <int kCapacity>
const char* refusal(const GoPosition<kCapacity>& position, Move move) {
  using Refusal = typename GoPosition<kCapacity>::Refusal;
  switch (position.refusal(move)) {
    case Refusal::none:
      return nullptr;
    case Refusal::game_over:
      return kGameOver;
    case Refusal::no_such_cell:
      return kNoSuchCell;
    case Refusal::occupied:
      return kOccupied;
    case Refusal::ko:
      return "it retakes a ko";
    case Refusal::suicide:
      return "it is suicide";
    case Refusal::superko:
      return "it repeats an earlier position (superko)";
  }
  return nullptr;
}

template <class Rules, int kCapacity>
const char* refusal(const ConnectionPosition<Rules, kCapacity>& position, Move move) {
  if (position.is_legal(move)) return nullptr;
  if (move > position.swap_move()) return kNoSuchCell;
  if (position.is_over()) return kGameOver;
  if (move == position.swap_move()) return "swap is only White's answer to the first move";
  return kOccupied;
}

}  // namespace katachi
