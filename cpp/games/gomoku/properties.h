// What the genetic part counts in Gomoku: rows of five cells with own stones and empty cells only.
#pragma once

#include <array>
#include <bit>

#include "features/board_properties.h"
#include "games/gomoku/position.h"

namespace katachi {

template <int kSize>
struct BoardProperties<GomokuPosition<kSize>> {
  static constexpr PropertyNames kNames{"net rows with two", "own rows with three",
                                        "their rows with three", "own rows with four",
                                        "their rows with four"};
  static constexpr Properties kSigns{1, 1, -1, 1, -1};

  static Properties of(const GomokuPosition<kSize>& position, Color player) {
    std::array<std::array<int, 6>, 2> rows{};  // by colour and number of stones
    const int lines = gomoku::line_count(position.topology().size());
    for (int number = 0; number < lines; ++number) {
      const auto line = static_cast<std::size_t>(number);
      const gomoku::Line cells = position.map().cells(line);
      const std::array<gomoku::Line, 2> stones{position.stones().line(Color::black, line),
                                               position.stones().line(Color::white, line)};
      for (gomoku::Line window = 31U << 1U; window < (1U << 20U); window <<= 1U) {
        if ((cells & window) != window) continue;
        for (std::size_t color = 0; color < 2; ++color) {
          if ((stones[1 - color] & window) != 0) continue;
          ++rows[color][static_cast<std::size_t>(std::popcount(stones[color] & window))];
        }
      }
    }
    const auto& own = rows[index_of(player)];
    const auto& other = rows[index_of(opponent(player))];
    return {own[2] - other[2], own[3], other[3], own[4], other[4]};
  }
};

}  // namespace katachi
