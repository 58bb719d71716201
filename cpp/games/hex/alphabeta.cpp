#include "games/hex/alphabeta.h"

#include <algorithm>

#include "alphabeta/deepening.h"
#include "games/hex/distance.h"

namespace katachi {
namespace {

struct HexKey {
  std::uint64_t bits = 0;
  bool operator==(const HexKey&) const = default;
  [[nodiscard]] std::uint64_t hash() const { return bits; }
};

// Hex as negamax.h wants it.
template <int kCapacity>
class HexMoves {
 public:
  using State = HexPosition<kCapacity>;
  using Key = HexKey;
  static constexpr Move kFreeMove = kNothing;
  static constexpr bool kStopWhenDecided = true;

  explicit HexMoves(const AlphaBetaSettings& settings) : settings_(&settings) {}

  [[nodiscard]] Key key(const State& state) const { return {state.key()}; }
  void moves(const State& state, MoveList& out) const { state.legal_moves(out); }
  [[nodiscard]] State play(const State& state, Move move) const {
    State next = state;
    next.play(move);
    return next;
  }

  // A win with more cells left is a quicker one, and worth more.
  bool over_or_evaluate(const State& state, int& score) const {
    if (state.is_over()) {
      const int won = kWonScore + state.topology().cells() - state.moves_played();
      score = state.outcome().winner == state.to_move() ? won : -won;
      return true;
    }
    const HexDistance<kCapacity> mine(state, state.to_move());
    const HexDistance<kCapacity> theirs(state, opponent(state.to_move()));
    const DistanceWeights& weights = settings_->distances;
    score = weights.distance * (theirs.potential() - mine.potential()) +
            weights.breadth * (mine.breadth() - theirs.breadth());
    return false;
  }

  // Cells on short ways of both players first; a swap before everything.
  void order(const State& state, const MoveList& moves, int, std::span<int> scores) const {
    const HexDistance<kCapacity> mine(state, state.to_move());
    const HexDistance<kCapacity> theirs(state, opponent(state.to_move()));
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const bool is_cell = moves[i] < state.topology().cells();
      scores[i] = is_cell ? -16 * (mine.sum(moves[i]) + theirs.sum(moves[i])) : 0;
    }
  }

 private:
  const AlphaBetaSettings* settings_;
};

template <int kCapacity>
class HexAlphaBeta final : public AnyAlphaBeta {
 public:
  using P = HexPosition<kCapacity>;

  HexAlphaBeta(const Topology& topology, const AlphaBetaSettings& settings)
      : topology_(&topology),
        settings_(settings),
        table_(settings.megabytes),
        game_(settings_),
        negamax_(game_, settings_, table_) {}

  [[nodiscard]] bool fits(const AnyPosition& position) const override {
    const P* typed = position_as<P>(position);
    return typed != nullptr && &typed->topology() == topology_;
  }

  [[nodiscard]] int evaluate(const AnyPosition& position) const override {
    int score = 0;
    game_.over_or_evaluate(*position_as<P>(position), score);
    return score;
  }

  AlphaBetaReport run(const AnyPosition& position, const Budget& budget,
                      const RootQuestion& question, const std::function<bool()>& stop) override {
    const P& root = *position_as<P>(position);
    SearchClock clock(budget, stop);
    table_.forget();
    negamax_.begin(clock);
    std::vector<MoveScore> moves = root_moves(game_, root, settings_, question.only);
    const int empties = topology_->cells() - root.moves_played();
    // A swap adds a ply to a game without a stone or with one.
    const int longest = std::min(empties + 1, Negamax<HexMoves<kCapacity>>::kDeepest / 2);
    const int level = budget.depth >= 0 ? budget.depth : settings_.depth;
    AlphaBetaReport report =
        deepen(game_, negamax_, root, moves, settings_,
               level == 0 ? longest : std::min(level, longest), question.every_move, clock);
    if (moves.empty()) {
      game_.over_or_evaluate(root, report.score);
      report.proven = true;
      report.proof = report.score > 0 ? 1 : -1;
    }
    report.exact = report.proven;
    report.nodes = clock.nodes();
    report.seconds = clock.seconds();
    report.interrupted = clock.interrupted();
    return report;
  }

 private:
  const Topology* topology_;
  AlphaBetaSettings settings_;
  Table<HexKey> table_;
  HexMoves<kCapacity> game_;
  Negamax<HexMoves<kCapacity>> negamax_;
};

}  // namespace

template <int kCapacity>
std::unique_ptr<AnyAlphaBeta> AlphaBetaOf<HexPosition<kCapacity>>::make(
    const HexPosition<kCapacity>& start, const AlphaBetaSettings& settings) {
  return std::make_unique<HexAlphaBeta<kCapacity>>(start.topology(), settings);
}

template struct AlphaBetaOf<HexPosition<121>>;
template struct AlphaBetaOf<HexPosition<361>>;

}  // namespace katachi
