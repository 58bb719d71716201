// Playouts of Othello on 8 x 8 where every move is drawn by its strength, in one piece.
//
// The general policy playout asks, move by move, for a list, for strengths and for a draw. Here
// mobility, strengths, draw and flips are one loop over two bitboards, compiled for processors with
// AVX2 and fast gathering: no list, no allocation, no call. Games are the same to the last move as
// those of the general way, because strengths are multiplied and added in the same order.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "games/othello/position.h"
#include "games/random.h"
#include "knowledge/bit_shapes.h"
#include "search/simulation.h"

namespace katachi {

class OthelloRoulette {
 public:
  using P = OthelloPosition<8>;

  // Whether the processor can do it.
  static bool supported();

  // Strengths of shapes; `shapes` must live as long.
  explicit OthelloRoulette(const BitShapes& shapes) : shapes_(&shapes) {}
  // One strength per move number, the pass last.
  explicit OthelloRoulette(std::span<const float> by_move);

  // Plays to the end and records the moves.
  Outcome play(const P& start, Rng& rng, Simulation& record) const;

 private:
  const BitShapes* shapes_ = nullptr;
  std::array<float, 65> by_move_{};
};

}  // namespace katachi
