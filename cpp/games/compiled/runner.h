// A compiled game while it is played out with a policy. Winning moves are asked of the rules once a
// ply and player, if anybody wants to know.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>

#include "games/compiled/playout.h"
#include "search/runner.h"

namespace katachi {

template <>
class Runner<CompiledPosition> {
 public:
  using P = CompiledPosition;
  // A winning move may be stopped.
  static constexpr bool kThreatsPass = true;

  explicit Runner(const P& start) : rules_(&start.rules()), result_(start.result()) {
    std::memcpy(state_.data(), start.state(), rules_->bytes);
    if (result_ != 0) {
      outcome_ = start.outcome();
      return;
    }
    start.legal_moves(moves_);
    count_ = static_cast<std::uint32_t>(moves_.size());
    if (!rules_->moves_stay) return;
    std::fill_n(place_.begin(), rules_->moves, kNoMove);
    for (std::uint32_t i = 0; i < count_; ++i) place_[moves_[i]] = static_cast<Move>(i);
  }

  [[nodiscard]] bool over() const { return result_ != 0; }
  [[nodiscard]] Color to_move() const { return P::color_to_move(*rules_, state_.data()); }
  [[nodiscard]] Outcome outcome() const { return outcome_; }
  [[nodiscard]] bool playable(Move move) const {
    if (over() || move >= rules_->moves) return false;
    if (rules_->moves_stay) return place_[move] != kNoMove;
    return std::binary_search(moves_.begin(), moves_.begin() + count_, move);
  }
  Move random(Rng& rng) const { return moves_[rng.below(count_)]; }
  template <class F>
  void for_each(F f) const {
    for (std::uint32_t i = 0; !over() && i < count_; ++i) {
      if (!f(moves_[i])) return;
    }
  }
  void play(Move move) {
    if (rules_->moves_stay) {
      const Move at = place_[move];
      const Move moved = moves_[--count_];
      moves_[at] = moved;
      place_[moved] = at;
      place_[move] = kNoMove;
      result_ = P::result_of(*rules_, state_.data(), "play", rules_->play(state_.data(), move));
      if (result_ == 0 && count_ == 0) {
        P::fail(*rules_, state_.data(), "outcome", "does not end the game when no move is left");
      }
    } else {
      result_ = Playouts<P>::next(*rules_, state_.data(), move, moves_, count_);
    }
    if (result_ != 0) outcome_ = P::outcome_of(*rules_, state_.data(), result_);
    if (++plies_ > rules_->longest) {
      P::fail(*rules_, state_.data(), "outcome", "does not end the game");
    }
  }
  // Ends the game here.
  void win(Color winner, Reason reason) {
    outcome_ = {winner, reason, winner == Color::black ? 1.0F : -1.0F};
    result_ = 1 + static_cast<unsigned>(index_of(winner));
  }

  // Calls f(move) for the winning moves of the player who moved last, until it returns false.
  template <class F>
  void cells_changed_by(Move, F f) const {
    const Winning& found = winning(opponent(to_move()));
    for (std::uint32_t i = 0; i < found.count; ++i) {
      if (!f(found.moves[i])) return;
    }
  }
  // Whether the player would win by this move now.
  [[nodiscard]] Reason wins(Move move, Color color) const {
    return winning(color).known[move] ? Reason::rules : Reason::none;
  }

 private:
  struct Winning {
    int ply = -1;
    std::uint32_t count = 0;
    std::array<Move, CompiledRules::kMostMoves> moves;
    std::bitset<CompiledRules::kMostMoves> known;
  };

  const Winning& winning(Color color) const {
    Winning& found = winning_[index_of(color)];
    if (found.ply == plies_) return found;
    found.ply = plies_;
    found.known.reset();
    const int player = 1 + static_cast<int>(index_of(color));
    const int answer = rules_->winning_moves(state_.data(), player, found.moves.data());
    if (answer < 1 || static_cast<std::size_t>(answer - 1) > rules_->moves) {
      P::fail(*rules_, state_.data(), "winning_moves", "raised an exception");
    }
    const std::span<const Move> moves{found.moves.data(), static_cast<std::size_t>(answer - 1)};
    if (rules_->checked) P::check_moves(*rules_, state_.data(), moves, "winning_moves");
    // Threats are kept by cells: a special move is none.
    found.count = 0;
    for (const Move move : moves) {
      if (move >= kMaxCells) continue;
      found.known.set(move);
      found.moves[found.count++] = move;
    }
    return found;
  }

  const CompiledRules* rules_;
  unsigned result_;
  std::uint32_t count_ = 0;
  int plies_ = 0;
  Outcome outcome_;
  alignas(16) P::State state_;
  MoveList moves_;                                     // the first count_ of them
  std::array<Move, CompiledRules::kMostMoves> place_;  // by move, where moves stay
  mutable std::array<Winning, 2> winning_;             // by player
};

}  // namespace katachi
