// What the shapes of one class may look at: places, and all ways to read them.
//
// Absolute shapes of a target: a place is a cell of the board, seen from the target through a
// symmetry; relative ones: a place is an offset from the move. A shape is a list of places; its
// level is the smallest of its readings, as features/shapes.h defines it. Both agree level by level
// with colour symmetry on, the only case here.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "features/shapes.h"
#include "games/topology.h"

namespace katachi {

struct Frame {
  std::size_t places = 0;
  std::uint32_t base = 3;  // contents of a place
  // By mover and move: the cell of each place; empty if the class does not hold the move.
  std::array<std::vector<std::vector<Cell>>, 2> cells;
  // Where each place goes; the first reading leaves them alone.
  std::vector<std::vector<std::uint16_t>> readings;
};

// Throws std::invalid_argument for a target outside the board, and for boards whose mirror images
// exchange colours: there the class of a move would depend on the player.
Frame absolute_frame(const Topology& topology, Cell target);
// `offsets` must contain each turn and mirror image of its members; throws std::invalid_argument.
Frame relative_frame(const Topology& topology, const std::vector<Offset>& offsets);

}  // namespace katachi
