// What an alpha-beta search tells.
#pragma once

#include <cstdint>
#include <vector>

#include "games/position.h"

namespace katachi {

inline constexpr Move kNothing = 0xffff;

// A finished game is worth this more than any evaluation; the margin is added.
inline constexpr int kWonScore = 100'000'000;
inline constexpr int kInfiniteScore = 1'000'000'000;

struct MoveScore {
  Move move = kNothing;
  int score = 0;
};

// Scores are for the player to move. An exact score of Othello is 100 * the final difference of
// discs; any other score is an evaluation, or +-(kWonScore + something) for a decided game.
struct AlphaBetaReport {
  Move best = kNothing;  // kNothing when the game is over
  int score = 0;
  bool exact = false;            // the outcome of the game with best play on both sides
  int proof = 0;                 // 1 win, -1 loss, 0 draw; meaningful when `proven`
  bool proven = false;           // win, draw or loss is certain, perhaps not its margin
  int depth = 0;                 // plies of the last complete iteration; empty cells when exact
  std::vector<MoveScore> moves;  // best first; only when every move was asked for
  std::vector<Move> principal_variation;
  std::uint64_t nodes = 0;
  double seconds = 0.0;
  bool interrupted = false;  // by the caller
};

}  // namespace katachi
