// A game while it is played out: the fast state behind playouts with a policy.
//
//   Runner<P> runner(start);
//   runner.over(), to_move(), outcome()
//   runner.playable(move)           may a policy play it?
//   runner.random(rng)              a uniformly random playable move
//   runner.for_each(f)              f(move) for every playable move, until it returns false
//   runner.play(move)
//
// The general form asks the position itself, move by move; it serves games written in Python. A
// game of the core has its own in games/<game>/runner.h. Playable is what a playout may play, which
// may be less than the rules allow.
//
// A runner may also know winning cells (see KnowsThreats in search/playout.h), which moves are
// blocked (blocked(), stones()) and the position it has come to (position()).
#pragma once

#include <algorithm>

#include "games/position.h"
#include "games/random.h"

namespace katachi {

template <class P>
class Runner {
 public:
  explicit Runner(const P& start) : position_(start) { position_.legal_moves(moves_); }

  [[nodiscard]] bool over() const { return moves_.empty(); }
  [[nodiscard]] Color to_move() const { return position_.to_move(); }
  [[nodiscard]] Outcome outcome() const { return position_.outcome(); }
  [[nodiscard]] bool playable(Move move) const {
    return std::binary_search(moves_.begin(), moves_.end(), move);
  }
  Move random(Rng& rng) { return moves_[rng.below(static_cast<std::uint32_t>(moves_.size()))]; }
  template <class F>
  void for_each(F f) const {
    for (const Move move : moves_) {
      if (!f(move)) return;
    }
  }
  void play(Move move) {
    position_.play(move);
    position_.legal_moves(moves_);
  }

 private:
  P position_;
  MoveList moves_;
};

}  // namespace katachi
