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
#include <span>
#include <utility>
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
    if (topology_->grid() == Grid::hexagon) {
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

// Strengths of patterns for the cells of one board: one look-up per cell.
class LocalPatternTable {
 public:
  // `strengths` by class (the smallest code); patterns of other classes get `other`.
  LocalPatternTable(const Topology& topology, std::span<const PatternCode> classes,
                    std::span<const float> strengths, float other)
      : surroundings_(topology) {
    std::vector<std::pair<PatternCode, float>> known;
    for (std::size_t i = 0; i < classes.size(); ++i) known.emplace_back(classes[i], strengths[i]);
    std::sort(known.begin(), known.end());
    shape_.assign(static_cast<std::size_t>(topology.cells()), 0);
    std::vector<unsigned> edges;  // by shape
    for (Cell cell = 0; cell < topology.cells(); ++cell) {
      const unsigned edge = surroundings_.edge(cell);
      const auto found = std::find(edges.begin(), edges.end(), edge);
      shape_[cell] = static_cast<std::uint32_t>(found - edges.begin()) << 12U;
      if (found == edges.end()) edges.push_back(edge);
    }
    strengths_.reserve(edges.size() << 12U);
    for (const unsigned edge : edges) {
      for (PatternCode stones = 0; stones < 4096; ++stones) {
        const PatternCode name = class_of(stones | (edge << 12U));
        const auto at = std::lower_bound(known.begin(), known.end(), name,
                                         [](const auto& a, PatternCode b) { return a.first < b; });
        strengths_.push_back(at != known.end() && at->first == name ? at->second : other);
      }
    }
  }

  [[nodiscard]] const Topology& topology() const { return surroundings_.topology(); }
  // All entries, so that a policy can keep them in a form of its own.
  [[nodiscard]] const std::vector<float>& strengths() const { return strengths_; }

  // The entry of an empty cell for a player to move.
  template <int kCapacity>
  [[nodiscard]] std::size_t entry(const ConnectionBoard<kCapacity>& board, Cell cell,
                                  Color color) const {
    const Color other = opponent(color);
    const unsigned own = board.around(color, cell) | surroundings_.beyond(color, cell);
    const unsigned others = board.around(other, cell) | surroundings_.beyond(other, cell);
    return shape_[cell] | own | (others << 6U);
  }

 private:
  LocalSurroundings surroundings_;
  std::vector<std::uint32_t> shape_;  // by cell, times 4096
  std::vector<float> strengths_;      // [shape][other][own]
};

}  // namespace katachi
