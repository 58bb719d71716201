// Go, 2 x 2 to 19 x 19: turns, passes, superko, komi, scoring. The stones are in board.h.
//
// A move captures opposing chains without liberties first. Suicide is forbidden unless the rules
// allow it. Superko: a move may not recreate the stones of any earlier position of the game
// (positional), or not with the same player to move (situational); passes are always allowed.
// Two passes in a row end the game, or a move limit if the rules have one (the thesis AGENTS plays
// 250 moves). Area scoring is that of Tromp and Taylor: what stands on the board is alive.
// Territory scoring counts surrounded points and prisoners; as every stone was put on the board by
// somebody, that is the margin of area scoring less the stones that Black placed more than White.
//
// Equality compares all that later moves and the result depend on: board, ko, turn, passes, rules,
// the earlier positions that superko forbids, with a move limit the moves played, with territory
// scoring the prisoners. The key is made from the first four (and the moves played).
#pragma once

#include <span>
#include <vector>

#include "games/go/board.h"

namespace katachi {

enum class Superko : std::uint8_t { positional, situational, none };
enum class Scoring : std::uint8_t { area, stones, territory };

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
  static constexpr bool kLiberties = true;  // stones live in chains with liberties

  GoPosition(int size, const GoRules& rules);
  // What a position has besides stones, turn and rules.
  struct Past {
    Cell ko;  // may be off_board()
    int passes = 0;
    int moves_played = 0;
    std::array<int, 2> prisoners{};       // stones taken off, by their colour
    std::span<const std::uint64_t> seen;  // as seen() gives them
  };
  // A set-up; precondition: every chain has a liberty.
  GoPosition(int size, const GoRules& rules, std::span<const Color> stones, Color to_move,
             const Past& past);

  [[nodiscard]] const Topology& topology() const { return board_.topology(); }
  [[nodiscard]] const Board& board() const { return board_; }
  [[nodiscard]] const GoRules& rules() const { return rules_; }
  [[nodiscard]] float komi() const { return rules_.komi; }
  [[nodiscard]] Color to_move() const { return to_move_; }
  [[nodiscard]] Color at(Cell cell) const { return board_.at(cell); }
  [[nodiscard]] Move pass() const { return topology().off_board(); }
  [[nodiscard]] int passes() const { return passes_; }
  [[nodiscard]] int moves_played() const { return moves_played_; }
  [[nodiscard]] PreviousMoves previous() const { return previous_; }
  // Stones taken off the board, by their colour.
  [[nodiscard]] const std::array<int, 2>& prisoners() const { return prisoners_; }
  // What superko remembers, as keys: earlier positions, ascending, each once, without this one.
  [[nodiscard]] std::vector<std::uint64_t> seen() const;
  // The same stones and memory with a colour to move and no pass or move before: how GTP lets a
  // colour move twice, and how play goes on after two passes.
  [[nodiscard]] GoPosition resumed(Color color) const;
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
           (rules_.move_limit == 0 || moves_played_ == other.moves_played_) &&
           (rules_.scoring != Scoring::territory || placed_margin() == other.placed_margin()) &&
           (history_ == other.history_ || seen() == other.seen());
  }

 private:
  // Black's stones ever placed minus White's, set-ups included.
  [[nodiscard]] int placed_margin() const {
    return board_.stones_margin() + prisoners_[0] - prisoners_[1];
  }
  [[nodiscard]] std::uint64_t repetition_key(std::uint64_t stones_key, Color to_move) const;
  [[nodiscard]] bool seen(std::uint64_t repetition_key) const;
  void remember(std::uint64_t repetition_key);

  Board board_;
  GoRules rules_;
  Color to_move_ = Color::black;
  int passes_ = 0;
  int moves_played_ = 0;
  std::array<int, 2> prisoners_{};
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
