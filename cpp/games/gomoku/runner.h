// Gomoku while it is played out, with its winning cells: empty cells where a stone makes a five.
// A stone makes new ones on its own four lines only.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "games/gomoku/position.h"
#include "search/runner.h"

namespace katachi {

template <int kSize>
class Runner<GomokuPosition<kSize>> {
 public:
  using P = GomokuPosition<kSize>;
  // With the rule `exact` a stone beside four others may take a win away.
  static constexpr bool kThreatsPass = true;

  explicit Runner(const P& start)
      : topology_(&start.topology()),
        map_(&start.map()),
        stones_(start.stones()),
        exact_(start.rules().exact),
        to_move_(start.to_move()),
        outcome_(start.outcome()) {
    const int cells = start.topology().cells();
    std::fill_n(blocked_.begin(), cells + 1, -1);
    for (Cell cell = 0; cell < cells; ++cell) {
      if (start.at(cell) != Color::none) continue;
      place_[cell] = static_cast<Cell>(left_);
      cells_[left_++] = cell;
      blocked_[cell] = 0;
    }
    if (start.is_over()) left_ = 0;
  }

  [[nodiscard]] bool over() const { return left_ == 0; }
  [[nodiscard]] Color to_move() const { return to_move_; }
  [[nodiscard]] Outcome outcome() const { return outcome_; }
  [[nodiscard]] bool playable(Move move) const {
    return move < topology_->cells() && blocked_[move] == 0;
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
    const auto& places = map_->places(cell);
    stones_.place(places, to_move_);
    if (stones_.wins(places, to_move_, exact_)) {
      win(to_move_, Reason::five);
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

  // Calls f(cell) for the empty cells on the lines of `stone` where its colour wins, until it
  // returns false. A cell may come more than once.
  template <class F>
  void cells_changed_by(Cell stone, F f) const {
    const auto& places = map_->places(stone);
    const Color color = stones_.at(places);
    for (const gomoku::LineMap::Place place : places) {
      const gomoku::Line own = stones_.line(color, place.line);
      const gomoku::Line empty =
          map_->cells(place.line) & ~own & ~stones_.line(opponent(color), place.line);
      for (gomoku::Line rest = gomoku::winning_cells(own, empty, exact_); rest != 0;
           rest &= rest - 1) {
        if (!f(map_->cell(place.line, static_cast<unsigned>(std::countr_zero(rest))))) return;
      }
    }
  }
  // What a stone of the colour on this empty cell would win.
  [[nodiscard]] Reason wins(Cell cell, Color color) const {
    return stones_.wins(map_->places(cell), color, exact_) ? Reason::five : Reason::none;
  }

 private:
  const Topology* topology_;
  const gomoku::LineMap* map_;
  typename P::Stones stones_;
  bool exact_;
  std::array<Cell, P::kCapacity> cells_;
  std::array<Cell, P::kCapacity> place_;
  std::array<std::int32_t, P::kCapacity + 1> blocked_;  // by move number, the swap too
  std::uint32_t left_ = 0;
  Color to_move_;
  Outcome outcome_;
};

}  // namespace katachi
