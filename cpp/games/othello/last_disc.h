// How many discs the last empty cell flips: with every other cell taken, the mover's discs alone
// decide.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "games/othello/bits.h"

namespace katachi::othello {

// [place][discs of the mover on a line of eight]: what a disc on this place flips if all other
// places are the opponent's. Places off the board count as the opponent's: a line that never meets
// the mover's disc flips nothing.
constexpr auto make_flipped_on_line() {
  std::array<std::array<std::uint8_t, 256>, 8> table{};
  for (int place = 0; place < 8; ++place) {
    for (int line = 0; line < 256; ++line) {
      int flipped = 0;
      for (const int step : {-1, 1}) {
        int at = place + step;
        while (at >= 0 && at < 8 && (line >> at & 1) == 0) at += step;
        if (at >= 0 && at < 8) flipped += (at - place) * step - 1;
      }
      table[static_cast<std::size_t>(place)][static_cast<std::size_t>(line)] =
          static_cast<std::uint8_t>(flipped);
    }
  }
  return table;
}

inline constexpr auto kFlippedOnLine = make_flipped_on_line();

// [cell]: the cells of both diagonals through it.
constexpr auto make_diagonals() {
  std::array<std::array<std::uint64_t, 2>, 64> table{};
  for (int cell = 0; cell < 64; ++cell) {
    for (int at = 0; at < 64; ++at) {
      const int x = at % 8 - cell % 8;
      const int y = at / 8 - cell / 8;
      const std::uint64_t bit = std::uint64_t{1} << at;
      if (x == y) table[static_cast<std::size_t>(cell)][0] |= bit;
      if (x == -y) table[static_cast<std::size_t>(cell)][1] |= bit;
    }
  }
  return table;
}

inline constexpr auto kDiagonals = make_diagonals();

// Precondition: `cell` is the only empty cell of the board of 8 x 8.
KATACHI_INLINE int flipped_by_last(std::uint64_t own, int cell) {
  constexpr std::uint64_t kColumn = 0x0101010101010101ULL;
  constexpr std::uint64_t kColumnToByte = 0x0102040810204080ULL;
  const auto x = static_cast<std::size_t>(cell) % 8;
  const auto y = static_cast<std::size_t>(cell) / 8;
  const auto& across = kFlippedOnLine[x];
  const auto& [falling, rising] = kDiagonals[static_cast<std::size_t>(cell)];
  return across[own >> (8 * y) & 0xFFU] +
         kFlippedOnLine[y][((own >> x & kColumn) * kColumnToByte) >> 56U] +
         across[((own & falling) * kColumn) >> 56U] + across[((own & rising) * kColumn) >> 56U];
}

}  // namespace katachi::othello
