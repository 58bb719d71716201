#include "games/compiled/alphabeta.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "alphabeta/deepening.h"

namespace katachi {
namespace {

struct CompiledKey {
  std::uint64_t bits = 0;
  bool operator==(const CompiledKey&) const = default;
  [[nodiscard]] std::uint64_t hash() const { return bits; }
};

// A compiled game as negamax.h wants it.
class CompiledMoves {
 public:
  using State = CompiledPosition;
  using Key = CompiledKey;
  static constexpr Move kFreeMove = kNothing;
  static constexpr bool kStopWhenDecided = true;

  [[nodiscard]] Key key(const State& state) const { return {state.key()}; }
  void moves(const State& state, MoveList& out) const { state.legal_moves(out); }
  [[nodiscard]] State play(const State& state, Move move) const {
    State next = state;
    next.play(move);
    if (next.to_move() == state.to_move()) {
      throw std::invalid_argument(
          "alpha-beta is for games whose players move in turn, also when the game ends");
    }
    return next;
  }

  // A quicker win is worth more.
  bool over_or_evaluate(const State& state, int& score) const {
    constexpr int kQuickest = 1 << 20;
    constexpr double kMostValue = 50'000'000.0;
    if (state.is_over()) {
      const Color winner = state.outcome().winner;
      const int won = kWonScore + std::max(0, kQuickest - state.moves_played());
      score = winner == Color::none ? 0 : winner == state.to_move() ? won : -won;
      return true;
    }
    double value = 0.0;
    if (state.rules().value(state.state(), &value) == 0) {
      CompiledPosition::fail(state.rules(), state.state(), "value", "raised an exception");
    }
    if (!std::isfinite(value)) {
      CompiledPosition::fail(state.rules(), state.state(), "value", "is not a finite number");
    }
    score = static_cast<int>(std::lround(std::clamp(value, -kMostValue, kMostValue)));
    return false;
  }

  // By the value after the move, where that is cheaper than what it saves.
  void order(const State& state, const MoveList& moves, int depth, std::span<int> scores) const {
    for (std::size_t i = 0; i < moves.size(); ++i) {
      scores[i] = 0;
      if (depth < 2) continue;
      over_or_evaluate(play(state, moves[i]), scores[i]);
      scores[i] = -scores[i];
    }
  }
};

class CompiledAlphaBeta final : public AnyAlphaBeta {
 public:
  CompiledAlphaBeta(const CompiledRules& rules, const AlphaBetaSettings& settings)
      : rules_(&rules),
        settings_(settings),
        table_(settings.megabytes),
        negamax_(game_, settings_, table_) {}

  [[nodiscard]] bool fits(const AnyPosition& position) const override {
    const auto* typed = position_as<CompiledPosition>(position);
    return typed != nullptr && &typed->rules() == rules_;
  }

  [[nodiscard]] int evaluate(const AnyPosition& position) const override {
    int score = 0;
    game_.over_or_evaluate(*position_as<CompiledPosition>(position), score);
    return score;
  }

  AlphaBetaReport run(const AnyPosition& position, const Budget& budget,
                      const RootQuestion& question, const std::function<bool()>& stop) override {
    const CompiledPosition& root = *position_as<CompiledPosition>(position);
    SearchClock clock(budget, stop);
    table_.forget();
    negamax_.begin(clock);
    std::vector<MoveScore> moves = root_moves(game_, root, settings_, question.only);
    constexpr int kLongest = Negamax<CompiledMoves>::kDeepest / 2;
    const int level = budget.depth >= 0 ? budget.depth : settings_.depth;
    AlphaBetaReport report =
        deepen(game_, negamax_, root, moves, settings_,
               level == 0 ? kLongest : std::min(level, kLongest), question.every_move, clock);
    if (moves.empty()) {
      game_.over_or_evaluate(root, report.score);
      report.proven = true;
      report.proof = report.score > 0 ? 1 : report.score < 0 ? -1 : 0;
    }
    report.exact = report.proven;
    report.nodes = clock.nodes();
    report.seconds = clock.seconds();
    report.interrupted = clock.interrupted();
    return report;
  }

 private:
  const CompiledRules* rules_;
  AlphaBetaSettings settings_;
  Table<CompiledKey> table_;
  CompiledMoves game_;
  Negamax<CompiledMoves> negamax_;
};

}  // namespace

std::unique_ptr<AnyAlphaBeta> AlphaBetaOf<CompiledPosition>::make(
    const CompiledPosition& start, const AlphaBetaSettings& settings) {
  if (start.rules().value == nullptr) {
    throw std::invalid_argument("alpha-beta has no evaluation for this game");
  }
  return std::make_unique<CompiledAlphaBeta>(start.rules(), settings);
}

}  // namespace katachi
