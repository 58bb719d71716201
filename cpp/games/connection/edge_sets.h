// The cells of the sides and corners of a board, and of its stones, as sets of rows.
#pragma once

#include <array>

#include "games/connection/row_sets.h"
#include "games/position.h"
#include "games/topology.h"

namespace katachi {

template <class Set>
struct EdgeSets {
  std::array<Set, 6> sides, corners;

  // Each thread remembers those of the board that it asked for last.
  static const EdgeSets& of(const Topology& topology) {
    thread_local const Topology* last = nullptr;
    thread_local EdgeSets sets;
    if (last != &topology) {
      sets = EdgeSets(topology);
      last = &topology;
    }
    return sets;
  }

 private:
  EdgeSets() = default;
  explicit EdgeSets(const Topology& topology) {
    for (Cell cell = 0; cell < topology.cells(); ++cell) {
      for (std::size_t edge = 0; edge < 6; ++edge) {
        const int x = topology.x(cell);
        const int y = topology.y(cell);
        if ((topology.sides(cell) >> edge & 1U) != 0) sides[edge].add(x, y);
        if ((topology.corners(cell) >> edge & 1U) != 0) corners[edge].add(x, y);
      }
    }
  }
};

// Of the player to move and the opponent.
template <class Set>
struct StoneSets {
  std::array<Set, 2> stones;
  Set empty;

  template <class P>
  explicit StoneSets(const P& position) {
    const Topology& topology = position.topology();
    const Color mover = position.to_move();
    for (Cell cell = 0; cell < topology.cells(); ++cell) {
      const Color color = position.at(cell);
      Set& set = color == Color::none ? empty : stones[color == mover ? 0 : 1];
      set.add(topology.x(cell), topology.y(cell));
    }
  }
};

}  // namespace katachi
