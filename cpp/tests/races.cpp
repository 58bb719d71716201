// Everything that works with several threads, on small boards of every game:
// for the thread sanitizer, which ends the program with an error if two threads
// touch the same memory without agreement (`make tsan`). Whatever can be
// counted is checked as well, so that a lost update is found without it.
//
//   katachi_races [NAME]...     only these games
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "alphabeta/any_alphabeta.h"
#include "features/encoder.h"
#include "features/tactics.h"
#include "games/any_position.h"
#include "games/go/make.h"
#include "games/go/ownership.h"
#include "games/gomoku/make.h"
#include "games/havannah/make.h"
#include "games/hex/make.h"
#include "games/interrupt.h"
#include "games/othello/make.h"
#include "games/replay.h"
#include "games/y/make.h"
#include "knowledge/move_knowledge.h"
#include "learning/bradley_terry.h"
#include "learning/encode_games.h"
#include "learning/grow_tree.h"
#include "learning/likelihood.h"
#include "learning/pattern_harvest.h"
#include "optimising/cell_objectives.h"
#include "search/any_search.h"
#include "search/capabilities.h"

namespace katachi {
namespace {

struct NamedStart {
  const char* name;
  std::unique_ptr<AnyPosition> position;
};

std::vector<NamedStart> all_starts() {
  std::vector<NamedStart> starts;
  starts.push_back({"othello", make_othello(6, nullptr)});
  starts.push_back({"go", make_go(7, GoRules{}, nullptr)});
  starts.push_back({"hex", make_hex(7, true, nullptr)});
  starts.push_back({"havannah", make_havannah(4, true, nullptr)});
  starts.push_back({"gomoku", make_gomoku(9, GomokuRules{}, nullptr)});
  starts.push_back({"y", make_y(7, true, nullptr)});
  return starts;
}

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "wrong: %s\n", what);
  std::exit(1);
}

// Random games as records keep them.
struct Records {
  std::vector<Move> moves;
  std::vector<std::int64_t> offsets{0};

  [[nodiscard]] GameMoves view() const { return {moves, offsets}; }
};

Records random_games(const AnyPosition& start, int games) {
  Records records;
  Rng rng(7);
  for (int game = 0; game < games; ++game) {
    const AnyPosition* at = &start;
    std::unique_ptr<AnyPosition> held;
    MoveList moves;
    for (at->legal_moves(moves); !moves.empty() && !at->is_over(); at->legal_moves(moves)) {
      const Move move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      records.moves.push_back(move);
      held = at->after(move);
      at = held.get();
      moves.clear();
    }
    records.offsets.push_back(static_cast<std::int64_t>(records.moves.size()));
  }
  return records;
}

// One kind of search; parts that do not suit a game are left out.
struct Variant {
  const char* name;
  int threads;
  MctsSettings settings;
  bool knows = false;   // has knowledge for tree and playouts
  bool judges = false;  // has an evaluator
};

std::vector<Variant> all_variants(const AnyPosition& start) {
  const std::vector<std::string> capabilities = capabilities_of(start);
  const auto can = [&](Capability capability) {
    return std::find(capabilities.begin(), capabilities.end(), words_of(capability).name) !=
           capabilities.end();
  };
  std::vector<Variant> variants;
  variants.push_back({.name = "plain", .threads = 2, .settings = {}});

  Variant proofs{.name = "rave, solver, transpositions", .threads = 3, .settings = {}};
  proofs.settings.selection.rave = RavePart::Rave::minimum_mse;
  proofs.settings.selection.solver = true;
  proofs.settings.selection.score_bounds = true;
  proofs.settings.expansion.transpositions = can(Capability::transpositions);
  variants.push_back(proofs);

  Variant memory{.name = "grave, history, replies, N-grams", .threads = 4, .settings = {}};
  memory.settings.selection.rave = RavePart::Rave::hand_selected;
  memory.settings.selection.grave_visits = 50;
  memory.settings.selection.killer_moves = 10;
  memory.settings.selection.history_weight = 1.0F;
  memory.settings.selection.first_play_urgency = 1.1F;
  memory.settings.playout.base = BasePart::Base::nst;
  memory.settings.playout.last_good_reply = 2;
  memory.settings.playout.forgetting = true;
  memory.settings.playout.ngrams = 2;
  memory.settings.playout.decisive = can(Capability::winning_cells);
  memory.settings.playout.mate = can(Capability::winning_cells) ? 1.0F : 0.0F;
  memory.settings.playout.captures = can(Capability::chains_and_liberties);
  memory.settings.playout.ladders = can(Capability::chains_and_liberties);
  memory.settings.playout.atari_escapes = can(Capability::chains_and_liberties);
  variants.push_back(memory);

  Variant knowledge{.name = "knowledge, widening", .threads = 8, .settings = {}, .knows = true};
  knowledge.settings.selection.rave = RavePart::Rave::minimum_mse;
  knowledge.settings.selection.bias = BiasPart::Bias::ikeda;
  knowledge.settings.selection.widening = true;
  knowledge.settings.expansion.knowledge_visits = 4.0F;
  knowledge.settings.expansion.joint_neighbour = can(Capability::connections);
  knowledge.settings.playout.base = BasePart::Base::roulette;
  variants.push_back(knowledge);

  Variant batches{.name = "puct in batches", .threads = 4, .settings = {}, .knows = true};
  batches.settings.selection.formula = FormulaPart::Formula::puct;
  batches.settings.selection.solver = true;
  batches.settings.expansion.batch = 4;
  variants.push_back(batches);

  Variant judged{.name = "implicit minimax, genetic", .threads = 4, .settings = {}, .judges = true};
  judged.settings.backup.implicit_minimax = 0.4F;
  judged.settings.playout.evaluator_share = 0.5F;
  if (can(Capability::board_properties)) {
    judged.settings.selection.genetic = GeneticPart::Genetic::agents2017;
  }
  variants.push_back(judged);

  Variant nodes{.name = "judged nodes", .threads = 4, .settings = {}, .judges = true};
  nodes.settings.selection.rave = RavePart::Rave::minimum_mse;
  nodes.settings.playout.evaluator_share = 0.5F;
  nodes.settings.playout.evaluator_visits = 8;
  variants.push_back(nodes);
  return variants;
}

float some_value(const AnyPosition& position) {
  return static_cast<float>(scramble(position.key()) >> 40U) * 0x1p-24F;
}

std::shared_ptr<const Encoder> tactics_of(const AnyPosition& start) {
  return std::make_shared<Encoder>(Encoder::Sets{make_tactics(start, true)});
}

// Searches, goes on with the best move, and searches again; then only two of
// the moves.
void search(const AnyPosition& start, const Variant& variant) {
  constexpr std::uint64_t kSimulations = 1500;
  MctsSettings settings = variant.settings;
  settings.threads = variant.threads;
  settings.megabytes = 64;
  const auto encoder = tactics_of(start);
  const MoveKnowledge features(
      std::make_shared<FeatureWeights>(encoder, std::vector<float>(encoder->total_levels(), 0.1F),
                                       std::vector<float>{}, std::size_t{0}));
  const std::size_t moves = static_cast<std::size_t>(start.topology().cells()) + 1;
  const MoveKnowledge cells(std::make_shared<CellWeights>(std::vector<float>(moves, 1.0F)));
  const auto tree = make_search(start, settings, variant.knows ? &features : nullptr,
                                variant.knows ? &cells : nullptr);
  if (variant.judges) {
    tree->set_evaluator(
        [](std::unique_ptr<AnyPosition> position) { return some_value(*position); });
  }
  const auto run = [&](const Budget& budget, std::span<const Move> allowed) {
    return tree->run(budget, [] { return false; }, allowed);
  };
  const SearchReport first = run({.simulations = kSimulations}, {});
  const auto visits_of = [](const SearchReport& report) {
    return std::accumulate(
        report.moves.begin(), report.moves.end(), std::uint64_t{0},
        [](std::uint64_t sum, const MoveReport& move) { return sum + move.visits; });
  };
  require(visits_of(first) == first.simulations, "every simulation is a visit of the root");
  if (!tree->advance(first.best)) require(false, "the best move is legal");
  const SearchReport second = run({.nodes = first.nodes + 5000}, {});
  if (second.moves.size() < 2) return;
  const std::array<Move, 2> two{second.moves[0].move, second.moves[1].move};
  run({.simulations = kSimulations / 2}, two);
}

void play_out(const AnyPosition& start) {
  Interrupt never;
  const Tally alone = run_playouts(start, 2000, 1, 1, 0, never);
  const Tally together = run_playouts(start, 2000, 1, 8, 0, never);
  require(alone.signature == together.signature, "playouts do not depend on the threads");
}

void learn(const AnyPosition& start, const Records& records) {
  Interrupt never;
  const auto encoder = tactics_of(start);
  const auto gammas = [&](int threads) {
    const Teams teams =
        encode_games(start, encoder, records.view(), {.share = 0.5, .threads = threads}, never);
    BradleyTerry model(teams, Prior{}, {}, threads, {}, never);
    for (int pass = 0; pass < 3; ++pass) model.pass(never);
    const Likelihood fit = likelihood(teams, model.gammas(), threads, never);
    require(fit.log_evidence < 0.0, "evidence is a logarithm of probabilities");
    return model.gammas();
  };
  require(gammas(1) == gammas(4), "learning does not depend on the threads");

  const auto harvest = [&](int threads) {
    PatternHarvest patterns(start.topology(), {.largest = 5, .at_least = 2, .threads = threads});
    for (std::size_t pass = 0; pass < patterns.passes(); ++pass) {
      if (pass > 0) patterns.end_pass();
      patterns.count(start, records.view(), 0, never);
    }
    return patterns.text();
  };
  require(harvest(1) == harvest(4), "patterns do not depend on the threads");

  const ReplayedGames replayed = replay_games(start, records.view(), false, 4, never);
  require(replayed.moves == records.moves, "all games are legal");

  CellCounts cells(start.topology());
  cells.add(start, records.view(), false, never);
  const std::vector<double> weights(cells.class_count(), 1.0);
  const CellObjectives together = cells.evaluate(weights, 4, never);
  require(together.log_evidence == cells.evaluate(weights, 1, never).log_evidence,
          "cell objectives do not depend on the threads");
}

// A forest is grown tree by tree, each on a thread of its own, while somebody
// looks on.
void grow(const AnyPosition& start, const Records& records) {
  const std::vector<const AnyPosition*> starts{&start};
  const std::vector<std::uint16_t> start_of(records.offsets.size() - 1, 0);
  GrowthProgress progress;
  std::vector<std::thread> threads;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    threads.emplace_back([&, seed] {
      Interrupt never;
      grow_tree(starts, start_of, records.view(), {.seed = seed, .share = 1.0, .patience = 100},
                progress, never);
    });
  }
  while (progress.games.load() == 0) std::this_thread::yield();
  for (std::thread& thread : threads) thread.join();
}

void check(const NamedStart& start) {
  play_out(*start.position);
  for (const Variant& variant : all_variants(*start.position)) {
    std::printf("%s: %s\n", start.name, variant.name);
    std::fflush(stdout);
    search(*start.position, variant);
  }
  std::printf("%s: learning\n", start.name);
  std::fflush(stdout);
  const Records records = random_games(*start.position, 30);
  learn(*start.position, records);
  grow(*start.position, records);
}

// Threads that solve the end of Othello together find what one finds.
void solve_together() {
  std::unique_ptr<AnyPosition> position = make_othello(6, nullptr);
  for (int i = 0; i < 15; ++i) {
    MoveList moves;
    position->legal_moves(moves);
    position = position->after(moves[static_cast<std::size_t>(i) % moves.size()]);
  }
  int score = 0;
  for (const int threads : {1, 2, 8}) {
    AlphaBetaSettings settings;
    settings.threads = threads;
    settings.endgame_empties = 20;
    settings.megabytes = 1;
    const auto found = make_alphabeta(*position, settings)->run(*position, Budget{}, {}, {});
    require(found.exact && (threads == 1 || found.score == score), "threads solve the end alike");
    score = found.score;
  }
}

// Searches of their own beside each other share the games' tables and the
// memory of trees.
void search_side_by_side(const AnyPosition& start) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&start] {
      for (const Variant& variant : all_variants(start)) search(start, variant);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace katachi

int main(int count, char** arguments) {
  const std::vector<std::string> wanted(arguments + 1, arguments + count);
  for (const auto& start : katachi::all_starts()) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), start.name) == wanted.end()) {
      continue;
    }
    katachi::check(start);
    std::printf("%s: side by side\n", start.name);
    std::fflush(stdout);
    katachi::search_side_by_side(*start.position);
  }
  if (wanted.empty() || std::find(wanted.begin(), wanted.end(), "othello") != wanted.end()) {
    std::printf("othello: solving together\n");
    katachi::solve_together();
  }
  return 0;
}
