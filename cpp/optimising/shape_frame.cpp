#include "optimising/shape_frame.h"

#include <algorithm>
#include <stdexcept>

namespace katachi {
namespace {

std::vector<std::uint16_t> unchanged(std::size_t places) {
  std::vector<std::uint16_t> reading(places);
  for (std::size_t p = 0; p < places; ++p) reading[p] = static_cast<std::uint16_t>(p);
  return reading;
}

// A symmetry without its shift.
Offset turned(const Topology& topology, const Symmetry& symmetry, Offset step) {
  const auto image = [&](int x, int y) { return symmetry.image[topology.cell_at(x, y)]; };
  // Every board has these three cells in its upper left.
  const Cell origin = image(0, 0);
  const Cell down = image(0, 1);
  const Cell right = image(1, 1);
  const int x = topology.x(down);
  const int y = topology.y(down);
  return {.dx = step.dx * (topology.x(right) - x) + step.dy * (x - topology.x(origin)),
          .dy = step.dx * (topology.y(right) - y) + step.dy * (y - topology.y(origin))};
}

void push_unique(std::vector<std::vector<std::uint16_t>>& readings,
                 std::vector<std::uint16_t> reading) {
  if (std::find(readings.begin(), readings.end(), reading) == readings.end()) {
    readings.push_back(std::move(reading));
  }
}

}  // namespace

Frame absolute_frame(const Topology& topology, Cell target) {
  const auto cells = static_cast<std::size_t>(topology.cells());
  if (target >= cells) throw std::invalid_argument("the target lies outside the board");
  Frame frame;
  frame.places = cells;
  frame.readings.push_back(unchanged(cells));
  for (auto& by_move : frame.cells) by_move.resize(cells + 1);
  for (const Symmetry& symmetry : topology.symmetries()) {
    if (symmetry.exchanges_colors) {
      throw std::invalid_argument("on this board shapes must be relative");
    }
    const Cell move = symmetry.image[target];
    for (auto& by_move : frame.cells) {
      if (by_move[move].empty()) by_move[move] = symmetry.image;
    }
    if (move != target) continue;
    push_unique(frame.readings, {symmetry.image.begin(), symmetry.image.end()});
  }
  return frame;
}

Frame relative_frame(const Topology& topology, const std::vector<Offset>& offsets) {
  const auto cells = static_cast<std::size_t>(topology.cells());
  const auto place_of = [&](Offset wanted) {
    const auto found = std::find_if(offsets.begin(), offsets.end(), [&](Offset o) {
      return o.dx == wanted.dx && o.dy == wanted.dy;
    });
    if (found == offsets.end()) {
      throw std::invalid_argument("the offsets lack a turn or mirror image of one of them");
    }
    return static_cast<std::uint16_t>(found - offsets.begin());
  };
  Frame frame;
  frame.places = offsets.size();
  frame.base = 4;
  frame.readings.push_back(unchanged(offsets.size()));
  for (auto& by_move : frame.cells) by_move.resize(cells + 1);
  std::array<bool, 2> known{};
  for (const Symmetry& symmetry : topology.symmetries()) {
    if (!symmetry.exchanges_colors) {
      std::vector<std::uint16_t> reading;
      for (const Offset offset : offsets) {
        reading.push_back(place_of(turned(topology, symmetry, offset)));
      }
      push_unique(frame.readings, std::move(reading));
    }
  }
  const bool exchanges =
      std::any_of(topology.symmetries().begin(), topology.symmetries().end(),
                  [](const Symmetry& symmetry) { return symmetry.exchanges_colors; });
  for (const Color mover : {Color::black, Color::white}) {
    for (const Symmetry& symmetry : topology.symmetries()) {
      const bool wanted = exchanges && mover == Color::white;
      if (known[index_of(mover)] || symmetry.exchanges_colors != wanted) continue;
      known[index_of(mover)] = true;
      for (Cell move = 0; move < cells; ++move) {
        auto& seen = frame.cells[index_of(mover)][move];
        for (const Offset offset : offsets) {
          const Offset step = turned(topology, symmetry, offset);
          seen.push_back(topology.cell_at(topology.x(move) + step.dx, topology.y(move) + step.dy));
        }
      }
    }
  }
  return frame;
}

}  // namespace katachi
