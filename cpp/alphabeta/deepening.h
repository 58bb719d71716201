// Iterative deepening at the root: depth 1, 2, 3, .., each iteration beginning with the best move
// of the one before, until the depth, the budget or a proof ends it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <vector>

#include "alphabeta/negamax.h"
#include "alphabeta/report.h"

namespace katachi {

// The moves at the root in the order in which they are to be searched; `only` some of them, unless
// it is empty.
template <class Game>
std::vector<MoveScore> root_moves(const Game& game, const typename Game::State& root,
                                  const AlphaBetaSettings& settings,
                                  const std::vector<Move>& only = {}) {
  MoveList legal;
  game.moves(root, legal);
  std::vector<int> scores(legal.size(), 0);
  if (settings.static_order && !legal.empty()) game.order(root, legal, 2, scores);
  std::vector<MoveScore> moves;
  for (std::size_t i = 0; i < legal.size(); ++i) moves.push_back({legal[i], scores[i]});
  std::stable_sort(moves.begin(), moves.end(),
                   [](const MoveScore& a, const MoveScore& b) { return a.score > b.score; });
  if (!only.empty()) {
    std::erase_if(moves,
                  [&](const MoveScore& move) { return !std::ranges::count(only, move.move); });
  }
  return moves;
}

// The best move first, or all moves by their scores; equal ones keep their order.
inline void put_best_first(std::vector<MoveScore>& moves, std::size_t best, bool by_score) {
  if (by_score) {
    std::stable_sort(moves.begin(), moves.end(),
                     [](const MoveScore& a, const MoveScore& b) { return a.score > b.score; });
  } else {
    std::rotate(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(best),
                moves.begin() + static_cast<std::ptrdiff_t>(best) + 1);
  }
}

// One pass over the moves at the root, each judged by search(move, alpha, beta) for the player to
// move there. Returns how many were finished before a stop; `best` is the first of the best.
template <class Search, class Better>
std::size_t search_root(std::vector<MoveScore>& moves, const AlphaBetaSettings& settings,
                        bool every_move, const SearchClock& clock, std::size_t& best, Search search,
                        Better better) {
  best = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const int low = i == 0 || every_move ? -kInfiniteScore : moves[best].score;
    int score = 0;
    if (i == 0 || every_move || !settings.null_window) {
      score = search(moves[i].move, low, kInfiniteScore);
    } else {
      score = search(moves[i].move, low, low + 1);
      if (score > low && !clock.stopped()) score = search(moves[i].move, low, kInfiniteScore);
    }
    if (clock.stopped()) return i;
    moves[i].score = score;
    if (i == 0 || score > moves[best].score) {
      best = i;
      better(moves[i]);
    }
  }
  return moves.size();
}

// Deepens to `deepest` plies or until the clock stops; `moves` are left in the order found.
template <class Game>
AlphaBetaReport deepen(const Game& game, Negamax<Game>& negamax, const typename Game::State& root,
                       std::vector<MoveScore>& moves, const AlphaBetaSettings& settings,
                       int deepest, bool every_move, SearchClock& clock) {
  AlphaBetaReport report;
  if (moves.empty()) return report;
  report.best = moves[0].move;
  report.principal_variation = {report.best};
  for (int depth = 1; depth <= deepest; ++depth) {
    std::size_t best = 0;
    std::vector<Move> line;
    const std::size_t finished = search_root(
        moves, settings, every_move, clock, best,
        [&](Move move, int alpha, int beta) {
          const int left = move == Game::kFreeMove ? depth : depth - 1;
          return -negamax.search(game.play(root, move), left, -beta, -alpha);
        },
        [&](const MoveScore& leader) {
          line.assign(1, leader.move);
          line.insert(line.end(), negamax.line().begin(), negamax.line().end());
        });
    // An unfinished iteration still counts for its leader: the first move is the last one's best.
    if (finished == 0) break;
    report.best = moves[best].move;
    report.score = moves[best].score;
    report.principal_variation = line;
    if (finished < moves.size()) break;
    report.depth = depth;
    put_best_first(moves, best, every_move);
    if (every_move) report.moves = moves;
    if (Game::kStopWhenDecided && std::abs(report.score) >= kWonScore && !every_move) break;
  }
  report.proven = std::abs(report.score) >= kWonScore;
  report.proof = report.proven ? (report.score > 0 ? 1 : -1) : 0;
  return report;
}

}  // namespace katachi
