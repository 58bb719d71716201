// Positions of games with what they turned out to be worth: what values are learned from.
//
// Near the end a position is worth its outcome with best play, if the game's room can solve it
// (games/exact_end.h). Positions before the first solved one get its value, those of a game that
// nothing solves its result. A game without a result and without a solved position teaches nothing.
// Positions where the mover can only pass are left out.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "games/any_position.h"
#include "games/replay.h"

namespace katachi {

struct ValueExamples {
  std::size_t words = 0;                  // of one player's stones
  std::size_t features = 0;               // of the game
  std::vector<std::uint64_t> own, other;  // [examples][words], from the mover's side
  std::vector<std::int16_t> numbers;      // [examples][features]
  std::vector<std::uint16_t> stones;      // [examples]
  std::vector<float> scores;              // [examples], for the mover; +-1 in games without points
  std::vector<std::uint8_t> exact;        // [examples], 1: the value with best play
  std::vector<std::uint32_t> games;       // [examples]
};

// `solve_from`: positions with at most so many empty cells are solved. `labels`, if any, are what
// the positions before each move are worth to the mover, [moves of all games], NaN for those that
// teach nothing: then nothing is solved and results do not matter. The result does not depend
// on the number of threads. Throws Interrupted.
ValueExamples value_examples(const AnyPosition& start, const GameMoves& games,
                             std::span<const float> labels, int solve_from, int threads,
                             Interrupt& interrupt);

// What the game's features of positions are called.
std::vector<std::string> position_feature_names(const AnyPosition& position);

}  // namespace katachi
