// The stones of both players as bits, from the mover's side.
//
// Bit c of word c / 64 is cell c. Where the players have different goals (Hex), the board has a
// symmetry that exchanges them: White's positions are seen through it, so that the mover always has
// the goals of Black.
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
    const Symmetry* exchange = mover == Color::white ? exchange_of(position.topology()) : nullptr;
    for (std::size_t cell = 0; cell < cells; ++cell) {
      const Color color = position.at(static_cast<Cell>(cell));
      if (color == Color::none) continue;
      const std::size_t seen = exchange == nullptr ? cell : exchange->image[cell];
      (color == mover ? own : other)[seen / 64] |= std::uint64_t{1} << (seen % 64);
    }
  }

 private:
  // The first symmetry that exchanges the players; null where they have the same goals.
  static const Symmetry* exchange_of(const Topology& topology) {
    for (const Symmetry& symmetry : topology.symmetries()) {
      if (symmetry.exchanges_colors) return &symmetry;
    }
    return nullptr;
  }
};

inline constexpr std::size_t kMostBoardWords = (kMaxCells + 63) / 64;

}  // namespace katachi
