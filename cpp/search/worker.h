// What one thread of a search has for itself.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "search/backup.h"
#include "search/expansion.h"
#include "search/glimpse.h"
#include "search/history.h"
#include "search/local_families.h"
#include "search/playout.h"
#include "search/playout/judged_leaves.h"
#include "search/selection.h"
#include "search/selection/population.h"
#include "search/settings.h"
#include "search/simulation.h"
#include "search/tree.h"

namespace katachi {

// On cache lines of its own: a neighbour that counts would slow down every random number.
template <class P>
struct alignas(128) SearchWorker {
  SearchWorker(const P& root, std::size_t move_count, const MctsSettings& settings,
               const std::shared_ptr<const Knowledge<P>>& playout_knowledge, std::uint64_t number)
      : stream(number),
        rng(settings.seed, number),
        position(root),
        history(move_count),
        memory(move_count, settings.playout),
        policy(root, settings.playout, playout_knowledge, history) {
    for (AncestorAmaf& ancestor : ancestors) {
      ancestor.visits.assign(move_count, 0.0F);
      ancestor.value.assign(move_count, 0.0F);
    }
    if (settings.playout.evaluator_share > 0.0F && settings.playout.evaluator_visits == 0) {
      judged = std::make_unique<JudgedLeaves>();
    }
    if (settings.threads > 1) local = std::make_unique<LocalFamilies>();
    if (settings.selection.genetic != SelectionSettings::Genetic::none) {
      population = std::make_unique<Population>(settings.selection, settings.seed, number);
    }
  }

  std::uint64_t stream;
  Rng rng;
  P position;
  std::vector<Step> path;
  Room room;
  std::unique_ptr<LocalFamilies> local;  // only where there are other threads
  Glimpse glimpse;
  std::unique_ptr<JudgedLeaves> judged;  // only where an evaluator judges leaves
  float judged_node = 0.0F;  // of the last judged node on the way down, as Family has it; 0: none
  History history;
  PolicyMemory memory;
  PolicyPlayout<P> policy;
  std::unique_ptr<Population> population;  // only with the genetic part
  Simulation record;
  Selection::Scores scores;
  std::array<AncestorAmaf, 2> ancestors;  // by player
  int depth = 0;
  // Leaves that wait for their children, and how often a simulation ended at one that waits.
  std::vector<typename Expansion<P>::Leaf> waiting;
  std::size_t met = 0;
  std::uint64_t done = 0;  // simulations of this run
  // For budgets of nodes: when the tree last grew.
  std::size_t nodes_seen = 0;
  std::uint64_t grown_at = 0;
};

}  // namespace katachi
