// Monte-Carlo tree search: descend, play out, back up.
//
// One class for all games; the phases are in selection.h, expansion.h, playout.h, backup.h and
// final_move.h. With one thread and a budget of simulations or nodes the result depends only on the
// position, the settings and the seed; several threads interleave as the machine likes.
//
// Results are 1 win, 0 loss, 1/2 draw, mixed with the scaled score if asked for. Not here:
// pondering.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "games/compiler.h"
#include "games/thread_time.h"
#include "games/threads.h"
#include "search/backup.h"
#include "search/budget.h"
#include "search/expansion.h"
#include "search/family_lock.h"
#include "search/final_move.h"
#include "search/playout.h"
#include "search/report.h"
#include "search/selection.h"
#include "search/settings.h"
#include "search/simulation.h"
#include "search/tree.h"
#include "search/worker.h"

namespace katachi {

template <class P>
class Mcts {
 public:
  // Both kinds of knowledge may be null.
  Mcts(const P& position, std::size_t move_count, const MctsSettings& settings,
       std::shared_ptr<const Knowledge<P>> knowledge,
       std::shared_ptr<const Knowledge<P>> playout_knowledge)
      : root_(position),
        move_count_(move_count),
        settings_(settings),
        demands_(demands_of(settings)),
        uses_policy_(demands_.has(Demand::policy)),
        reads_owners_(demands_.has(Demand::amaf) || demands_.has(Demand::history)),
        glimpses_(settings.threads > 1 && Glimpse::is_needed(statistics_of(demands_))),
        playout_knowledge_(std::move(playout_knowledge)),
        selection_(settings),
        expansion_(settings.expansion, std::move(knowledge), move_count, table_bytes(settings)),
        backup_(settings, move_count, largest_score(position, move_count)),
        final_move_(settings.final_move),
        tree_(statistics_of(demands_), tree_bytes(settings),
              Tree::piece_for(tree_bytes(settings), settings.threads)) {
    for (int t = 0; t < settings.threads; ++t) {
      workers_.push_back(make_worker(static_cast<std::uint64_t>(t)));
    }
  }

  // The arrays that a tree needs for what the parts ask for.
  static Statistics statistics_of(const Demands& demands) {
    return {.amaf = demands.has(Demand::amaf),
            .initial = demands.has(Demand::initial),
            .strength = demands.has(Demand::strength),
            .properties = demands.has(Demand::properties),
            .proof = demands.has(Demand::proof),
            .evaluation = demands.has(Demand::evaluation)};
  }

  [[nodiscard]] const P& position() const { return root_; }

  // Who judges positions, for the parts that need it; before the first run.
  void set_evaluator(std::shared_ptr<const PositionValue<P>> evaluator) {
    expansion_.set_evaluator(evaluator);
    evaluator_ = std::move(evaluator);
  }

  // Goes to another position; the tree is kept only if it is the same one.
  void set_position(const P& position) {
    if (position == root_) return;
    root_ = position;
    clear_tree();
    after_real_move();
  }

  // Plays a real move and keeps the subtree below it. Precondition: the move is legal.
  void advance(Move move) {
    const FamilyId next =
        tree_.root() == kNoFamily ? kNoFamily : FinalMove::below(tree_, tree_.root(), move);
    root_.play(move);
    if (next > kExpanding) {
      expansion_.keep(tree_, next);
      forget_rooms();
      full_.store(false);
    } else {
      clear_tree();
    }
    after_real_move();
  }

  // Advances by the move that leads to a position; false if there is none.
  bool follow(const P& position) {
    MoveList moves;
    root_.legal_moves(moves);
    for (const Move move : moves) {
      P after = root_;
      after.play(move);
      if (!(after == position)) continue;
      advance(move);
      return true;
    }
    return false;
  }

  // Forgets everything learned from earlier moves.
  void new_game(const P& position) {
    root_ = position;
    clear_tree();
    for (auto& worker : workers_) {
      worker = make_worker(worker->stream);
    }
  }

  // Searches until the budget is used, the root is proven or stop() says so. stop() is called on
  // this thread every few milliseconds. With `moves` only these moves of the root are searched and
  // reported, and its proof is that of the best of them; throws std::invalid_argument if the search
  // considers none of them.
  SearchReport run(const Budget& budget, const std::function<bool()>& stop,
                   std::span<const Move> moves = {}) {
    const auto begin = Clock::now();
    bool interrupted = false;
    if (!evaluator_ && needs_evaluator()) throw std::invalid_argument("an evaluator is needed");
    if (tree_.root() == kNoFamily) {
      tree_.set_root(expansion_.expand(tree_, workers_[0]->room, root_, workers_[0]->rng));
    }
    allow(moves);
    claimed_.store(0);
    for (auto& worker : workers_) {
      worker->done = worker->grown_at = 0;
      tree_.count(worker->room);
    }
    failure_ = nullptr;
    stop_.store(tree_.root() == kNoFamily || tree_.family(tree_.root()).children == 0 ||
                is_exact(root_proof()));
    const Limits limits = limits_of(budget, begin);
    {
      ThreadGroup others;
      for (std::size_t t = 1; t < workers_.size(); ++t) {
        if (!others.start([&, t] { work(*workers_[t], limits, [] { return false; }); })) break;
      }
      work(*workers_[0], limits, [&] {
        if (stop && stop()) interrupted = true;
        return interrupted;
      });
    }
    // Not kept: it may lead back to whoever holds this search.
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    for (auto& worker : workers_) tree_.count(worker->room);
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
    if (learn) {
      worker.memory.learn(settings_.playout, record, before, last, outcome.winner);
      record.find_owners(0);
      backup_.back_up(
          tree_, {}, [](FamilyId) { return Children{}; }, record, worker.history,
          backup_.black_value(outcome));
    }
    return outcome;
  }

  // The populations of the genetic part, one per thread; empty if it is off.
  [[nodiscard]] std::vector<Population> populations() const {
    std::vector<Population> found;
    for (const auto& worker : workers_) {
      if (worker->population) found.push_back(*worker->population);
    }
    return found;
  }

  // What selection compares at the root now, by move, as the first thread sees it; empty if there
  // is no tree.
  [[nodiscard]] std::vector<std::pair<Move, float>> scores() {
    std::vector<std::pair<Move, float>> found;
    if (tree_.root() == kNoFamily) return found;
    const Children c = tree_.children(tree_.root());
    if (c.count == 0) return found;
    Worker& worker = *workers_[0];
    for (AncestorAmaf& ancestor : worker.ancestors) ancestor.set = false;
    settings_.selection.refer_to(c, worker.ancestors[index_of(c.mover)]);
    const Genes* genes = worker.population ? &worker.population->current() : nullptr;
    selection_.score(tree_.family(tree_.root()), c, c.count,
                     {worker.history, worker.ancestors[index_of(c.mover)], genes}, worker.scores);
    for (std::uint32_t i = 0; i < c.count; ++i) found.emplace_back(c.move[i], worker.scores[i]);
    return found;
  }

  // Whether the root is proven, or its most visited move of those searched last stays ahead for so
  // many simulations more.
  [[nodiscard]] bool is_decided(std::uint64_t simulations) const {
    if (tree_.root() == kNoFamily) return false;
    const Children c = tree_.children(tree_.root());
    const std::size_t moves = allowed_.empty() ? c.count : allowed_.size();
    return moves < 2 || root_proof() != Proof::unknown ||
           StopPart::decided(c, allowed_, simulations);
  }

  // Depth-first list of the nodes with at least `least_visits` visits.
  [[nodiscard]] std::vector<MoveReport> dump(int deepest, std::uint32_t least_visits) const {
    std::vector<MoveReport> lines;
    if (tree_.root() != kNoFamily) {
      final_move_.dump(tree_, tree_.root(), 0, deepest, least_visits, lines);
    }
    return lines;
  }

 private:
  using Clock = std::chrono::steady_clock;
  using Worker = SearchWorker<P>;

  struct Limits {
    std::uint64_t simulations;
    Clock::time_point deadline;
    double processor_seconds;  // of a thread; 0: no limit
    bool counts_nodes;
    std::size_t nodes;  // new ones, for each thread
  };

  [[nodiscard]] std::unique_ptr<Worker> make_worker(std::uint64_t number) const {
    return std::make_unique<Worker>(root_, move_count_, settings_, playout_knowledge_, number);
  }

  // The b^2 of AGENTS: the cells of the board, or the moves where there is no board to count.
  static std::size_t largest_score(const P& position, std::size_t move_count) {
    if constexpr (requires { position.topology(); }) {
      return static_cast<std::size_t>(position.topology().cells());
    }
    return move_count;
  }

  // An eighth of the memory is for transpositions, if they are in use.
  static std::size_t table_bytes(const MctsSettings& settings) {
    const bool used = settings.expansion.transpositions && kTransposes<P>;
    return used ? static_cast<std::size_t>(settings.megabytes) << 17U : 0;
  }
  static std::size_t tree_bytes(const MctsSettings& settings) {
    return (static_cast<std::size_t>(settings.megabytes) << 20U) - table_bytes(settings);
  }

  [[nodiscard]] Limits limits_of(const Budget& budget, Clock::time_point begin) const {
    constexpr double kForever = 1e9;
    const bool by_clock = budget.seconds > 0.0 && !budget.processor_time;
    const double seconds = by_clock ? budget.seconds : kForever;
    std::size_t nodes = ~std::size_t{0};
    if (budget.nodes > 0) {
      const std::size_t left = budget.nodes - std::min<std::size_t>(budget.nodes, tree_.nodes());
      nodes = left / workers_.size();
    }
    return {.simulations = budget.simulations == 0 ? ~std::uint64_t{0} : budget.simulations,
            .deadline = begin + std::chrono::duration_cast<Clock::duration>(
                                    std::chrono::duration<double>(seconds)),
            .processor_seconds = budget.processor_time ? budget.seconds : 0.0,
            .counts_nodes = budget.nodes > 0,
            .nodes = nodes};
  }

  // Finds the children of the root that may be searched; no moves: all.
  void allow(std::span<const Move> moves) {
    allowed_.clear();
    if (moves.empty() || tree_.root() == kNoFamily) return;
    const Children c = tree_.children(tree_.root());
    for (std::uint32_t i = 0; i < c.count; ++i) {
      if (std::find(moves.begin(), moves.end(), c.move[i]) != moves.end()) allowed_.push_back(i);
    }
    if (allowed_.empty() && c.count > 0) {
      throw std::invalid_argument("the search considers none of these moves");
    }
  }

  // What is proven for the player to move, who has the allowed moves.
  [[nodiscard]] Proof root_proof() const {
    if (allowed_.empty()) return glance(tree_.family(tree_.root()).proof);
    if (!settings_.selection.solver) return Proof::unknown;
    const Children c = tree_.children(tree_.root());
    return best_of(static_cast<std::uint32_t>(allowed_.size()),
                   [&](std::uint32_t k) { return glance(c.proof[allowed_[k]]); });
  }

  [[nodiscard]] bool shared() const { return workers_.size() > 1; }

  void clear_tree() {
    tree_.clear();
    expansion_.clear();
    forget_rooms();
    full_.store(false);
  }

  void forget_rooms() {
    for (auto& worker : workers_) worker->room = {};
  }

  void after_real_move() {
    for (auto& worker : workers_) {
      worker->memory.after_real_move(settings_.playout);
    }
  }

  template <class Poll>
  void work(Worker& worker, const Limits& limits, Poll poll) {
    worker.depth = 0;
    try {
      if (simulate_until(worker, limits, poll)) stop_.store(true);
    } catch (...) {  // knowledge or a game written in Python may throw
      Backup::undo(tree_, worker.path, [&](FamilyId id) { return children_of(worker, id); });
      const std::scoped_lock lock(failure_mutex_);
      if (!failure_) failure_ = std::current_exception();
      stop_.store(true);
    }
    for (const auto& leaf : worker.waiting) link(leaf, kNoFamily);
    worker.waiting.clear();
    worker.met = 0;
    if (worker.local) worker.local->close(tree_);
  }

  // Whether a budget of nodes is used up, or can never be: the memory is full, or the tree has not
  // grown for long.
  bool enough_nodes(Worker& worker, const Limits& limits) const {
    constexpr std::uint64_t kLong = 10'000;  // simulations
    if (worker.room.nodes != worker.nodes_seen) {
      worker.nodes_seen = worker.room.nodes;
      worker.grown_at = worker.done;
    }
    return worker.room.nodes >= limits.nodes || full_.load(std::memory_order_relaxed) ||
           worker.done - worker.grown_at >= kLong;
  }

  // True if time, nodes or the caller ended it, so that all threads must end.
  template <class Poll>
  bool simulate_until(Worker& worker, const Limits& limits, Poll poll) {
    constexpr std::chrono::milliseconds kPollEvery{5};
    // Simulations are claimed in batches, because a counter that every thread writes is slow, and
    // the clock is read once a batch. Batches are as long as they can be read in this time.
    constexpr std::chrono::microseconds kBatchTime{200};
    constexpr std::uint64_t kLongestBatch = 64;
    constexpr std::uint64_t kDecidedEvery = 64;  // simulations
    std::uint64_t batch = 1;
    const double work_before = limits.processor_seconds > 0.0 ? thread_seconds() : 0.0;
    auto before = Clock::now();
    auto next_poll = before + kPollEvery;
    for (;;) {
      const std::uint64_t first = claimed_.fetch_add(batch, std::memory_order_relaxed);
      if (first >= limits.simulations) return false;
      const std::uint64_t end = std::min(limits.simulations, first + batch);
      for (std::uint64_t n = first; n < end; ++n) {
        if (stop_.load(std::memory_order_relaxed)) return false;
        if (limits.counts_nodes && enough_nodes(worker, limits)) return true;
        if (settings_.final_move.stop_when_decided && n % kDecidedEvery == 0 &&
            StopPart::decided(tree_.children(tree_.root()), allowed_, limits.simulations - n)) {
          return true;
        }
        simulate(worker);
        if (is_time_to_expand(worker)) expand_waiting(worker);
        ++worker.done;
      }
      const auto now = Clock::now();
      if (now >= limits.deadline) return true;
      if (limits.processor_seconds > 0.0 &&
          thread_seconds() - work_before >= limits.processor_seconds) {
        return true;
      }
      if (now - before < kBatchTime / 2) {
        batch = std::min(2 * batch, kLongestBatch);
      } else if (now - before > kBatchTime && batch > 1) {
        batch /= 2;
      }
      before = now;
      if (now < next_poll) continue;
      next_poll = now + kPollEvery;
      if (poll()) return true;
    }
  }

  // The children of a family that a thread has visited.
  [[nodiscard]] Children children_of(Worker& worker, FamilyId id) const {
    Children c = worker.local ? worker.local->find(tree_, id) : tree_.children(id);
    c.own = c.own || !shared();
    return c;
  }

  void simulate(Worker& worker) {
    worker.position = root_;
    worker.path.clear();
    for (AncestorAmaf& ancestor : worker.ancestors) ancestor.set = false;
    worker.record.clear(move_count_);
    const double black = descend(worker);
    worker.depth = std::max(worker.depth, static_cast<int>(worker.path.size()));
    const auto view = [&](FamilyId id) { return children_of(worker, id); };
    if (worker.population) {
      worker.population->learn(root_.to_move() == Color::black ? black : 1.0 - black);
    }
    if (backup_.back_up(tree_, worker.path, view, worker.record, worker.history, black) ||
        (!allowed_.empty() && is_exact(root_proof()))) {
      stop_.store(true, std::memory_order_relaxed);
    }
    worker.path.clear();
  }

  // From the root to a leaf, and a playout from there: the value for Black.
  double descend(Worker& worker) {
    const Genes* genes = worker.population ? &worker.population->current() : nullptr;
    const bool judges_nodes = settings_.playout.evaluator_visits > 0;
    worker.judged_node = 0.0F;
    for (FamilyId at = tree_.root();;) {
      if (judges_nodes) [[unlikely]]
        judge_node(worker, at);
      Children c = worker.local ? worker.local->visit(tree_, at) : tree_.children(at);
      c.own = c.own || !shared();
      if (c.count == 0) return backup_.black_value(worker.position.outcome());
      const auto [i, visits_before] = choose(worker, at, c, genes);
      worker.path.push_back({at, i});
      FamilyId next = std::atomic_ref(c.family[i]).load(std::memory_order_acquire);
      tree_.fetch(next);
      const Move move = c.move[i];
      worker.position.play(move);
      if (genes != nullptr && visits_before == 0) keep_properties(c, i, worker.position);
      const bool solver = settings_.selection.solver;
      if (solver) {
        if (const Proof known = glance(c.proof[i]); is_exact(known)) {
          return Backup::black_value(known, c.mover);
        }
      }
      if (next <= kExpanding) {
        if (worker.position.is_over()) {
          const Outcome outcome = worker.position.outcome();
          if (solver) put(c.proof[i], proof_of(outcome, c.mover));
          return backup_.black_value(outcome);
        }
        if (next == kNoFamily &&
            visits_before >= static_cast<std::uint32_t>(settings_.expansion.visits)) {
          next = settings_.expansion.batch > 1 ? wait(c, i, worker) : grow(c, i, worker);
        } else if (next == kExpanding && !worker.waiting.empty()) {
          ++worker.met;
        }
      }
      if (next <= kExpanding) {
        return settings_.playout.evaluator_share > 0.0F ? judged_value(worker, move)
                                                        : play_out(worker, move);
      }
      if (solver) {
        const Family& below = tree_.family(next);
        if (const Proof known = glance(below.proof); is_exact(known)) {  // on another way to it
          put(c.proof[i], seen_by(known, below.mover, c.mover));
          return Backup::black_value(seen_by(known, below.mover, c.mover), c.mover);
        }
      }
      at = next;
    }
  }

  struct Choice {
    std::uint32_t child;
    std::uint32_t visits_before;
  };

  // The child to visit of a family with children `c`; the visit is counted.
  KATACHI_INLINE Choice choose(Worker& worker, FamilyId at, const Children& c, const Genes* genes) {
    Family& family = tree_.family(at);
    AncestorAmaf& ancestor = worker.ancestors[index_of(c.mover)];
    const View view{worker.history, ancestor, genes};
    const FamilyLock lock(family, !c.own);
    settings_.selection.refer_to(c, ancestor);
    const auto select = [&](const Children& seen) {
      return !allowed_.empty() && at == tree_.root()
                 ? selection_.select_among(allowed_, family, seen, view, worker.scores)
                 : selection_.select(family, seen, view, shared(), worker.scores);
    };
    const std::uint32_t i = glimpses_ ? select(worker.glimpse.of(c)) : select(c);
    put(*c.parent_visits, *c.parent_visits + 1);
    return {i, c.visits[i]++};
  }

  // What the genetic part weighs is counted once, at the first visit of a child.
  void keep_properties(const Children& c, std::uint32_t i, const P& position) const {
    if constexpr (HasProperties<P>) {
      const auto kept = kept_properties(position, c.mover, settings_.selection.genetic);
      for (std::size_t k = 0; k < kPropertyCount; ++k) put(c.property(k)[i], kept[k]);
    }
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
      family = expansion_.expand(tree_, worker.room, worker.position, worker.rng);
    } catch (...) {
      slot.store(kNoFamily, std::memory_order_release);
      throw;
    }
    if (family == kNoFamily) full_.store(true, std::memory_order_relaxed);
    slot.store(family, std::memory_order_release);
    return family;
  }

  // Child i, at the end of the path, waits for its children; it is marked as one that is expanded.
  FamilyId wait(const Children& c, std::uint32_t i, Worker& worker) {
    FamilyId expected = kNoFamily;
    if (!full_.load(std::memory_order_relaxed) &&
        std::atomic_ref(c.family[i])
            .compare_exchange_strong(expected, kExpanding, std::memory_order_acquire)) {
      worker.waiting.push_back(
          {.parent = worker.path.back().family, .child = i, .position = worker.position});
    }
    return kNoFamily;
  }

  // Enough leaves wait, or those that do were wanted as often: a small tree has no more of them.
  [[nodiscard]] bool is_time_to_expand(const Worker& worker) const {
    const auto batch = static_cast<std::size_t>(settings_.expansion.batch);
    return !worker.waiting.empty() && (worker.waiting.size() >= batch || worker.met >= batch);
  }

  void expand_waiting(Worker& worker) {
    expansion_.expand_all(tree_, worker.room, std::span(worker.waiting), worker.rng,
                          [&](const auto& leaf, FamilyId family) {
                            if (family == kNoFamily) full_.store(true, std::memory_order_relaxed);
                            link(leaf, family);
                          });
    worker.waiting.clear();
    worker.met = 0;
  }

  void link(const typename Expansion<P>::Leaf& leaf, FamilyId family) const {
    std::atomic_ref(tree_.children(leaf.parent).family[leaf.child])
        .store(family, std::memory_order_release);
  }

  [[nodiscard]] bool needs_evaluator() const {
    return settings_.playout.evaluator_share > 0.0F || demands_.has(Demand::evaluation);
  }

  // Asks the evaluator about a node on the way down that has visits enough, unless it has spoken.
  KATACHI_COLD void judge_node(Worker& worker, FamilyId at) {
    Family& family = tree_.family(at);
    float judged = glance(family.judged);
    if (judged == 0.0F) {
      const auto enough = static_cast<std::uint32_t>(settings_.playout.evaluator_visits);
      if (glance(family.visits) < enough || worker.position.is_over()) return;
      judged = 1.0F + value_for(Color::black, worker.position, *evaluator_);
      put(family.judged, judged);
    }
    worker.judged_node = judged;
  }

  // The value of a leaf for Black by the evaluator, and by a playout for the rest of its share.
  KATACHI_COLD double judged_value(Worker& worker, Move last) {
    const double share = static_cast<double>(settings_.playout.evaluator_share);
    if (settings_.playout.evaluator_visits > 0) {
      if (worker.judged_node == 0.0F) return play_out(worker, last);
      const double judged = static_cast<double>(worker.judged_node - 1.0F);
      return share < 1.0 ? (1.0 - share) * play_out(worker, last) + share * judged : judged;
    }
    const double judged = static_cast<double>(judgement(worker));
    return share < 1.0 ? (1.0 - share) * play_out(worker, last) + share * judged : judged;
  }

  // What the evaluator says of the worker's position, remembered where positions have keys.
  float judgement(Worker& worker) {
    const auto judge = [&] { return value_for(Color::black, worker.position, *evaluator_); };
    if constexpr (requires(const P& position) { position.key(); }) {
      return worker.judged->find(worker.position.key(), judge);
    } else {
      return judge();
    }
  }

  KATACHI_INLINE double play_out(Worker& worker, Move last) {
    Outcome outcome;
    if (uses_policy_) {
      Move before = kNoMove;
      if (worker.path.size() >= 2) {
        const Step& step = worker.path[worker.path.size() - 2];
        before = tree_.children(step.family).move[step.child];
      }
      outcome = worker.policy.play(worker.position, before, last, worker.memory, worker.rng,
                                   worker.record);
      worker.memory.learn(settings_.playout, worker.record, before, last, outcome.winner);
    } else {
      outcome = play_uniform(worker.position, worker.rng, reads_owners_ ? &worker.record : nullptr);
    }
    if (reads_owners_) {
      worker.record.find_owners(static_cast<std::uint32_t>(settings_.selection.amaf_moves));
    }
    return backup_.black_value(outcome);
  }

  [[nodiscard]] SearchReport describe() {
    SearchReport report;
    report.bytes = tree_.bytes_used() + table_bytes(settings_);
    report.full = full_.load();
    report.families = tree_.families();
    report.nodes = tree_.nodes();
    for (const auto& worker : workers_) report.depth = std::max(report.depth, worker->depth);
    if (tree_.root() == kNoFamily || tree_.family(tree_.root()).children == 0) return report;
    bias_final_move(report);
    report.moves = final_move_.ranked(tree_, tree_.root(), 0, allowed_);
    const MoveReport& chosen = final_move_.choose(report.moves, workers_[0]->rng);
    report.best = chosen.move;
    report.value = chosen.value;
    report.proof = root_proof();
    report.principal_variation = final_move_.principal_variation(tree_, tree_.root(), allowed_);
    return report;
  }

  // The fittest weights of all threads bias the final choice.
  void bias_final_move(SearchReport& report) {
    const Population::Individual* best = nullptr;
    for (const auto& worker : workers_) {
      if (!worker->population) return;
      const auto& one = worker->population->best();
      if (best == nullptr || one.fitness() > best->fitness()) best = &one;
    }
    report.genes.assign(best->genes.begin(), best->genes.end());
    final_move_.bias_by(best->genes, static_cast<double>(settings_.selection.genetic_weight));
  }

  P root_;
  std::size_t move_count_;
  MctsSettings settings_;
  Demands demands_;
  bool uses_policy_;
  bool reads_owners_;  // somebody wants to know who played where in a playout
  bool glimpses_;      // selection reads what other threads write
  std::shared_ptr<const PositionValue<P>> evaluator_;
  std::shared_ptr<const Knowledge<P>> playout_knowledge_;
  Selection selection_;
  Expansion<P> expansion_;
  Backup backup_;
  FinalMove final_move_;
  Tree tree_;
  std::vector<std::uint32_t> allowed_;  // children of the root that may be searched; none: all
  std::vector<std::unique_ptr<Worker>> workers_;
  // On cache lines of their own: one is written often, the other read often.
  alignas(64) std::atomic<std::uint64_t> claimed_{0};
  alignas(64) std::atomic<bool> stop_{false};
  std::atomic<bool> full_{false};
  std::mutex failure_mutex_;
  std::exception_ptr failure_;
};

}  // namespace katachi
