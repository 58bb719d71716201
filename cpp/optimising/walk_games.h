// Recorded games, position by position.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include "games/any_position.h"
#include "games/replay.h"

namespace katachi {

// Calls visit(position, move) for every move of games that begin at `start`, in their order. Throws
// std::invalid_argument naming game and ply (from 1) of the first illegal move; Interrupted.
template <class Visit>
void walk_games(const AnyPosition& start, const GameMoves& games, Interrupt& interrupt,
                Visit visit) {
  for (std::size_t g = 0; g < games.games(); ++g) {
    const AnyPosition* position = &start;
    std::unique_ptr<AnyPosition> held;
    std::size_t ply = 0;
    for (const Move move : games.game(g)) {
      ++ply;
      interrupt.check();
      if (const char* reason = position->refusal(move)) {
        throw std::invalid_argument("game " + std::to_string(g + 1) + ", ply " +
                                    std::to_string(ply) + ": move number " + std::to_string(move) +
                                    " is illegal: " + reason);
      }
      visit(*position, move);
      held = position->after(move);
      position = held.get();
    }
  }
}

}  // namespace katachi
