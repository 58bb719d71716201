// A connection game while it is played out, with its winning cells.
//
// A cell becomes winning for a colour only when a chain of that colour beside it grows, so looking
// at the empty neighbours of the chain of every stone just placed finds all of them.
#pragma once

#include <algorithm>
#include <array>

#include "games/connection/position.h"
#include "games/connection/winning_cells.h"
#include "search/runner.h"

namespace katachi {

template <class Rules, int kCapacity>
class Runner<ConnectionPosition<Rules, kCapacity>> {
 public:
  using P = ConnectionPosition<Rules, kCapacity>;

  explicit Runner(const P& start)
      : board_(start.board()), to_move_(start.to_move()), outcome_(start.outcome()) {
    const int cells = start.topology().cells();
    for (Cell cell = 0; cell < cells; ++cell) {
      blocked_[cell] = start.at(cell) == Color::none ? 0 : -1;
    }
    blocked_[cells] = -1;
    // No branch, for nobody can predict it: what is written for a stone is written over.
    for (Cell cell = 0; cell < cells; ++cell) {
      place_[cell] = static_cast<Cell>(left_);
      cells_[left_] = cell;
      left_ += static_cast<std::uint32_t>(blocked_[cell] + 1);
    }
    if (start.is_over()) left_ = 0;
  }

  [[nodiscard]] bool over() const { return left_ == 0; }
  [[nodiscard]] Color to_move() const { return to_move_; }
  [[nodiscard]] Outcome outcome() const { return outcome_; }
  [[nodiscard]] const typename P::Board& board() const { return board_; }
  [[nodiscard]] bool playable(Move move) const {
    return move < board_.topology().cells() && board_.at(move) == Color::none;
  }
  Move random(Rng& rng) const { return cells_[rng.below(left_)]; }
  template <class F>
  void for_each(F f) const {
    for (std::uint32_t i = 0; i < left_; ++i) {
      if (!f(cells_[i])) return;
    }
  }
  void play(Move cell) {
    const Cell at = place_[cell];
    const Cell moved = cells_[--left_];
    cells_[at] = moved;
    place_[moved] = at;
    blocked_[cell] = -1;
    if (watched_) joined_ = Winning::joined_by(board_, cell, to_move_);
    const auto placed =
        board_.place(cell, to_move_, Rules::edges(board_.topology(), cell, to_move_));
    const Reason reason = Rules::judge(board_, cell, to_move_, placed);
    if (reason != Reason::none) {
      win(to_move_, reason);
    } else if (left_ == 0) {
      outcome_ = {Color::none, Reason::full_board, 0.0F};
    }
    to_move_ = opponent(to_move_);
  }
  // 0 for a playable move and -1 for any other, by move number: for choices among many moves.
  [[nodiscard]] const std::int32_t* blocked() const { return blocked_.data(); }
  // Ends the game here.
  void win(Color winner, Reason reason) {
    outcome_ = {winner, reason, winner == Color::black ? 1.0F : -1.0F};
    left_ = 0;
  }

  // Whether the next stones will be asked for two threats.
  void watch_threats(bool watched) { watched_ = watched; }
  // Whether two cells beside the chain of the stone just placed would win. Precondition: it was
  // watched, and so were all before it since the start.
  bool threatens_twice(Cell stone, Color color) {
    winning_.placed(board_, stone, color, joined_);
    return winning_.twice(board_, stone, color);
  }

  // Calls f(cell) for the empty cells beside the chain of `stone`, until it returns false. A cell
  // may come more than once.
  template <class F>
  void cells_changed_by(Cell stone, F f) const {
    Cell member = stone;
    do {
      for (unsigned d = 0; d < 6; ++d) {
        const Cell cell = board_.neighbour(member, d);
        if (cell == board_.topology().off_board() || board_.at(cell) != Color::none) continue;
        if (!f(cell)) return;
      }
      member = board_.next(member);
    } while (member != stone);
  }
  // What a stone of the colour on this empty cell would win.
  [[nodiscard]] Reason wins(Cell cell, Color color) const {
    const Runs& runs = kRuns[board_.around(color, cell)];
    // One run without an inside and no edge of its own adds nothing that the chain did not have.
    if (runs.count < 2 && runs.inside == 0 && Rules::edges(board_.topology(), cell, color) == 0) {
      return Reason::none;
    }
    return Rules::wins(board_, cell, color);
  }

 private:
  using Winning = WinningCells<Rules, kCapacity>;

  typename P::Board board_;
  std::array<Cell, kCapacity + 1> cells_;  // a place more, to write on
  std::array<Cell, kCapacity> place_;
  std::array<std::int32_t, kCapacity + 1> blocked_;  // by move number, the swap too
  std::uint32_t left_ = 0;
  Color to_move_;
  Outcome outcome_;
  bool watched_ = false;
  typename Winning::Joined joined_;
  Winning winning_;
};

}  // namespace katachi
