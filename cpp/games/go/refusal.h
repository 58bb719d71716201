// Why a move is refused; nullptr for a legal move.
#pragma once

#include "games/go/position.h"
#include "games/refusal.h"

namespace katachi {

template <int kCapacity>
const char* refusal_text(const GoPosition<kCapacity>& position, Move move) {
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

}  // namespace katachi
