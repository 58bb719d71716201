// Many recorded games replayed at once: are they legal, and how do they end?
//
// Games are flat arrays, as records keep them: game g has the moves [offsets[g], offsets[g + 1]).
// All begin at one position. With `implied_passes` a move that is illegal is tried again after a
// pass, because Othello records leave passes out; the moves of the result then contain them.
//
// The result does not depend on the number of threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "games/any_position.h"

namespace katachi {

// Preconditions: offsets has at least one entry, ascends, begins at 0 and ends at moves.size().
struct GameMoves {
  std::span<const Move> moves;
  std::span<const std::int64_t> offsets;

  [[nodiscard]] std::size_t games() const { return offsets.size() - 1; }
  [[nodiscard]] std::span<const Move> game(std::size_t number) const {
    return moves.subspan(static_cast<std::size_t>(offsets[number]),
                         static_cast<std::size_t>(offsets[number + 1] - offsets[number]));
  }
};

// How a game stands after its last legal move.
struct Replayed {
  // Which of the moves given is the first illegal one, counted from 0; -1 if all are legal.
  std::int32_t refused = -1;
  bool over = false;
  Outcome outcome;
  std::int16_t black = 0;  // stones on the board
  std::int16_t white = 0;
};

struct ReplayedGames {
  std::vector<Replayed> games;
  // The moves that were legal, passes included.
  std::vector<Move> moves;
  std::vector<std::int64_t> offsets;
};

// Throws Interrupted.
ReplayedGames replay_games(const AnyPosition& start, const GameMoves& games, bool implied_passes,
                           int threads, Interrupt& interrupt);

// Numbers that are equal for games that are the same up to the symmetries of the board, and
// otherwise differ (64 bits: by chance alike once in about 10^9 collections of 100,000 games).
//   images      [symmetries][moves of the game], where each move number goes
//   start_keys  [starts][symmetries], a number for each start position as each symmetry shows it
//   starts      [games], indices into start_keys
// For each symmetry h = start key, then h = scramble(h ^ (image of the move + 1)) for each move;
// the digest is the smallest h. Splits of collections depend on it: it must never change.
// Preconditions: all numbers are in range. Throws Interrupted.
struct Symmetries {
  std::span<const Move> images;
  std::size_t count = 0;
  std::size_t moves = 0;
};
std::vector<std::uint64_t> game_digests(const GameMoves& games, const Symmetries& symmetries,
                                        std::span<const std::uint64_t> start_keys,
                                        std::span<const std::uint32_t> starts, int threads,
                                        Interrupt& interrupt);

}  // namespace katachi
