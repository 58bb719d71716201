// A position of a connection game on hexagons: stones are placed and never move, a shape wins.
//
// The rules are a type with
//   kGrid, kSalt
//   edges(topology, cell, color)      the edges a stone touches by itself
//   judge(board, cell, color, placed) what the stone just placed wins, or Reason::none
//   wins(board, cell, color)          what a stone there would win, before it is placed
//   after_swap(topology, cell)        where the first stone stands after a swap
//   Companion                         state of the game's own, told of every stone
// Swap (pie) rule: White may answer the first move by `swap` (number `cells`) and so take over the
// stone; Black moves again.
#pragma once

#include <span>
#include <stdexcept>

#include "games/compiler.h"
#include "games/connection/board.h"
#include "games/random.h"

namespace katachi {

template <class Rules, int kCapacity>
class ConnectionPosition {
 public:
  using Board = ConnectionBoard<kCapacity>;
  // Equal positions may share what the tree knows: stones are never taken off.
  static constexpr bool kTransposes = true;
  // Moves are known by the chains and edges they join, and cells where a colour wins at once.
  static constexpr bool kConnections = true;
  static constexpr bool kWinningCells = true;
  // Uniform playouts may fill the board at once; then they have no order of moves.
  static constexpr bool kFillsBoard = requires { requires Rules::kFillsBoard; };

  ConnectionPosition(int size, bool swap_rule)
      : board_(Topology::of(Rules::kGrid, size)), swap_rule_(swap_rule), companion_(size) {}

  // A set-up; the numbers of stones need not fit the turn. Throws std::invalid_argument if both
  // players have won in it.
  ConnectionPosition(int size, bool swap_rule, std::span<const Color> stones, Color to_move)
      : ConnectionPosition(size, swap_rule) {
    for (const Color color : {Color::black, Color::white}) {
      const bool won_before = outcome_.winner != Color::none;
      for (std::size_t cell = 0; cell < stones.size(); ++cell) {
        if (stones[cell] == color) place(static_cast<Cell>(cell), color);
      }
      if (won_before && outcome_.winner == color) {
        throw std::invalid_argument("both players have won");
      }
    }
    to_move_ = to_move;
  }

  [[nodiscard]] const Topology& topology() const { return board_.topology(); }
  [[nodiscard]] const Board& board() const { return board_; }
  [[nodiscard]] const typename Rules::Companion& companion() const { return companion_; }
  [[nodiscard]] Color to_move() const { return to_move_; }
  [[nodiscard]] Color at(Cell cell) const { return board_.at(cell); }
  [[nodiscard]] Move swap_move() const { return topology().off_board(); }
  [[nodiscard]] int moves_played() const { return stones_; }
  [[nodiscard]] PreviousMoves previous() const { return previous_; }

  // White to move, and the only stone is black.
  [[nodiscard]] bool may_swap() const {
    return swap_rule_ && stones_ == 1 && to_move_ == Color::white &&
           at(only_stone()) == Color::black;
  }

  [[nodiscard]] bool is_legal(Move move) const {
    if (is_over()) return false;
    if (move < topology().cells()) return at(move) == Color::none;
    return move == swap_move() && may_swap();
  }

  void legal_moves(MoveList& out) const {
    out.clear();
    if (is_over()) return;
    for (Cell cell = 0; cell < topology().cells(); ++cell) {
      if (at(cell) == Color::none) out.push_back(cell);
    }
    if (may_swap()) out.push_back(swap_move());
  }

  void play(Move move) {
    assert(is_legal(move));
    if (move == swap_move()) {
      const Cell cell = Rules::after_swap(topology(), only_stone());
      *this = ConnectionPosition(topology().size(), swap_rule_);
      place(cell, Color::white);
      previous_.push(cell);
      return;
    }
    place(move, to_move_);
    previous_.push(move);
    to_move_ = opponent(to_move_);
  }

  [[nodiscard]] bool is_over() const {
    return outcome_.winner != Color::none || stones_ == topology().cells();
  }
  [[nodiscard]] Outcome outcome() const { return outcome_; }

  [[nodiscard]] std::uint64_t key() const {
    const auto extra =
        static_cast<std::uint64_t>(to_move_) * 2 + static_cast<std::uint64_t>(swap_rule_);
    return scramble(stones_key_ ^
                    zobrist(extra, Rules::kSalt + 2 + static_cast<unsigned>(topology().size())));
  }

  // Recomputes everything incremental and compares; for tests.
  [[nodiscard]] bool is_consistent() const {
    std::uint64_t key = 0;
    int stones = 0;
    for (Cell cell = 0; cell < topology().cells(); ++cell) {
      if (at(cell) == Color::none) continue;
      key ^= zobrist(cell, Rules::kSalt + index_of(at(cell)));
      ++stones;
    }
    return key == stones_key_ && stones == stones_ &&
           board_.is_consistent(
               [&](Cell cell, Color color) { return Rules::edges(topology(), cell, color); });
  }

  bool operator==(const ConnectionPosition& other) const {
    return board_ == other.board_ && to_move_ == other.to_move_ && swap_rule_ == other.swap_rule_;
  }

 private:
  // Precondition: there is a stone.
  [[nodiscard]] Cell only_stone() const {
    Cell cell = 0;
    while (at(cell) == Color::none) ++cell;
    return cell;
  }

  void place(Cell cell, Color color) {
    const auto placed = board_.place(cell, color, Rules::edges(topology(), cell, color));
    const Reason reason = Rules::judge(board_, cell, color, placed);
    companion_.place(topology().x(cell), topology().y(cell), color);
    stones_key_ ^= zobrist(cell, Rules::kSalt + index_of(color));
    ++stones_;
    // A set-up may complete several shapes; the first of ring, bridge, fork counts, as in play.
    if (reason != Reason::none && (outcome_.winner != color || reason < outcome_.reason)) {
      outcome_ = {color, reason, color == Color::black ? 1.0F : -1.0F};
    } else if (stones_ == topology().cells() && outcome_.winner == Color::none) {
      outcome_ = {Color::none, Reason::full_board, 0.0F};
    }
  }

  Board board_;
  std::uint64_t stones_key_ = 0;
  int stones_ = 0;
  PreviousMoves previous_;
  Color to_move_ = Color::black;
  bool swap_rule_;
  KATACHI_NO_UNIQUE_ADDRESS typename Rules::Companion companion_;
  Outcome outcome_;
};

}  // namespace katachi
