// Depth-limited search of any game: negamax with alpha-beta bounds (Knuth and Moore 1975), fail
// soft, as principal variation search with a transposition table, killer moves and history.
//
// The game is a type with
//   State, Key                 a position; what the table knows it by
//   kFreeMove                  the move that uses up no depth (Othello's pass), or kNothing
//   key(state)
//   moves(state, out)          legal moves; none when the game is over
//   play(state, move)          the position after it
//   over_or_evaluate(state, score)   true: the game is over; the score in either case
//   order(state, moves, depth, scores)   larger is tried earlier
// Scores are for the player to move.
//
// Table entries are used only at the very depth they were made for, so every value is that of plain
// minimax to the same depth.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "alphabeta/clock.h"
#include "alphabeta/report.h"
#include "alphabeta/settings.h"
#include "alphabeta/table.h"
#include "games/position.h"

namespace katachi {

template <class Game>
class Negamax {
 public:
  using State = typename Game::State;
  using Key = typename Game::Key;
  static constexpr int kDeepest = 128;

  Negamax(const Game& game, const AlphaBetaSettings& settings, Table<Key>& table)
      : game_(&game), settings_(&settings), table_(&table) {}

  // Forgets killers and history, which belong to one search.
  void begin(SearchClock& clock) {
    clock_ = &clock;
    for (auto& killers : killers_) killers.fill(kNothing);
    for (auto& side : history_) side.fill(0);
  }

  // The value of a position within (alpha, beta), or a bound of it outside. After a stop it means
  // nothing. The best line is in line().
  int search(const State& state, int depth, int alpha, int beta) {
    return visit(state, depth, 0, alpha, beta);
  }
  [[nodiscard]] std::span<const Move> line() const { return {lines_[0].data(), lengths_[0]}; }

 private:
  static constexpr int kMostHistory = 1 << 20;

  int visit(const State& state, int depth, int ply, int alpha, int beta) {
    lengths_[static_cast<std::size_t>(ply)] = 0;
    if (clock_->count()) return 0;
    if (depth <= 0 || ply >= kDeepest - 1) {
      int score = 0;
      game_->over_or_evaluate(state, score);
      return score;
    }
    const Key key = game_->key(state);
    Move remembered = kNothing;
    if (const auto* entry = table_->find(key)) {
      remembered = entry->move;
      if (entry->knowing == Knowing::evaluation && entry->depth == depth) {
        // A value inside the window is searched again, for the sake of a whole line.
        if (entry->lower >= beta) return entry->lower;
        if (entry->upper <= alpha) return entry->upper;
      }
    }
    MoveList moves;
    game_->moves(state, moves);
    if (moves.empty()) {
      int score = 0;
      game_->over_or_evaluate(state, score);
      return score;
    }
    std::array<int, kMaxCells + 1> scores;
    rate(state, moves, depth, ply, remembered, scores);

    int best = -kInfiniteScore;
    Move best_move = kNothing;
    int low = alpha;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      pick(moves, scores, i);
      const Move move = moves[i];
      const State next = game_->play(state, move);
      const int left = move == Game::kFreeMove ? depth : depth - 1;
      int score = 0;
      if (i == 0 || !settings_->null_window) {
        score = -visit(next, left, ply + 1, -beta, -low);
      } else {
        score = -visit(next, left, ply + 1, -low - 1, -low);
        if (score > low && score < beta && !clock_->stopped()) {
          score = -visit(next, left, ply + 1, -beta, -low);
        }
      }
      if (clock_->stopped()) return 0;
      if (score > best) {
        best = score;
        best_move = move;
        remember_line(ply, move);
      }
      if (best > low) low = best;
      if (low >= beta) {
        refuted(ply, move, depth);
        break;
      }
    }
    table_->store(key, Knowing::evaluation, depth, best > alpha ? best : -kInfiniteScore,
                  best < beta ? best : kInfiniteScore, best_move);
    return best;
  }

  void rate(const State& state, const MoveList& moves, int depth, int ply, Move remembered,
            std::array<int, kMaxCells + 1>& scores) const {
    constexpr int kFirst = 1 << 30;
    constexpr int kKiller = 1 << 28;
    if (settings_->static_order) {
      game_->order(state, moves, depth, std::span<int>(scores.data(), moves.size()));
    } else {
      scores.fill(0);
    }
    const auto& killers = killers_[static_cast<std::size_t>(ply)];
    const auto& history = history_[static_cast<std::size_t>(ply & 1)];
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const Move move = moves[i];
      if (settings_->history) scores[i] += history[move];
      if (settings_->killers && move == killers[0]) scores[i] += 2 * kKiller;
      if (settings_->killers && move == killers[1]) scores[i] += kKiller;
      if (move == remembered) scores[i] = kFirst;
    }
  }

  // Brings the best of the moves from `i` on to place `i`; equal ones stay in their order.
  static void pick(MoveList& moves, std::array<int, kMaxCells + 1>& scores, std::size_t i) {
    std::size_t best = i;
    for (std::size_t j = i + 1; j < moves.size(); ++j) {
      if (scores[j] > scores[best]) best = j;
    }
    std::swap(moves[i], moves[best]);
    std::swap(scores[i], scores[best]);
  }

  void refuted(int ply, Move move, int depth) {
    auto& killers = killers_[static_cast<std::size_t>(ply)];
    if (killers[0] != move) {
      killers[1] = killers[0];
      killers[0] = move;
    }
    int& history = history_[static_cast<std::size_t>(ply & 1)][move];
    history = std::min(kMostHistory, history + depth * depth);
  }

  void remember_line(int ply, Move move) {
    const auto at = static_cast<std::size_t>(ply);
    lines_[at][0] = move;
    const std::size_t length = std::min<std::size_t>(lengths_[at + 1], kDeepest - 1);
    std::copy_n(lines_[at + 1].begin(), length, lines_[at].begin() + 1);
    lengths_[at] = length + 1;
  }

  const Game* game_;
  const AlphaBetaSettings* settings_;
  Table<Key>* table_;
  SearchClock* clock_ = nullptr;
  std::array<std::array<Move, 2>, kDeepest> killers_{};
  std::array<std::array<int, kMaxCells + 2>, 2> history_{};
  // lines_[ply] is the best line found at that ply.
  std::array<std::array<Move, kDeepest>, kDeepest + 1> lines_{};
  std::array<std::size_t, kDeepest + 1> lengths_{};
};

}  // namespace katachi
