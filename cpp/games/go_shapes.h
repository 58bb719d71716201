// The 3 x 3 shapes of MoGo's playouts (Gelly, Wang, Munos and Teytaud, "Modification of UCT with
// patterns in Monte-Carlo Go", INRIA RR-6062, 2006, section 3.2): hane, cuts, and play at the edge.
#pragma once

#include <cstdint>

#include "games/go_board.h"

namespace katachi {

// The eight points around a point in the order of Grid::square_eight, two bits each: 0 empty,
// 1 black, 2 white, 3 off the board.
using GoSurroundings = std::uint32_t;

template <int kCapacity>
GoSurroundings go_surroundings(const GoBoard<kCapacity>& board, const Topology& eight, Cell cell) {
  constexpr std::array<GoSurroundings, 3> kBits{1U, 2U, 0U};
  GoSurroundings code = 0;
  for (unsigned d = 0; d < 8; ++d) {
    const Cell n = eight.neighbours(cell)[d];
    code |= (n == eight.off_board() ? 3U : kBits[index_of(board.at(n))]) << (2 * d);
  }
  return code;
}

// Whether a stone of the colour in the middle makes one of the shapes.
bool is_go_shape(GoSurroundings surroundings, Color color);

}  // namespace katachi
