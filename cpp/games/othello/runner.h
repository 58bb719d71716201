// Othello while it is played out: two bitboards seen from the player to move.
#pragma once

#include <utility>

#include "games/othello/position.h"
#include "search/runner.h"

namespace katachi {

template <int kSize>
class Runner<OthelloPosition<kSize>> {
 public:
  using Bits = othello::Bits<kSize>;
  static constexpr Move kPass = OthelloPosition<kSize>::kPass;

  explicit Runner(const OthelloPosition<kSize>& start)
      : own_(start.discs(start.to_move())),
        other_(start.discs(opponent(start.to_move()))),
        to_move_(start.to_move()) {
    find_moves();
  }

  [[nodiscard]] bool over() const { return over_; }
  [[nodiscard]] Color to_move() const { return to_move_; }
  [[nodiscard]] OthelloPosition<kSize> position() const {
    const bool black = to_move_ == Color::black;
    return {black ? own_ : other_, black ? other_ : own_, to_move_};
  }
  [[nodiscard]] Outcome outcome() const { return position().outcome(); }
  [[nodiscard]] bool playable(Move move) const {
    return move == kPass ? moves_ == 0 : ((moves_ >> move) & 1U) != 0;
  }
  Move random(Rng& rng) const {
    if (moves_ == 0) return kPass;
    const auto choices = static_cast<std::uint32_t>(othello::count(moves_));
    return static_cast<Move>(othello::Portable::select(moves_, rng.below(choices)));
  }
  template <class F>
  void for_each(F f) const {
    if (moves_ == 0) {
      f(kPass);
      return;
    }
    for (Bits rest = moves_; rest != 0; rest &= rest - 1) {
      if (!f(static_cast<Move>(othello::first(rest)))) return;
    }
  }
  void play(Move move) {
    if (move != kPass) {
      const Bits flipped = othello::Portable::flips<kSize>(own_, other_, move);
      own_ |= flipped | (Bits{1} << move);
      other_ &= ~flipped;
    }
    std::swap(own_, other_);
    to_move_ = opponent(to_move_);
    find_moves();
  }

 private:
  void find_moves() {
    moves_ = othello::Portable::mobility<kSize>(own_, other_);
    over_ = moves_ == 0 && othello::Portable::mobility<kSize>(other_, own_) == 0;
  }

  Bits own_, other_;
  Bits moves_ = 0;
  Color to_move_;
  bool over_ = false;
};

}  // namespace katachi
