#include "features/board_distances.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>

namespace katachi {

const BoardDistances& BoardDistances::of(const Topology& topology) {
  static std::mutex mutex;
  static std::map<const Topology*, std::unique_ptr<const BoardDistances>> shared;
  const std::scoped_lock lock(mutex);
  auto& entry = shared[&topology];
  if (!entry) entry.reset(new BoardDistances(topology));
  return *entry;
}

BoardDistances::BoardDistances(const Topology& topology) : topology_(topology) {
  const auto cells = static_cast<std::size_t>(topology.cells());
  nodes_ = cells + static_cast<std::size_t>(topology.side_count());
  table_.assign(nodes_ * nodes_, 0);
  for (std::size_t a = 0; a < cells; ++a) {
    for (std::size_t b = 0; b < cells; ++b) {
      const int steps = topology.distance(static_cast<Cell>(a), static_cast<Cell>(b));
      table_[a * nodes_ + b] = static_cast<std::uint8_t>(std::min<int>(steps, kMostSteps));
    }
  }
  for (std::size_t side = cells; side < nodes_; ++side) {
    const auto on_side = [&](std::size_t cell) {
      return (topology.sides(static_cast<Cell>(cell)) >> (side - cells) & 1U) != 0;
    };
    // From every node before the side: the nearest of its cells.
    for (std::size_t a = 0; a < side; ++a) {
      std::uint8_t nearest = kMostSteps;
      for (std::size_t b = 0; b < cells; ++b) {
        if (on_side(b)) nearest = std::min(nearest, table_[a * nodes_ + b]);
      }
      table_[a * nodes_ + side] = nearest;
      table_[side * nodes_ + a] = nearest;
    }
  }
  longest_ = *std::max_element(table_.begin(), table_.end());
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const std::size_t begin = by_distance_.size();
    for (unsigned steps = 0; steps <= longest_; ++steps) {
      ring_ends_.push_back(static_cast<std::uint16_t>(by_distance_.size() - begin));
      for (std::size_t node = 0; node < nodes_; ++node) {
        if (node != cell && table_[cell * nodes_ + node] == steps) {
          by_distance_.push_back(static_cast<GraphNode>(node));
        }
      }
    }
    ring_ends_.push_back(static_cast<std::uint16_t>(by_distance_.size() - begin));
  }
}

}  // namespace katachi
