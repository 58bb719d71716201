// Gomoku on 9 x 9 to 19 x 19: the first row of five wins, in any of eight directions.
//
// Rule `free`: five or more. Rule `exact`: exactly five; a longer row wins nothing and stays. A
// full board without a winner is a draw. Swap (pie) rule: White may answer the first move by `swap`
// (number `cells`) and so take over the stone where it stands; Black moves again. Professional
// openings (pro, swap2) and the forbidden moves of Renju are not handled.
#pragma once

#include <array>
#include <bit>
#include <span>
#include <vector>

#include "games/gomoku/lines.h"
#include "games/position.h"
#include "games/random.h"

namespace katachi {

struct GomokuRules {
  bool exact = false;
  bool swap = false;

  bool operator==(const GomokuRules&) const = default;
};

// kSize: the largest board.
template <int kSize>
class GomokuPosition {
 public:
  static constexpr int kCapacity = kSize * kSize;
  // Equal positions may share what the tree knows: stones are never taken off.
  static constexpr bool kTransposes = true;
  // Playouts know the cells where a five can be made.
  static constexpr bool kWinningCells = true;
  using Stones = gomoku::Stones<gomoku::line_count(kSize)>;

  // Precondition: 5 <= size <= kSize.
  GomokuPosition(int size, const GomokuRules& rules)
      : topology_(&Topology::of(Grid::square_eight, size)),
        map_(&gomoku::LineMap::of(size)),
        rules_(rules) {}

  // A set-up; the numbers of stones need not fit the turn. Throws std::invalid_argument if both
  // players have five in a row.
  GomokuPosition(int size, const GomokuRules& rules, std::span<const Color> stones, Color to_move);

  [[nodiscard]] const Topology& topology() const { return *topology_; }
  [[nodiscard]] const gomoku::LineMap& map() const { return *map_; }
  [[nodiscard]] const Stones& stones() const { return stones_; }
  [[nodiscard]] const GomokuRules& rules() const { return rules_; }
  [[nodiscard]] Color to_move() const { return to_move_; }
  [[nodiscard]] Color at(Cell cell) const { return stones_.at(map_->places(cell)); }
  [[nodiscard]] Move swap_move() const { return topology().off_board(); }
  [[nodiscard]] int moves_played() const { return count_; }
  [[nodiscard]] PreviousMoves previous() const { return previous_; }

  // White to move, and the only stone is black.
  [[nodiscard]] bool may_swap() const;
  [[nodiscard]] bool is_legal(Move move) const {
    if (is_over()) return false;
    if (move < topology().cells()) return at(move) == Color::none;
    return move == swap_move() && may_swap();
  }
  void legal_moves(MoveList& out) const;
  void play(Move move);
  [[nodiscard]] bool is_over() const {
    return outcome_.winner != Color::none || count_ == topology().cells();
  }
  [[nodiscard]] Outcome outcome() const { return outcome_; }
  [[nodiscard]] std::uint64_t key() const {
    const auto extra = index_of(to_move_) * 4 + static_cast<std::size_t>(rules_.exact) * 2 +
                       static_cast<std::size_t>(rules_.swap);
    return scramble(stones_key_ ^
                    zobrist(extra, kSalt + 2 + static_cast<unsigned>(topology().size())));
  }
  // Recomputes everything incremental and compares; for tests.
  [[nodiscard]] bool is_consistent() const;

  bool operator==(const GomokuPosition& other) const {
    return topology_ == other.topology_ && stones_ == other.stones_ && to_move_ == other.to_move_ &&
           rules_ == other.rules_;
  }

 private:
  static constexpr std::uint64_t kSalt = 0x60;

  // Precondition: there is a stone.
  [[nodiscard]] Cell only_stone() const;
  void place(Cell cell, Color color);

  const Topology* topology_;
  const gomoku::LineMap* map_;
  Stones stones_;
  std::uint64_t stones_key_ = 0;
  int count_ = 0;
  PreviousMoves previous_;
  GomokuRules rules_;
  Color to_move_ = Color::black;
  Outcome outcome_;
};

extern template class GomokuPosition<15>;
extern template class GomokuPosition<19>;
static_assert(Position<GomokuPosition<19>>);

}  // namespace katachi
