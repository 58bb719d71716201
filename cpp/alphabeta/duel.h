// Games of Othello between two alpha-beta players, one of which may imitate a weaker one: what the
// evolution of rivals (SHAPES, appendix) plays by the thousand.
//
// src/katachi/agents has the same players one move at a time; tests compare whole games.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "alphabeta/settings.h"
#include "games/any_position.h"

namespace katachi {

// What a decided game is worth to the judge, far from any evaluation, and the largest badness: a
// win that was overlooked must not drown the other moves.
inline constexpr int kDecidedValue = 10'000;
inline constexpr int kMostBadness = 1'000;

struct DuelPlayer {
  AlphaBetaSettings settings;
  bool natural = false;    // takes corners, and gives none away if that can be helped
  double weakness = -1.0;  // imitates a player of this weakness; negative: plays its best
};

struct DuelGame {
  std::vector<Move> moves;  // after the opening
  int score = 0;            // Black's margin
};

// The value of a move for the judge, from a score of alpha-beta.
int judged_value(int score, bool exact);

// The number of the badness that brings the mean of `count` earlier ones (with this sum) and itself
// nearest to the weakness. Of equally near ones the smallest, of equal ones number tie % how many.
std::size_t nearest_badness(std::span<const int> badness, double weakness, std::int64_t sum,
                            std::int64_t count, std::uint64_t tie);

// Two games from every opening: the first player has Black, then White. The seed of a game decides
// between equal moves: `seeds` has two numbers an opening. The same games come out of any number of
// threads. Empty if `stop` asked to end.
std::vector<DuelGame> play_duels(const DuelPlayer& first, const DuelPlayer& second,
                                 std::span<const std::shared_ptr<const AnyPosition>> openings,
                                 std::span<const std::uint64_t> seeds, int threads,
                                 const std::function<bool()>& stop);

}  // namespace katachi
