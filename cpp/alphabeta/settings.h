// Settings of the alpha-beta search. Every default is written here, with its reason.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "games/position.h"

namespace katachi {

// Evaluation by discs (Othello): the sum of weight * (own - other) over the terms, in hundredths of
// a disc. SHAPES (appendix, "Reversi in C#") has 100 for discs and varies the others from 1 to
// 10000. The defaults come from matches, see docs/methods/alphabeta.md.
struct DiscWeights {
  int discs = 0;
  int mobility = 150;  // legal moves
  int openness = 300;  // discs beside an empty cell; few are good, so this term is other - own
  int stable = 600;    // discs that can never be flipped, as far as lines and borders show
  int corners = 1000;
};

// Evaluation by two-distance (Hex; van Rijswijck 2002): how many stones short of a connection a
// player is when the opponent may always spoil the best continuation, and in how many cells.
struct DistanceWeights {
  int distance = 100;
  int breadth = 4;
};

class AlphaBetaValues;

struct AlphaBetaSettings {
  // The level: plies searched, a pass not counted. 0: as deep as the budget allows.
  int depth = 0;
  // Othello: with so few empty cells the rest of the game is solved exactly.
  int endgame_empties = 16;
  // Othello: whether the cells left empty count for the winner, as in tournaments; the rules of
  // katachi give them to nobody.
  bool empties_to_winner = false;
  // Memory of the transposition table; 0: none.
  int megabytes = 32;
  // Othello's exact end: threads that solve together. With more than one the number of nodes, and
  // moves of equal value in the principal variation, may differ from run to run.
  int threads = 1;

  // Parts that save work and never change the value of a position; tests switch them off.
  bool null_window = true;   // principal variation search (Marsland and Campbell 1982)
  bool killers = true;       // moves that refuted a neighbour (Akl and Newborn 1977)
  bool history = true;       // moves that refuted often (Schaeffer 1983)
  bool static_order = true;  // what the game says of moves: replies left, parity, distances
  bool stability = true;     // Othello's end: stable discs bound the result

  DiscWeights discs;
  DistanceWeights distances;

  // Learned values in place of an evaluation by hand; null: none.
  std::shared_ptr<const AlphaBetaValues> values;
  // Multi-ProbCut with learned values: a deep search is left out where a shallow one is this many
  // standard deviations beyond the window; 0: never. 1.3 is a usual choice, not yet tuned here.
  float selectivity = 1.3F;
};

// What a search is asked about the moves of its position.
struct RootQuestion {
  // Give every move its own value instead of proving the others worse.
  bool every_move = false;
  // Only these moves; all of them if it is empty.
  std::vector<Move> only;
};

}  // namespace katachi
