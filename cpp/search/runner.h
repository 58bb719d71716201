// A game while it is played out: the fast state behind playouts with a policy.
//
//   Runner<P> runner(start);
//   runner.over(), to_move(), outcome()
//   runner.playable(move)           may a policy play it?
//   runner.random(rng)              a uniformly random playable move
//   runner.for_each(f)              f(move) for every playable move, until it returns false
//   runner.play(move)
//
// The general form asks the position itself, move by move; it serves games written in Python. Games
// of the core have their own. Playable is what a playout may play: in Go no own eyes, no suicide,
// no simple ko; a pass only without any other move.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "games/connection/position.h"
#include "games/go/playout.h"
#include "games/havannah/position.h"
#include "games/hex/position.h"
#include "games/othello/position.h"
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

// Connection games also know winning cells. A cell becomes winning for a colour only when a chain
// of that colour beside it grows, so looking at the empty neighbours of the chain of every stone
// just placed finds all of them.
template <class Rules, int kCapacity>
class Runner<ConnectionPosition<Rules, kCapacity>> {
 public:
  using P = ConnectionPosition<Rules, kCapacity>;

  explicit Runner(const P& start)
      : board_(start.board()), to_move_(start.to_move()), outcome_(start.outcome()) {
    const Topology& topology = start.topology();
    std::fill_n(blocked_.begin(), topology.cells() + 1, -1);
    for (Cell cell = 0; cell < topology.cells(); ++cell) {
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

  // Calls f(cell) for the empty cells beside the chain of `stone`, until it returns false. A cell
  // may come more than once.
  template <class F>
  void neighbours_of_chain(Cell stone, F f) const {
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
  typename P::Board board_;
  std::array<Cell, kCapacity> cells_;
  std::array<Cell, kCapacity> place_;
  std::array<std::int32_t, kCapacity + 1> blocked_;  // by move number, the swap too
  std::uint32_t left_ = 0;
  Color to_move_;
  Outcome outcome_;
};

}  // namespace katachi
