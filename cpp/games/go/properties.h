// What the genetic part counts in Go (AGENTS, table 3.1).
#pragma once

#include <array>

#include "features/board_properties.h"
#include "games/go/position.h"

namespace katachi {

// Liberties are empty points beside a stone of the colour, each counted once.
template <int kCapacity>
struct BoardProperties<GoPosition<kCapacity>> {
  static constexpr PropertyNames kNames{"net stones", "own liberties", "their liberties",
                                        "own stones in atari", "their stones in atari"};
  static constexpr Properties kSigns{1, 1, -1, -1, 1};

  static Properties of(const GoPosition<kCapacity>& position, Color player) {
    const GoBoard<kCapacity>& board = position.board();
    std::array<int, 2> stones{}, liberties{}, atari{};
    for (Cell cell = 0; cell < position.topology().cells(); ++cell) {
      const Color color = board.at(cell);
      if (color != Color::none) {
        ++stones[index_of(color)];
        if (board.in_atari(cell)) ++atari[index_of(color)];
        continue;
      }
      std::array<bool, 3> beside{};
      for (int d = 0; d < 4; ++d) beside[index_of(board.at(board.neighbours(cell)[d]))] = true;
      for (std::size_t c = 0; c < 2; ++c) liberties[c] += beside[c] ? 1 : 0;
    }
    const std::size_t own = index_of(player);
    const std::size_t other = index_of(opponent(player));
    return {stones[own] - stones[other], liberties[own], liberties[other], atari[own],
            atari[other]};
  }
};

}  // namespace katachi
