// What a search tells: the moves at the root and what was found of them.
#pragma once

#include <cstdint>
#include <vector>

#include "search/proof.h"
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
  double bias = 0.0;  // of the genetic part, in the final choice
  Proof proof = Proof::unknown;
};

struct SearchReport {
  Move best = kNoMove;            // kNoMove when the game is over
  double value = 0.5;             // of the best move
  Proof proof = Proof::unknown;   // for the player to move
  std::vector<MoveReport> moves;  // most visits first
  std::vector<Move> principal_variation;
  std::vector<double> genes;  // the fittest weights of the genetic part, if it is on
  std::uint64_t simulations = 0;
  double seconds = 0.0;
  int depth = 0;  // longest path
  std::size_t families = 0;
  std::size_t nodes = 0;
  std::size_t bytes = 0;
  bool full = false;         // the memory of the tree ran out
  bool interrupted = false;  // by the caller
};

}  // namespace katachi
