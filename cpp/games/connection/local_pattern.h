// Local patterns: the six neighbours of an empty cell, seen by the player to move (HAVANNAH 3.2).
//
// A pattern is three numbers of six bits, bit d for the neighbour in direction d: own stones,
// stones of the other player, and cells on the edge of the board. Neighbours are numbered in a
// circle, so a rotation is a circular shift and a mirror image the reversed order of the bits;
// patterns that these turn into one another are one class. On Havannah boards with at least four
// cells a side there are 938 classes: 92 for cells with no edge in sight, 378 beside one side, 405
// beside two, 45 on a side, 18 in a corner. Neighbours off the board have no bit: the bits of the
// edge show where they are.
//
// In Hex an edge belongs to a player. What lies beyond it counts as stones of that player (as both
// where two edges meet), and the number of edge cells stays 0.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "games/connection/board.h"
#include "games/topology.h"

namespace katachi {

// own | other << 6 | edge << 12
using PatternCode = std::uint32_t;
inline constexpr PatternCode kPatternCodes = 1U << 18U;

constexpr PatternCode pattern_code(unsigned own, unsigned other, unsigned edge) {
  return own | (other << 6U) | (edge << 12U);
}

// Applies `turn` to each of the three numbers.
template <class Turn>
constexpr PatternCode turned(PatternCode code, Turn turn) {
  return pattern_code(turn(code & 63U), turn((code >> 6U) & 63U), turn(code >> 12U));
}

constexpr PatternCode rotated(PatternCode code) {
  return turned(code, [](unsigned bits) { return ((bits << 1U) | (bits >> 5U)) & 63U; });
}

constexpr PatternCode mirrored(PatternCode code) {
  return turned(code, [](unsigned bits) {
    unsigned reversed = 0;
    for (unsigned d = 0; d < 6; ++d) reversed |= ((bits >> d) & 1U) << (5 - d);
    return reversed;
  });
}

// The smallest code of the class: its name.
constexpr PatternCode class_of(PatternCode code) {
  PatternCode smallest = code;
  for (const PatternCode side : {code, mirrored(code)}) {
    PatternCode turn = side;
    for (int i = 0; i < 6; ++i) {
      smallest = std::min(smallest, turn);
      turn = rotated(turn);
    }
  }
  return smallest;
}

// What the neighbourhood of every cell holds before any stone.
class LocalSurroundings {
 public:
  explicit LocalSurroundings(const Topology& topology) : topology_(&topology) {
    const auto cells = static_cast<std::size_t>(topology.cells());
    edge_.assign(cells, 0);
    beyond_[0].assign(cells, 0);
    beyond_[1].assign(cells, 0);
    for (Cell cell = 0; cell < topology.cells(); ++cell) {
      for (unsigned d = 0; d < 6; ++d) look(cell, d);
    }
  }

  [[nodiscard]] const Topology& topology() const { return *topology_; }
  [[nodiscard]] unsigned edge(Cell cell) const { return edge_[cell]; }
  // Neighbours off the board that count as stones of the colour.
  [[nodiscard]] unsigned beyond(Color color, Cell cell) const {
    return beyond_[index_of(color)][cell];
  }

  // The pattern of an empty cell on any board with at(cell), for a player to move.
  template <class Board>
  [[nodiscard]] PatternCode code(const Board& board, Cell cell, Color color) const {
    unsigned own = beyond(color, cell);
    unsigned other = beyond(opponent(color), cell);
    for (unsigned d = 0; d < 6; ++d) {
      const Cell neighbour = topology_->neighbours(cell)[d];
      if (neighbour == topology_->off_board()) continue;
      const Color there = board.at(neighbour);
      if (there != Color::none) (there == color ? own : other) |= 1U << d;
    }
    return pattern_code(own, other, edge(cell));
  }

 private:
  void look(Cell cell, unsigned direction) {
    const Cell neighbour = topology_->neighbours(cell)[direction];
    const auto bit = static_cast<std::uint8_t>(1U << direction);
    if (topology_->grid() != Grid::rhombus) {
      if (neighbour == topology_->off_board()) return;
      if ((topology_->sides(neighbour) | topology_->corners(neighbour)) != 0) edge_[cell] |= bit;
      return;
    }
    // Which sides (0 top, 1 bottom: Black's; 2 left, 3 right: White's) a step may cross.
    constexpr std::array<unsigned, 6> kCrossed{1U, 9U, 8U, 2U, 6U, 4U};
    if (neighbour != topology_->off_board()) return;
    const unsigned crossed = topology_->sides(cell) & kCrossed[direction];
    if ((crossed & 3U) != 0) beyond_[0][cell] |= bit;
    if ((crossed & 12U) != 0) beyond_[1][cell] |= bit;
  }

  const Topology* topology_;
  std::vector<std::uint8_t> edge_;
  std::array<std::vector<std::uint8_t>, 2> beyond_;
};

}  // namespace katachi
