// Random Go games: any move that is not suicide, simple ko or an own eye; pass only without one.
// They end after two passes, or after three moves per point (a triple ko can last).
#pragma once

#include "games/go.h"
#include "games/playout.h"

namespace katachi {

template <int kCapacity>
struct Playouts<GoPosition<kCapacity>> {
  static constexpr int kMovesPerPoint = 3;

  static void run(const GoPosition<kCapacity>& start, std::uint32_t playouts, Rng& rng,
                  Tally& tally) {
    for (std::uint32_t i = 0; i < playouts; ++i) {
      auto board = start.board();
      const int length = play(board, start, rng);
      tally.add(start.outcome_of(board), length);
    }
  }

  // Plays `board` to the end and returns the number of moves, passes included.
  static int play(GoBoard<kCapacity>& board, const GoPosition<kCapacity>& start, Rng& rng) {
    int limit = kMovesPerPoint * start.topology().cells();
    if (start.rules().move_limit > 0) {
      limit = start.rules().move_limit - start.moves_played();
    }
    Color color = start.to_move();
    int passes = start.passes();
    int length = 0;
    for (; passes < 2 && length < limit; ++length) {
      const Cell cell = board.random_move(color, rng);
      if (cell == start.pass()) {
        board.set_ko(start.pass());
        ++passes;
      } else {
        board.template place<GoBoard<kCapacity>::Track::counts>(cell, color);
        passes = 0;
      }
      color = opponent(color);
    }
    return length;
  }
};

}  // namespace katachi
