// Steps over the empty board between cells and sides, and for each cell all others by distance.
//
// Nodes are the cells and behind them the sides: node cells + s is side s. A side is the set of its
// cells, so that a cell on it is 0 steps away (FOREST 3.3.2). Immutable and shared, one per board.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "games/topology.h"

namespace katachi {

using GraphNode = std::uint16_t;

class BoardDistances {
 public:
  // What is farther away, or not joined at all, is so far.
  static constexpr std::uint8_t kMostSteps = 0xfe;

  // Thread-safe.
  static const BoardDistances& of(const Topology& topology);

  [[nodiscard]] const Topology& topology() const { return topology_; }
  [[nodiscard]] std::size_t nodes() const { return nodes_; }
  // The largest distance between two nodes.
  [[nodiscard]] unsigned longest() const { return longest_; }
  [[nodiscard]] unsigned between(GraphNode a, GraphNode b) const { return table_[a * nodes_ + b]; }
  // The distances of a node from all others, [nodes].
  [[nodiscard]] const std::uint8_t* row(GraphNode a) const { return &table_[a * nodes_]; }
  // The nodes from `first` to `last` steps from a cell, nearest first, without the cell itself.
  // Precondition: last <= longest().
  [[nodiscard]] std::span<const GraphNode> rings(Cell cell, unsigned first, unsigned last) const {
    const std::uint16_t* ends = &ring_ends_[cell * (longest_ + 2)];
    return {&by_distance_[cell * (nodes_ - 1)] + ends[first],
            static_cast<std::size_t>(ends[last + 1] - ends[first])};
  }

 private:
  explicit BoardDistances(const Topology& topology);

  const Topology& topology_;
  std::size_t nodes_;
  unsigned longest_ = 0;
  std::vector<std::uint8_t> table_;       // [nodes][nodes]
  std::vector<GraphNode> by_distance_;    // [cells][nodes - 1]
  std::vector<std::uint16_t> ring_ends_;  // [cells][longest + 2], ends[d] = nodes nearer than d
};

}  // namespace katachi
