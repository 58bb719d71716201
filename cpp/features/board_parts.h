// Stones, chains and regions of a position, and the statuses of its cells and sides.
//
// A chain or region has the number of its first cell. Size and liberties are those of the whole
// chain or region, liberties are true ones: each empty cell next to a chain counts once. (FOREST
// took pseudo-liberties to save work.)
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "features/board_distances.h"
#include "features/board_view.h"
#include "features/query.h"

namespace katachi {

class BoardParts {
 public:
  explicit BoardParts(const BoardDistances& distances);

  void take(const BoardView& view);

  [[nodiscard]] const BoardDistances& distances() const { return distances_; }
  [[nodiscard]] const Topology& topology() const { return distances_.topology(); }
  // Cells and sides.
  [[nodiscard]] Status status(GraphNode node) const { return status_[node]; }
  [[nodiscard]] const Status* statuses() const { return status_.data(); }
  // The first cell of the chain or region.
  [[nodiscard]] Cell head(Cell cell) const { return head_[cell]; }
  [[nodiscard]] unsigned size(GraphNode node) const { return attributes_[0][node]; }
  [[nodiscard]] unsigned liberties(GraphNode node) const { return attributes_[1][node]; }
  // The size (0) or the liberties (1).
  [[nodiscard]] unsigned attribute(std::size_t which, GraphNode node) const {
    return attributes_[which][node];
  }
  // Sizes (0) or liberties (1) of all nodes, 255 if there are more.
  [[nodiscard]] const std::uint8_t* capped(std::size_t which) const {
    return capped_[which].data();
  }
  // The cells of the chain or region with that head.
  [[nodiscard]] std::span<const Cell> members(Cell head) const {
    return {&members_[first_member_[head]], attributes_[0][head]};
  }

 private:
  static constexpr std::size_t kNodes = kMaxCells + 6;

  const BoardDistances& distances_;
  std::array<Status, kNodes> status_{};
  std::array<Cell, kMaxCells> head_{};
  std::array<std::array<std::uint16_t, kNodes>, 2> attributes_{};  // sizes, liberties
  std::array<std::array<std::uint8_t, kNodes>, 2> capped_{};
  std::array<Cell, kMaxCells> members_{};
  std::array<std::uint16_t, kMaxCells> first_member_{};
};

}  // namespace katachi
