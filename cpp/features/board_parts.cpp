#include "features/board_parts.h"

#include <algorithm>

namespace katachi {

BoardParts::BoardParts(const BoardDistances& distances) : distances_(distances) {}

void BoardParts::take(const BoardView& view) {
  const Topology& board = topology();
  const int cells = board.cells();
  const auto directions = static_cast<std::size_t>(board.directions());
  constexpr std::array<Status, 3> kSeen{Status::empty, Status::black, Status::white};
  for (int cell = 0; cell < cells; ++cell) {
    const auto i = static_cast<std::size_t>(cell);
    status_[i] = kSeen[view.content[i]];
    head_[i] = board.off_board();
  }
  const bool white = view.to_move == Color::white;
  for (int side = 0; side < board.side_count(); ++side) {
    const bool far = board.grid() == Grid::rhombus && (side >= 2) != white;
    status_[static_cast<std::size_t>(cells + side)] = far ? Status::far_side : Status::side;
  }
  std::uint16_t filled = 0;
  for (Cell first = 0; first < cells; ++first) {
    if (head_[first] != board.off_board()) continue;
    const std::uint16_t begin = filled;
    head_[first] = first;
    members_[filled++] = first;
    for (std::uint16_t i = begin; i < filled; ++i) {
      const auto& next = board.neighbours(members_[i]);
      for (std::size_t d = 0; d < directions; ++d) {
        const Cell cell = next[d];
        if (cell == board.off_board() || head_[cell] != board.off_board() ||
            status_[cell] != status_[first]) {
          continue;
        }
        head_[cell] = first;
        members_[filled++] = cell;
      }
    }
    first_member_[first] = begin;
    attributes_[0][first] = static_cast<std::uint16_t>(filled - begin);
    attributes_[1][first] = 0;
  }
  for (Cell cell = 0; cell < cells; ++cell) {
    if (status_[cell] != Status::empty) continue;
    std::array<Cell, Topology::kMaxNeighbours> counted;
    std::size_t count = 0;
    const auto& next = board.neighbours(cell);
    for (std::size_t d = 0; d < directions; ++d) {
      if (next[d] == board.off_board() || !is_stone(status_[next[d]])) continue;
      const Cell chain = head_[next[d]];
      if (std::find(counted.begin(), counted.begin() + static_cast<std::ptrdiff_t>(count), chain) !=
          counted.begin() + static_cast<std::ptrdiff_t>(count)) {
        continue;
      }
      counted[count++] = chain;
      ++attributes_[1][chain];
    }
  }
  for (Cell cell = 0; cell < cells; ++cell) {
    for (std::size_t which = 0; which < 2; ++which) {
      const std::uint16_t attribute = attributes_[which][head_[cell]];
      attributes_[which][cell] = attribute;
      capped_[which][cell] = static_cast<std::uint8_t>(std::min<unsigned>(attribute, 0xff));
    }
  }
}

}  // namespace katachi
