// A board as the player to move sees it: what features look at.
//
// One byte per cell, and one more for everything outside the board, so that a feature may read
// `content[topology.off_board()]` like any other cell. Positions that remember their last moves and
// a ko hand them on.
#pragma once

#include <array>
#include <cstdint>

#include "games/position.h"
#include "games/topology.h"

namespace katachi {

enum class Content : std::uint8_t { empty = 0, own = 1, other = 2, outside = 3 };

struct BoardView {
  std::array<std::uint8_t, kMaxCells + 1> content;
  Color to_move = Color::black;
  PreviousMoves previous;
  Cell ko = kNoMove;  // the cell that a simple ko forbids, if there is one

  template <Position P>
  explicit BoardView(const P& position)
      : BoardView(position.topology(), position.to_move(),
                  [&](Cell cell) { return position.at(cell); }) {
    if constexpr (requires { position.previous_cells(); }) {
      previous = position.previous_cells();
    } else if constexpr (requires { position.previous(); }) {
      previous = position.previous();
    }
    if constexpr (requires { position.board().ko(); }) {
      if (position.board().ko() != position.topology().off_board()) ko = position.board().ko();
    }
  }

  // at(cell): what stands there.
  template <class At>
  BoardView(const Topology& topology, Color player, At at) : to_move(player) {
    // Index by Color: black, white, none.
    std::array<std::uint8_t, 3> seen{2, 2, 0};
    seen[index_of(player)] = 1;
    const int cells = topology.cells();
    for (int cell = 0; cell < cells; ++cell) {
      content[static_cast<std::size_t>(cell)] = seen[index_of(at(static_cast<Cell>(cell)))];
    }
    content[static_cast<std::size_t>(cells)] = static_cast<std::uint8_t>(Content::outside);
  }
};

}  // namespace katachi
