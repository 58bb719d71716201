// A position of a game whose rules are machine code from elsewhere (games/compiled/rules.h): the
// bytes of its state, and what the core keeps beside them: the result, the number of moves and the
// last two of them, with the cells they acted on.
#pragma once

#include <array>
#include <cstring>
#include <span>

#include "games/compiled/rules.h"
#include "games/compiler.h"

namespace katachi {

class CompiledPosition {
 public:
  // Where the rules say so: asked of the position, see transposes() and knows_winning_moves().
  static constexpr bool kTransposes = true;
  static constexpr bool kWinningCells = true;

  using State = std::array<std::byte, CompiledRules::kLargestState>;

  // The start; throws BrokenRules if the game cannot begin.
  explicit CompiledPosition(const CompiledRules& rules);
  // A state from elsewhere, of at most rules.bytes bytes; throws BrokenRules if nobody is to move.
  CompiledPosition(const CompiledRules& rules, std::span<const std::byte> state, int moves_played);
  // A set-up; precondition: the rules have set_up. `cells` are contents: 0, 1 or 2.
  CompiledPosition(const CompiledRules& rules, std::span<const std::uint8_t> cells, Color to_move);

  // Only the bytes in use are copied.
  CompiledPosition(const CompiledPosition& other) { copy(other); }
  CompiledPosition& operator=(const CompiledPosition& other) {
    if (this != &other) copy(other);
    return *this;
  }
  ~CompiledPosition() = default;

  [[nodiscard]] const CompiledRules& rules() const { return *rules_; }
  [[nodiscard]] const std::byte* state() const { return state_.data(); }
  [[nodiscard]] bool same_game(const CompiledPosition& other) const {
    return rules_ == other.rules_;
  }
  [[nodiscard]] const Topology& topology() const { return *rules_->topology; }
  [[nodiscard]] std::size_t move_count() const { return rules_->moves; }
  [[nodiscard]] Color to_move() const { return color_to_move(*rules_, state_.data()); }
  [[nodiscard]] Color at(Cell cell) const;
  // The cell that a move acts on, or off_board(). Precondition: the move is legal.
  [[nodiscard]] Cell cell_of(Move move) const;
  [[nodiscard]] bool is_legal(Move move) const;
  void legal_moves(MoveList& out) const;
  void play(Move move);
  [[nodiscard]] bool is_over() const { return result_ != 0; }
  [[nodiscard]] Outcome outcome() const;
  [[nodiscard]] std::uint64_t key() const;
  [[nodiscard]] int moves_played() const { return count_; }
  [[nodiscard]] PreviousMoves previous() const { return previous_; }
  // The same as cells, which is what features look at.
  [[nodiscard]] PreviousMoves previous_cells() const { return previous_cells_; }
  [[nodiscard]] unsigned result() const { return result_; }

  [[nodiscard]] bool transposes() const { return !rules_->repeats; }
  [[nodiscard]] bool knows_winning_moves() const { return rules_->winning_moves != nullptr; }

  bool operator==(const CompiledPosition& other) const {
    return rules_ == other.rules_ &&
           std::memcmp(state_.data(), other.state_.data(), rules_->bytes) == 0;
  }

  static Color color_to_move(const CompiledRules& rules, const std::byte* state) {
    return static_cast<Color>(std::to_integer<unsigned>(state[rules.to_move]) - 1U);
  }
  // The outcome that a result of the rules means. Precondition: the game is over.
  static Outcome outcome_of(const CompiledRules& rules, const std::byte* state, unsigned result);
  // Throws BrokenRules with a sentence that names the function and the state.
  [[noreturn]] KATACHI_COLD static void fail(const CompiledRules& rules, const std::byte* state,
                                             const char* function, const char* what);
  // An answer of play, start or outcome as a result.
  static unsigned result_of(const CompiledRules& rules, const std::byte* state,
                            const char* function, int answer) {
    const unsigned result = static_cast<unsigned>(answer) - 1U;
    if (result > CompiledRules::kDraw) {
      fail_answer(rules, state, answer == 0 ? function : "outcome", answer);
    }
    return result;
  }
  // In checked rules: the moves ascend and exist, and the state is still as it was.
  static void check_moves(const CompiledRules& rules, const std::byte* state,
                          std::span<const Move> moves, const char* function);

 private:
  [[noreturn]] KATACHI_COLD static void fail_answer(const CompiledRules& rules,
                                                    const std::byte* state, const char* function,
                                                    int answer);
  void require_player(const char* function) const;

  void copy(const CompiledPosition& other) {
    rules_ = other.rules_;
    result_ = other.result_;
    count_ = other.count_;
    previous_ = other.previous_;
    previous_cells_ = other.previous_cells_;
    std::memcpy(state_.data(), other.state_.data(), rules_->bytes);
  }

  const CompiledRules* rules_;
  unsigned result_ = 0;
  int count_ = 0;
  PreviousMoves previous_, previous_cells_;
  alignas(16) State state_;
};

static_assert(Position<CompiledPosition>);

}  // namespace katachi
