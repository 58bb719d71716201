// Go, 2 x 2 to 19 x 19: turns, passes, superko, komi, scoring. The stones are in go_board.h.
//
// A move captures opposing chains without liberties first. Suicide is forbidden unless the rules
// allow it. Superko: a move may not recreate the stones of any earlier position of the game
// (positional), or not with the same player to move (situational); passes are always allowed.
// Two passes in a row end the game, or a move limit if the rules have one (the thesis AGENTS plays
// 250 moves). Area scoring is that of Tromp and Taylor: what stands on the board is alive.
//
// Equality compares the board, ko, turn, passes and rules (with a move limit also the moves
// played), not the history that superko remembers. The key follows equality except for the rules.
#pragma once

#include <span>
#include <vector>

#include "games/go_board.h"

namespace katachi {

enum class Superko : std::uint8_t { positional, situational, none };
enum class Scoring : std::uint8_t { area, stones };

struct GoRules {
  float komi = 7.5F;
  bool suicide = false;
  Superko superko = Superko::positional;
  Scoring scoring = Scoring::area;
  int move_limit = 0;  // 0: none

  bool operator==(const GoRules&) const = default;
};

template <int kCapacity>
class GoPosition {
 public:
  using Board = GoBoard<kCapacity>;

  GoPosition(int size, const GoRules& rules);
  // A set-up; precondition: every chain has a liberty. `ko` may be off_board().
  GoPosition(int size, const GoRules& rules, std::span<const Color> stones, Color to_move, Cell ko,
             int passes, int moves_played);

  [[nodiscard]] const Topology& topology() const { return board_.topology(); }
  [[nodiscard]] const Board& board() const { return board_; }
  [[nodiscard]] const GoRules& rules() const { return rules_; }
  [[nodiscard]] Color to_move() const { return to_move_; }
  [[nodiscard]] Color at(Cell cell) const { return board_.at(cell); }
  [[nodiscard]] Move pass() const { return topology().off_board(); }
  [[nodiscard]] int passes() const { return passes_; }
  [[nodiscard]] int moves_played() const { return moves_played_; }
  [[nodiscard]] PreviousMoves previous() const { return previous_; }
  // Why a move is refused; `none` if it is legal.
  enum class Refusal : std::uint8_t {
    none,
    game_over,
    occupied,
    ko,
    suicide,
    superko,
    no_such_cell
  };
  [[nodiscard]] Refusal refusal(Move move) const;
  [[nodiscard]] bool is_legal(Move move) const { return refusal(move) == Refusal::none; }
  void legal_moves(MoveList& out) const;
  void play(Move move);
  [[nodiscard]] bool is_over() const {
    return passes_ >= 2 || (rules_.move_limit > 0 && moves_played_ >= rules_.move_limit);
  }
  [[nodiscard]] Outcome outcome() const { return outcome_of(board_); }
  // The result if play stopped with these stones.
  [[nodiscard]] Outcome outcome_of(const Board& board) const;
  [[nodiscard]] std::uint64_t key() const;

  bool operator==(const GoPosition& other) const {
    return board_ == other.board_ && to_move_ == other.to_move_ && passes_ == other.passes_ &&
           rules_ == other.rules_ &&
           (rules_.move_limit == 0 || moves_played_ == other.moves_played_);
  }

 private:
  [[nodiscard]] std::uint64_t repetition_key(std::uint64_t stones_key, Color to_move) const;
  [[nodiscard]] bool seen(std::uint64_t repetition_key) const;
  void remember(std::uint64_t repetition_key);

  Board board_;
  GoRules rules_;
  Color to_move_ = Color::black;
  int passes_ = 0;
  int moves_played_ = 0;
  PreviousMoves previous_;
  // Keys of all earlier positions, and a filter of 4096 bits so that the list is rarely read.
  std::vector<std::uint64_t> history_;
  std::array<std::uint64_t, 64> filter_{};
};

extern template class GoPosition<81>;
extern template class GoPosition<169>;
extern template class GoPosition<361>;
static_assert(Position<GoPosition<81>>);

}  // namespace katachi
