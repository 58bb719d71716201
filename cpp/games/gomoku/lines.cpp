#include "games/gomoku/lines.h"

#include <memory>
#include <mutex>

namespace katachi::gomoku {

LineMap::LineMap(int size)
    : places_(static_cast<std::size_t>(size * size)),
      cells_(static_cast<std::size_t>(line_count(size)), 0),
      cell_(cells_.size() * 32, kNoMove) {
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      const auto cell = static_cast<Cell>(y * size + x);
      // Row, column, the diagonal to the lower right, the diagonal to the lower left.
      const std::array<std::array<int, 2>, kAxes> lines{
          {{y, x}, {size + x, y}, {2 * size + (y - x + size - 1), x}, {4 * size - 1 + (x + y), x}}};
      for (std::size_t axis = 0; axis < kAxes; ++axis) {
        const auto line = static_cast<std::size_t>(lines[axis][0]);
        const auto bit = static_cast<unsigned>(lines[axis][1] + 1);
        places_[cell][axis] = {static_cast<std::uint8_t>(line), static_cast<std::uint8_t>(bit)};
        cells_[line] |= Line{1} << bit;
        cell_[line * 32 + bit] = cell;
      }
    }
  }
}

const LineMap& LineMap::of(int size) {
  static std::mutex mutex;
  static std::array<std::unique_ptr<const LineMap>, 32> maps;
  const std::scoped_lock lock(mutex);
  auto& map = maps[static_cast<std::size_t>(size)];
  if (!map) map = std::make_unique<LineMap>(size);
  return *map;
}

}  // namespace katachi::gomoku
