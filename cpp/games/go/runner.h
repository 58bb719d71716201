// Go while it is played out. Playable: no own eyes, no suicide, no simple ko; a pass only without
// any other move. Superko is not looked at.
#pragma once

#include <span>

#include "games/go/playout.h"
#include "search/runner.h"

namespace katachi {

template <int kCapacity>
class Runner<GoPosition<kCapacity>> {
 public:
  explicit Runner(const GoPosition<kCapacity>& start)
      : start_(&start),
        board_(start.board()),
        to_move_(start.to_move()),
        passes_(start.passes()),
        left_(Playouts<GoPosition<kCapacity>>::longest(start)) {}

  [[nodiscard]] bool over() const { return passes_ >= 2 || left_ <= 0; }
  [[nodiscard]] Color to_move() const { return to_move_; }
  [[nodiscard]] Outcome outcome() const { return start_->outcome_of(board_); }
  [[nodiscard]] bool playable(Move move) const {
    return move < start_->pass() && board_.at(move) == Color::none && move != board_.ko() &&
           !board_.is_eye(move, to_move_) && !board_.is_suicide(move, to_move_);
  }
  [[nodiscard]] const GoBoard<kCapacity>& board() const { return board_; }
  // By cell; a pass has the number after the last one.
  [[nodiscard]] std::span<const Color> stones() const {
    return board_.stones().first(start_->pass());
  }
  // Stones that the last move captured; meaningless after a pass.
  [[nodiscard]] int captured() const { return captured_; }
  Move random(Rng& rng) { return board_.random_move(to_move_, rng); }
  // A random move among those that refuse(cell) does not refuse; a pass if there is none.
  template <class Refuse>
  Move random(Rng& rng, Refuse refuse) {
    return board_.random_move(to_move_, rng, refuse);
  }
  template <class F>
  void for_each(F f) const {
    bool any = false;
    for (int i = 0; i < board_.empty_count(); ++i) {
      if (!playable(board_.empty(i))) continue;
      any = true;
      if (!f(board_.empty(i))) return;
    }
    if (!any) f(start_->pass());
  }
  void play(Move move) {
    if (move == start_->pass()) {
      board_.set_ko(start_->pass());
      ++passes_;
    } else {
      captured_ = board_.template place<GoBoard<kCapacity>::Track::atari>(move, to_move_);
      passes_ = 0;
    }
    to_move_ = opponent(to_move_);
    --left_;
  }

 private:
  const GoPosition<kCapacity>* start_;
  GoBoard<kCapacity> board_;
  Color to_move_;
  int passes_;
  int left_;
  int captured_ = 0;
};

}  // namespace katachi
