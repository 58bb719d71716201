#include "games/othello/alphabeta.h"

#include <algorithm>

#include "alphabeta/deepening.h"
#include "games/othello/alphabeta_kernel.h"
#include "games/othello/value_search.h"

namespace katachi {
namespace {

// Othello as negamax.h wants it.
template <int kSize>
class OthelloMoves {
 public:
  using State = OthelloSides<kSize>;
  using Key = OthelloSides<kSize>;
  static constexpr Move kFreeMove = OthelloPosition<kSize>::kPass;
  static constexpr bool kStopWhenDecided = false;  // a larger margin may be found

  explicit OthelloMoves(const OthelloKernel<kSize>& kernel) : kernel_(&kernel) {}

  [[nodiscard]] const Key& key(const State& state) const { return state; }
  void moves(const State& state, MoveList& out) const {
    out.clear();
    auto moves = kernel_->mobility(state);
    if (moves == 0) {
      if (kernel_->mobility({state.other, state.own}) != 0) out.push_back(kFreeMove);
      return;
    }
    for (; moves != 0; moves &= moves - 1) out.push_back(static_cast<Move>(othello::first(moves)));
  }
  [[nodiscard]] State play(const State& state, Move move) const {
    if (move == kFreeMove) return {state.other, state.own};
    return kernel_->play(state, move);
  }
  bool over_or_evaluate(const State& state, int& score) const {
    return kernel_->over_or_evaluate(state, score);
  }
  void order(const State& state, const MoveList& moves, int depth, std::span<int> scores) const {
    for (std::size_t i = 0; i < moves.size(); ++i) {
      scores[i] = moves[i] == kFreeMove ? 0 : kernel_->promise(state, moves[i], depth);
    }
  }

 private:
  const OthelloKernel<kSize>* kernel_;
};

template <int kSize>
class OthelloAlphaBeta final : public AnyAlphaBeta {
 public:
  using P = OthelloPosition<kSize>;
  using Sides = OthelloSides<kSize>;

  explicit OthelloAlphaBeta(const AlphaBetaSettings& settings)
      : settings_(settings),
        table_(settings.megabytes),
        kernel_(make_othello_kernel<kSize>(settings_, table_)),
        game_(*kernel_),
        negamax_(game_, settings_, table_) {}

  [[nodiscard]] bool fits(const AnyPosition& position) const override {
    return position_as<P>(position) != nullptr;
  }

  [[nodiscard]] int evaluate(const AnyPosition& position) const override {
    int score = 0;
    game_.over_or_evaluate(sides_of(position), score);
    return score;
  }

  AlphaBetaReport run(const AnyPosition& position, const Budget& budget,
                      const RootQuestion& question, const std::function<bool()>& stop) override {
    const Sides root = sides_of(position);
    SearchClock clock(budget, stop);
    table_.forget();
    negamax_.begin(clock);
    AlphaBetaReport report = answer(root, budget.depth, question, clock);
    report.nodes = clock.nodes();
    report.seconds = clock.seconds();
    report.interrupted = clock.interrupted();
    return report;
  }

 private:
  static Sides sides_of(const AnyPosition& position) {
    const P& typed = *position_as<P>(position);
    return {typed.discs(typed.to_move()), typed.discs(opponent(typed.to_move()))};
  }

  AlphaBetaReport answer(const Sides& root, int depth, const RootQuestion& question,
                         SearchClock& clock) {
    std::vector<MoveScore> moves = root_moves(game_, root, settings_, question.only);
    const int empties =
        kSize * kSize - othello::count(static_cast<typename P::Bits>(root.own | root.other));
    if (moves.empty()) {
      AlphaBetaReport report;
      decide(report, kernel_->final_margin(root), empties);
      return report;
    }
    const int level = depth >= 0 ? depth : settings_.depth;
    const bool to_the_end = level == 0 || level >= empties || empties <= settings_.endgame_empties;
    int deepest = level == 0 ? empties - 1 : std::min(level, empties - 1);
    // The exact solver wants no more than a good order of the moves.
    if (level >= empties || empties <= settings_.endgame_empties) {
      deepest = std::min(kLongestPreview, empties - kSolvedAtOnce);
    }
    AlphaBetaReport report =
        deepen(game_, negamax_, root, moves, settings_, deepest, question.every_move, clock);
    if (to_the_end && !clock.stopped()) solve(root, moves, question.every_move, clock, report);
    return report;
  }

  // Replaces the report by the exact result unless the clock stops before.
  void solve(const Sides& root, std::vector<MoveScore>& moves, bool every_move, SearchClock& clock,
             AlphaBetaReport& report) {
    std::size_t best = 0;
    const std::size_t finished = search_root(
        moves, settings_, every_move, clock, best,
        [&](Move move, int alpha, int beta) {
          return -kernel_->solve(game_.play(root, move), -beta, -alpha, clock);
        },
        [](const MoveScore&) {});
    if (finished < moves.size()) return;
    const int margin = moves[best].score;
    const int empties =
        kSize * kSize - othello::count(static_cast<typename P::Bits>(root.own | root.other));
    report.best = moves[best].move;
    decide(report, margin, empties);
    report.principal_variation = {report.best};
    follow(game_.play(root, report.best), -margin, clock, report.principal_variation);
    if (!every_move) return;
    put_best_first(moves, best, true);
    report.moves = moves;
    for (MoveScore& move : report.moves) move.score *= 100;
  }

  static void decide(AlphaBetaReport& report, int margin, int empties) {
    report.score = 100 * margin;
    report.exact = true;
    report.proven = true;
    report.proof = margin > 0 ? 1 : (margin < 0 ? -1 : 0);
    report.depth = empties;
  }

  // Appends moves that keep the margin, to the end of the game.
  void follow(Sides sides, int margin, SearchClock& clock, std::vector<Move>& line) {
    for (;;) {
      std::vector<MoveScore> moves = root_moves(game_, sides, settings_);
      if (moves.empty()) return;
      if (const auto* entry = table_.find(sides); entry != nullptr && entry->move != kNothing) {
        std::stable_partition(moves.begin(), moves.end(),
                              [&](const MoveScore& m) { return m.move == entry->move; });
      }
      Move kept = kNothing;
      for (const MoveScore& candidate : moves) {
        const Sides next = game_.play(sides, candidate.move);
        // No move is worth more than the margin, so reaching it is enough.
        if (-kernel_->solve(next, -margin, -margin + 1, clock) >= margin) kept = candidate.move;
        if (clock.stopped()) return;
        if (kept != kNothing) break;
      }
      if (kept == kNothing) return;
      line.push_back(kept);
      sides = game_.play(sides, kept);
      margin = -margin;
    }
  }

  // Plies searched to order the moves before an exact solution, and the size of what needs none.
  static constexpr int kLongestPreview = 8;
  static constexpr int kSolvedAtOnce = 8;

  AlphaBetaSettings settings_;
  Table<Sides> table_;
  std::unique_ptr<OthelloKernel<kSize>> kernel_;
  OthelloMoves<kSize> game_;
  Negamax<OthelloMoves<kSize>> negamax_;
};

}  // namespace

template <int kSize>
std::unique_ptr<AnyAlphaBeta> AlphaBetaOf<OthelloPosition<kSize>>::make(
    const OthelloPosition<kSize>& /*start*/, const AlphaBetaSettings& settings) {
  if (settings.values != nullptr) return make_othello_value_search<kSize>(settings);
  return std::make_unique<OthelloAlphaBeta<kSize>>(settings);
}

template struct AlphaBetaOf<OthelloPosition<6>>;
template struct AlphaBetaOf<OthelloPosition<8>>;
template struct AlphaBetaOf<OthelloPosition<10>>;

}  // namespace katachi
