// Growing one tree of a decision forest from recorded games (FOREST 4.2).
//
// Games are replayed in the order given; each position is taken with probability `share`, by a
// random number of its own that depends on the seed, the game and the ply. All moves on the board
// descend the tree, in ascending order, and count as a win (played) or loss for every query that
// might take the place of their leaf. After `patience` descents the leaf becomes the best suitable
// query, with new leaves that begin to count; if no query is suitable, it tries again after `delay`
// more. Positions with a single legal move teach nothing and are left out.
//
// Trees know nothing of each other: a forest is grown by calling this once per tree, in any order,
// on any number of threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "features/decision_tree.h"
#include "games/any_position.h"
#include "games/replay.h"
#include "learning/query_quality.h"

namespace katachi {

struct GrowthSettings {
  QuerySystem system = QuerySystem::sg0;
  Criterion criterion = Criterion::wwls;
  std::uint64_t seed = 0;
  double share = 0.1;
  std::uint32_t patience = 1000;
  std::uint32_t delay = 10;
};

// How far growth is; another thread may read it, and may ask for an end.
struct GrowthProgress {
  std::atomic<std::uint64_t> games{0};
  std::atomic<std::uint64_t> positions{0};
  std::atomic<std::uint64_t> descents{0};
  std::atomic<std::uint64_t> branched{0};  // descents that ended in several branches
  std::atomic<std::uint64_t> cut{0};       // descents with more branches than are kept
  std::atomic<std::uint64_t> bytes{0};     // of the statistics of all leaves, at the end
  std::atomic<bool> stop{false};
};

// Game g begins at starts[start_of[g]]; the starts are of one board. Throws std::invalid_argument
// naming game and ply (from 1) of an illegal move. When stopped, the tree is as large as it was
// then. Throws Interrupted. Preconditions: at least one start, one entry of start_of for each game.
DecisionTree grow_tree(std::span<const AnyPosition* const> starts,
                       std::span<const std::uint16_t> start_of, const GameMoves& games,
                       const GrowthSettings& settings, GrowthProgress& progress,
                       Interrupt& interrupt);

}  // namespace katachi
