// Random Go games: any move that is not suicide, simple ko or an own eye; pass only without one.
// They end after two passes, or after three moves per point (a triple ko can last).
#pragma once

#include "games/go/position.h"
#include "games/playout.h"

namespace katachi {

template <int kCapacity>
struct Playouts<GoPosition<kCapacity>> {
  static constexpr int kMovesPerPoint = 3;

  static void run(const GoPosition<kCapacity>& start, std::uint32_t playouts, Rng& rng,
                  Tally& tally) {
    for (std::uint32_t i = 0; i < playouts; ++i) {
      auto board = start.board();
      const int length = play(board, start, rng, [](Move, Color) {});
      tally.add(start.outcome_of(board), length);
    }
  }

  // The most moves a playout from here may have.
  static int longest(const GoPosition<kCapacity>& start) {
    const int limit = start.rules().move_limit;
    return limit > 0 ? limit - start.moves_played() : kMovesPerPoint * start.topology().cells();
  }

  // Plays `board` to the end and returns the number of moves, passes included. Calls
  // note(move, player) for each.
  template <class Note>
  static int play(GoBoard<kCapacity>& board, const GoPosition<kCapacity>& start, Rng& rng,
                  Note note) {
    const int limit = longest(start);
    Color color = start.to_move();
    int passes = start.passes();
    int length = 0;
    for (; passes < 2 && length < limit; ++length) {
      const Cell cell = board.random_move(color, rng);
      note(cell, color);
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
