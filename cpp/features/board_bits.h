// The stones of both players as bits, from the mover's side.
//
// Bit c of word c / 64 is cell c. Where the players have different goals (Hex), a game's room
// specialises this so that the mover always has the goals of Black.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "games/position.h"
#include "games/topology.h"

namespace katachi {

template <class P>
struct BoardBits {
  // Fills own and other, each of (cells + 63) / 64 words.
  static void fill(const P& position, std::uint64_t* own, std::uint64_t* other) {
    const auto cells = static_cast<std::size_t>(position.topology().cells());
    std::fill_n(own, (cells + 63) / 64, std::uint64_t{0});
    std::fill_n(other, (cells + 63) / 64, std::uint64_t{0});
    const Color mover = position.to_move();
    for (std::size_t cell = 0; cell < cells; ++cell) {
      const Color color = position.at(static_cast<Cell>(cell));
      if (color == Color::none) continue;
      (color == mover ? own : other)[cell / 64] |= std::uint64_t{1} << (cell % 64);
    }
  }
};

inline constexpr std::size_t kMostBoardWords = (kMaxCells + 63) / 64;

}  // namespace katachi
