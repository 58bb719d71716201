// Monte-Carlo tree search: descend, play out, back up.
//
// One class for all games; the phases are in selection.h, expansion.h, playout.h and below (backup,
// final move). With one thread and a budget of simulations the result depends only on the position,
// the settings and the seed; several threads interleave as the machine likes.
//
// Values are kept for the player who moves at the family; results are 1 win, 0 loss, 1/2 draw,
// mixed with the scaled score if asked for. Not here: transpositions (the tree is a tree),
// pondering.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "games/threads.h"
#include "search/expansion.h"
#include "search/playout.h"
#include "search/selection.h"
#include "search/settings.h"
#include "search/simulation.h"
#include "search/tree.h"

namespace katachi {

// One move at the root, or a node of a tree dump.
struct MoveReport {
  int depth = 0;
  Move move = kNoMove;
  std::uint32_t visits = 0;
  double value = 0.0;  // for the player who makes the move; 0 without visits
  float amaf_visits = 0.0F;
  float amaf_value = 0.0F;
  float initial_visits = 0.0F;
  float initial_value = 0.0F;
  float strength = 0.0F;
  Proof proof = Proof::unknown;
};

struct SearchReport {
  Move best = kNoMove;            // kNoMove when the game is over
  double value = 0.5;             // of the best move
  Proof proof = Proof::unknown;   // for the player to move
  std::vector<MoveReport> moves;  // most visits first
  std::vector<Move> principal_variation;
  std::uint64_t simulations = 0;
  double seconds = 0.0;
  int depth = 0;  // longest path
  std::size_t families = 0;
  std::size_t bytes = 0;
  bool full = false;         // the memory of the tree ran out
  bool interrupted = false;  // by the caller
};

template <class P>
class Mcts {
 public:
  // `knowledge` may be null; `strengths` are for playouts and may be empty.
  Mcts(const P& position, std::size_t move_count, const MctsSettings& settings,
       std::shared_ptr<const Knowledge<P>> knowledge, StrengthSource<P> strengths)
      : root_(position),
        move_count_(move_count),
        settings_(settings),
        knowledge_(std::move(knowledge)),
        strengths_(std::move(strengths)),
        selection_(settings.selection, statistics_of(settings)),
        tree_(statistics_of(settings), static_cast<std::size_t>(settings.megabytes) << 20U),
        history_(move_count) {
    for (int t = 0; t < settings.threads; ++t) {
      workers_.push_back(std::make_unique<Worker>(*this, static_cast<std::uint64_t>(t)));
    }
  }

  // The statistics that the parts in use read.
  static Statistics statistics_of(const MctsSettings& s) {
    const ExpansionSettings& e = s.expansion;
    return {.amaf = s.selection.rave != SelectionSettings::Rave::none,
            .initial = e.joint_neighbour || e.local_connections || e.edge_connections ||
                       e.knowledge_visits > 0.0F,
            .strength = s.selection.bias != SelectionSettings::Bias::none ||
                        s.selection.formula == SelectionSettings::Formula::puct};
  }

  [[nodiscard]] const P& position() const { return root_; }

  // Goes to another position; the tree is kept only if it is the same one.
  void set_position(const P& position) {
    if (position == root_) return;
    root_ = position;
    clear_tree();
    after_real_move();
  }

  // Plays a real move and keeps the subtree below it. Precondition: the move is legal.
  void advance(Move move) {
    FamilyId next = kNoFamily;
    if (tree_.root() != kNoFamily) {
      const Children c = tree_.children(tree_.root());
      for (std::uint32_t i = 0; i < c.count; ++i) {
        if (c.move[i] == move) next = c.family[i];
      }
    }
    root_.play(move);
    tree_.keep(next);
    full_.store(false);
    after_real_move();
  }

  // Forgets everything learned from earlier moves.
  void new_game(const P& position) {
    root_ = position;
    clear_tree();
    history_ = History(move_count_);
    for (auto& worker : workers_) {
      worker = std::make_unique<Worker>(*this, worker->stream);
    }
  }

  // Searches until the budget is used, the root is proven or stop() says so. stop() is called on
  // this thread every few milliseconds.
  SearchReport run(const Budget& budget, const std::function<bool()>& stop) {
    const auto begin = Clock::now();
    bool interrupted = false;
    if (tree_.root() == kNoFamily) {
      tree_.set_root(expand(tree_, root_, settings_.expansion, knowledge_.get(), workers_[0]->rng));
    }
    claimed_.store(0);
    for (auto& worker : workers_) worker->done = 0;
    failure_ = nullptr;
    stop_.store(tree_.root() == kNoFamily || tree_.family(tree_.root()).children == 0 ||
                tree_.family(tree_.root()).proof != Proof::unknown);
    const auto limit = budget.simulations == 0 ? ~std::uint64_t{0} : budget.simulations;
    const auto deadline =
        begin + std::chrono::duration_cast<Clock::duration>(
                    std::chrono::duration<double>(budget.seconds > 0.0 ? budget.seconds : 1e9));
    {
      ThreadGroup others;
      for (std::size_t t = 1; t < workers_.size(); ++t) {
        if (!others.start([&, t] { work(*workers_[t], limit, deadline, [] { return false; }); }))
          break;
      }
      work(*workers_[0], limit, deadline, [&] {
        if (stop && stop()) interrupted = true;
        return interrupted;
      });
    }
    if (failure_) std::rethrow_exception(failure_);
    SearchReport report = describe();
    for (const auto& worker : workers_) report.simulations += worker->done;
    report.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    report.interrupted = interrupted;
    return report;
  }

  // One playout with the policy of the search, outside the tree. `before` and `last` are the moves
  // that led to `start`. With `learn` the tables of the policy change as after a simulation.
  Outcome play_out(const P& start, Move before, Move last, Rng& rng, bool learn,
                   Simulation& record) {
    Worker& worker = *workers_[0];
    record.clear(move_count_);
    const Outcome outcome = worker.policy.play(start, before, last, worker.memory, rng, record);
    if (learn) worker.memory.learn(settings_.playout, record, before, last, outcome.winner);
    return outcome;
  }

  // Depth-first list of the nodes with at least `least_visits` visits.
  [[nodiscard]] std::vector<MoveReport> dump(int deepest, std::uint32_t least_visits) const {
    std::vector<MoveReport> lines;
    if (tree_.root() != kNoFamily) dump(tree_.root(), 0, deepest, least_visits, lines);
    return lines;
  }

 private:
  using Clock = std::chrono::steady_clock;

  struct Step {
    FamilyId family;
    std::uint32_t child;
  };

  struct Worker {
    Worker(Mcts& search, std::uint64_t number)
        : stream(number),
          rng(search.settings_.seed, number),
          position(search.root_),
          memory(search.move_count_, search.settings_.playout),
          policy(search.root_, search.settings_.playout, search.strengths_, search.history_) {
      for (AncestorAmaf& ancestor : ancestors) {
        ancestor.visits.assign(search.move_count_, 0.0F);
        ancestor.value.assign(search.move_count_, 0.0F);
      }
    }

    std::uint64_t stream;
    Rng rng;
    P position;
    std::vector<Step> path;
    PolicyMemory memory;
    PolicyPlayout<P> policy;
    Simulation record;
    Selection::Scores scores;
    std::array<AncestorAmaf, 2> ancestors;  // by player
    int depth = 0;
    std::uint64_t done = 0;  // simulations of this run
  };

  [[nodiscard]] bool shared() const { return workers_.size() > 1; }

  [[nodiscard]] bool uses_policy() const {
    const PlayoutSettings& p = settings_.playout;
    return p.base != PlayoutSettings::Base::uniform || p.decisive || p.anti_decisive ||
           p.mate > 0.0F || p.last_good_reply > 0 || p.ngrams > 0 || p.dead_cells ||
           p.atari_escapes || p.near_shapes || p.captures || p.self_atari_refusal > 0.0F;
  }

  [[nodiscard]] bool uses_history() const {
    return settings_.selection.history_weight > 0.0F ||
           settings_.playout.base == PlayoutSettings::Base::mast ||
           settings_.playout.base == PlayoutSettings::Base::nst;
  }

  [[nodiscard]] bool reads_owners() const {
    return uses_history() || settings_.selection.rave != SelectionSettings::Rave::none;
  }

  void clear_tree() {
    tree_.clear();
    full_.store(false);
  }

  void after_real_move() {
    for (auto& worker : workers_) {
      worker->memory.after_real_move(settings_.playout);
    }
  }

  template <class Poll>
  void work(Worker& worker, std::uint64_t limit, Clock::time_point deadline, Poll poll) {
    worker.depth = 0;
    try {
      if (simulate_until(worker, limit, deadline, poll)) stop_.store(true);
    } catch (...) {  // knowledge or a game written in Python may throw
      const std::scoped_lock lock(failure_mutex_);
      if (!failure_) failure_ = std::current_exception();
      stop_.store(true);
    }
  }

  // True if time or the caller ended it, so that all threads must end.
  template <class Poll>
  bool simulate_until(Worker& worker, std::uint64_t limit, Clock::time_point deadline, Poll poll) {
    constexpr std::chrono::milliseconds kPollEvery{5};
    // Simulations are claimed in small batches: a counter that every thread writes is slow.
    constexpr std::uint64_t kBatch = 8;
    auto next_poll = Clock::now() + kPollEvery;
    for (;;) {
      const std::uint64_t first = claimed_.fetch_add(kBatch, std::memory_order_relaxed);
      if (first >= limit) return false;
      const std::uint64_t end = std::min(limit, first + kBatch);
      for (std::uint64_t n = first; n < end; ++n) {
        if (stop_.load(std::memory_order_relaxed)) return false;
        simulate(worker);
        ++worker.done;
      }
      const auto now = Clock::now();
      if (now >= deadline) return true;
      if (now < next_poll) continue;
      next_poll = now + kPollEvery;
      if (poll()) return true;
    }
  }

  template <class T, class U>
  void add(T& target, U amount) const {
    if (shared()) {
      std::atomic_ref(target).fetch_add(static_cast<T>(amount), std::memory_order_relaxed);
    } else {
      target += static_cast<T>(amount);
    }
  }

  void simulate(Worker& worker) {
    worker.position = root_;
    worker.path.clear();
    for (AncestorAmaf& ancestor : worker.ancestors) ancestor.set = false;
    worker.record.clear(move_count_);
    FamilyId at = tree_.root();
    double black = 0.5;  // value for Black
    for (;;) {
      Family& family = tree_.family(at);
      const Children c = tree_.children(at);
      if (c.count == 0) {
        black = black_value(worker.position.outcome());
        break;
      }
      if (settings_.selection.grave_visits > 0) refer_to(family, c, worker);
      const std::uint32_t i = selection_.select(
          family, c, history_, worker.ancestors[index_of(family.mover)], shared(), worker.scores);
      worker.path.push_back({at, i});
      add(family.visits, 1U);
      const std::uint32_t visits_before = c.visits[i];
      add(c.visits[i], 1U);
      const Move move = c.move[i];
      worker.position.play(move);
      if (settings_.selection.solver && c.proof[i] != Proof::unknown) {
        black = black_value(c.proof[i], family.mover);
        break;
      }
      FamilyId next = std::atomic_ref(c.family[i]).load(std::memory_order_acquire);
      if (next <= kExpanding) {
        if (worker.position.is_over()) {
          const Outcome outcome = worker.position.outcome();
          black = black_value(outcome);
          if (settings_.selection.solver) c.proof[i] = proof_of(outcome, family.mover);
          break;
        }
        if (next == kNoFamily &&
            visits_before >= static_cast<std::uint32_t>(settings_.expansion.visits)) {
          next = grow(c, i, worker);
        }
      }
      if (next <= kExpanding) {
        black = play_out(worker, c.move[i]);
        break;
      }
      at = next;
    }
    worker.depth = std::max(worker.depth, static_cast<int>(worker.path.size()));
    back_up(worker, black);
  }

  // Expands child i; kNoFamily when the tree is full or another thread is at it.
  FamilyId grow(const Children& c, std::uint32_t i, Worker& worker) {
    FamilyId expected = kNoFamily;
    std::atomic_ref slot(c.family[i]);
    if (full_.load(std::memory_order_relaxed) ||
        !slot.compare_exchange_strong(expected, kExpanding, std::memory_order_acquire)) {
      return kNoFamily;
    }
    FamilyId family = kNoFamily;
    try {
      family = expand(tree_, worker.position, settings_.expansion, knowledge_.get(), worker.rng);
    } catch (...) {
      slot.store(kNoFamily, std::memory_order_release);
      throw;
    }
    if (family == kNoFamily) full_.store(true, std::memory_order_relaxed);
    slot.store(family, std::memory_order_release);
    return family;
  }

  // GRAVE: AMAF comes from the deepest family of the same player on the path with enough visits.
  void refer_to(const Family& family, const Children& c, Worker& worker) const {
    if (family.visits < static_cast<std::uint32_t>(settings_.selection.grave_visits)) return;
    AncestorAmaf& ancestor = worker.ancestors[index_of(family.mover)];
    std::fill(ancestor.visits.begin(), ancestor.visits.end(), 0.0F);
    for (std::uint32_t i = 0; i < c.count; ++i) {
      ancestor.visits[c.move[i]] = c.amaf_visits[i];
      ancestor.value[c.move[i]] = c.amaf_value[i];
    }
    ancestor.set = true;
  }

  double play_out(Worker& worker, Move last) {
    Outcome outcome;
    if (uses_policy()) {
      Move before = kNoMove;
      if (worker.path.size() >= 2) {
        const Step& step = worker.path[worker.path.size() - 2];
        before = tree_.children(step.family).move[step.child];
      }
      outcome = worker.policy.play(worker.position, before, last, worker.memory, worker.rng,
                                   worker.record);
      worker.memory.learn(settings_.playout, worker.record, before, last, outcome.winner);
    } else {
      outcome =
          play_uniform(worker.position, worker.rng, reads_owners() ? &worker.record : nullptr);
    }
    if (reads_owners()) {
      worker.record.find_owners(static_cast<std::uint32_t>(settings_.selection.amaf_moves));
    }
    return black_value(outcome);
  }

  [[nodiscard]] double black_value(const Outcome& outcome) const {
    double value = 0.5;
    if (outcome.winner != Color::none) value = outcome.winner == Color::black ? 1.0 : 0.0;
    const double share = static_cast<double>(settings_.backup.score_share);
    if (share <= 0.0) return value;
    const double most = static_cast<double>(move_count_);  // about b^2
    const double scaled =
        std::clamp((static_cast<double>(outcome.score) + most) / (2.0 * most), 0.0, 1.0);
    return (1.0 - share) * value + share * scaled;
  }

  [[nodiscard]] static double black_value(Proof proof, Color mover) {
    if (proof == Proof::draw) return 0.5;
    return (proof == Proof::win) == (mover == Color::black) ? 1.0 : 0.0;
  }

  [[nodiscard]] static Proof proof_of(const Outcome& outcome, Color mover) {
    if (outcome.winner == Color::none) return Proof::draw;
    return outcome.winner == mover ? Proof::win : Proof::loss;
  }

  void back_up(Worker& worker, double black) {
    const bool amaf = settings_.selection.rave != SelectionSettings::Rave::none;
    auto& owner = worker.record.owner;
    for (std::size_t d = worker.path.size(); d-- > 0;) {
      const Step& step = worker.path[d];
      Family& family = tree_.family(step.family);
      const Children c = tree_.children(step.family);
      const double value = family.mover == Color::black ? black : 1.0 - black;
      add(c.value[step.child], value);
      owner[c.move[step.child]] = family.mover;
      if (amaf) {
        // Moves that this player made from here on, first on their cell, as if they came first.
        const auto result = static_cast<float>(value);
        for (std::uint32_t i = 0; i < c.count; ++i) {
          const float hit = owner[c.move[i]] == family.mover ? 1.0F : 0.0F;
          c.amaf_visits[i] += hit;
          c.amaf_value[i] += hit * result;
        }
      }
      if (settings_.selection.solver) prove(worker, d);
    }
    if (uses_history()) {
      for (std::size_t move = 0; move < move_count_; ++move) {
        const Color player = owner[move];
        if (player == Color::none) continue;
        history_.visits[index_of(player)][move] += 1.0F;
        history_.value[index_of(player)][move] +=
            static_cast<float>(player == Color::black ? black : 1.0 - black);
      }
    }
  }

  // If the child on the path is proven, the family may be: won by one won move, lost when all moves
  // are lost, drawn when all are proven and the best is a draw (Winands et al. 2008).
  void prove(Worker& worker, std::size_t d) {
    const Step& step = worker.path[d];
    Family& family = tree_.family(step.family);
    const Children c = tree_.children(step.family);
    const Proof child = c.proof[step.child];
    if (child == Proof::unknown || family.proof != Proof::unknown) return;
    Proof proof = Proof::win;
    if (child != Proof::win) {
      proof = Proof::loss;
      for (std::uint32_t i = 0; i < c.count; ++i) {
        if (c.proof[i] == Proof::unknown) return;
        if (c.proof[i] == Proof::draw) proof = Proof::draw;
      }
    }
    family.proof = proof;
    if (d == 0) {
      stop_.store(true, std::memory_order_relaxed);
    } else {
      const Step& parent = worker.path[d - 1];
      tree_.children(parent.family).proof[parent.child] = reversed(proof);
    }
  }

  [[nodiscard]] MoveReport line(const Children& c, std::uint32_t i, int depth) const {
    MoveReport report;
    report.depth = depth;
    report.move = c.move[i];
    report.visits = c.visits[i];
    if (c.visits[i] > 0) report.value = c.value[i] / c.visits[i];
    if (c.amaf_visits != nullptr) {
      report.amaf_visits = c.amaf_visits[i];
      report.amaf_value = c.amaf_visits[i] > 0.0F ? c.amaf_value[i] / c.amaf_visits[i] : 0.0F;
    }
    if (c.initial_visits != nullptr) {
      report.initial_visits = c.initial_visits[i];
      report.initial_value = c.initial_value[i];
    }
    if (c.strength != nullptr) report.strength = c.strength[i];
    report.proof = c.proof[i];
    return report;
  }

  // Proven wins first, proven losses last; in between by visits or value.
  [[nodiscard]] bool better(const MoveReport& a, const MoveReport& b) const {
    const auto rank = [](Proof proof) {
      return proof == Proof::win ? 2 : proof == Proof::loss ? 0 : 1;
    };
    if (rank(a.proof) != rank(b.proof)) return rank(a.proof) > rank(b.proof);
    const bool by_value = settings_.final_move.choice == FinalSettings::Choice::best_value;
    if (by_value && a.value != b.value) return a.value > b.value;
    if (a.visits != b.visits) return a.visits > b.visits;
    if (a.value != b.value) return a.value > b.value;
    return a.move < b.move;
  }

  [[nodiscard]] std::vector<MoveReport> ranked(FamilyId id, int depth) const {
    const Children c = tree_.children(id);
    std::vector<MoveReport> lines;
    for (std::uint32_t i = 0; i < c.count; ++i) lines.push_back(line(c, i, depth));
    std::sort(lines.begin(), lines.end(),
              [&](const MoveReport& a, const MoveReport& b) { return better(a, b); });
    return lines;
  }

  [[nodiscard]] FamilyId below(FamilyId id, Move move) const {
    const Children c = tree_.children(id);
    for (std::uint32_t i = 0; i < c.count; ++i) {
      if (c.move[i] == move) return c.family[i];
    }
    return kNoFamily;
  }

  [[nodiscard]] SearchReport describe() const {
    SearchReport report;
    report.bytes = tree_.bytes_used();
    report.full = full_.load();
    report.families = tree_.families();
    for (const auto& worker : workers_) report.depth = std::max(report.depth, worker->depth);
    if (tree_.root() == kNoFamily || tree_.family(tree_.root()).children == 0) return report;
    report.moves = ranked(tree_.root(), 0);
    report.best = report.moves.front().move;
    report.value = report.moves.front().value;
    report.proof = tree_.family(tree_.root()).proof;
    for (FamilyId id = tree_.root(); id > kExpanding && tree_.family(id).children > 0;) {
      const MoveReport first = ranked(id, 0).front();
      if (first.visits == 0) break;
      report.principal_variation.push_back(first.move);
      id = below(id, first.move);
    }
    return report;
  }

  void dump(FamilyId id, int depth, int deepest, std::uint32_t least,
            std::vector<MoveReport>& lines) const {
    for (const MoveReport& report : ranked(id, depth)) {
      if (report.visits < least) continue;
      lines.push_back(report);
      const FamilyId next = below(id, report.move);
      if (depth + 1 < deepest && next > kExpanding) dump(next, depth + 1, deepest, least, lines);
    }
  }

  P root_;
  std::size_t move_count_;
  MctsSettings settings_;
  std::shared_ptr<const Knowledge<P>> knowledge_;
  StrengthSource<P> strengths_;
  Selection selection_;
  Tree tree_;
  History history_;
  std::vector<std::unique_ptr<Worker>> workers_;
  // On cache lines of their own: one is written often, the other read often.
  alignas(64) std::atomic<std::uint64_t> claimed_{0};
  alignas(64) std::atomic<bool> stop_{false};
  std::atomic<bool> full_{false};
  std::mutex failure_mutex_;
  std::exception_ptr failure_;
};

}  // namespace katachi
