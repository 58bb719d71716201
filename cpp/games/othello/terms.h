// What the evaluation of Othello counts, on bitboards of any size.
//
// Everything here is inlined into callers that are compiled for their instruction set.
#pragma once

#include "games/othello/bits.h"

namespace katachi::othello {

// Cells in columns `first` to `last`.
template <int kSize>
constexpr Bits<kSize> columns(int first_column, int last_column) {
  Bits<kSize> bits = 0;
  for (int y = 0; y < kSize; ++y) {
    for (int x = first_column; x <= last_column; ++x) bits |= Bits<kSize>{1} << (y * kSize + x);
  }
  return bits;
}

// All bits moved kX columns to the right and kY rows down; what leaves the board is gone.
template <int kSize, int kX, int kY>
constexpr Bits<kSize> moved(Bits<kSize> bits) {
  using B = Bits<kSize>;
  constexpr int kShift = kY * kSize + kX;
  constexpr B kLands = kX >= 0 ? columns<kSize>(kX, kSize - 1) : columns<kSize>(0, kSize - 1 + kX);
  if constexpr (kShift >= 0) {
    return static_cast<B>(bits << kShift) & kLands;
  } else {
    return static_cast<B>(bits >> -kShift) & kLands;
  }
}

template <int kSize>
constexpr Bits<kSize> around(Bits<kSize> bits) {
  const Bits<kSize> wide = bits | moved<kSize, 1, 0>(bits) | moved<kSize, -1, 0>(bits);
  return wide | moved<kSize, 0, 1>(wide) | moved<kSize, 0, -1>(wide);
}

template <int kSize>
constexpr Bits<kSize> corners() {
  using B = Bits<kSize>;
  return B{1} | (B{1} << (kSize - 1)) | (B{1} << (kSize * (kSize - 1))) |
         (B{1} << (kSize * kSize - 1));
}

// Cells from which a line in direction (kX, kY) meets an empty cell, those included.
template <int kSize, int kX, int kY>
constexpr Bits<kSize> open_lines(Bits<kSize> empty) {
  auto up = empty;
  auto down = empty;
  up |= moved<kSize, kX, kY>(up);
  down |= moved<kSize, -kX, -kY>(down);
  up |= moved<kSize, 2 * kX, 2 * kY>(up);
  down |= moved<kSize, -2 * kX, -2 * kY>(down);
  up |= moved<kSize, 4 * kX, 4 * kY>(up);
  down |= moved<kSize, -4 * kX, -4 * kY>(down);
  if constexpr (kSize > 8) {
    up |= moved<kSize, 8 * kX, 8 * kY>(up);
    down |= moved<kSize, -8 * kX, -8 * kY>(down);
  }
  return up | down;
}

// Discs of `own` that no sequence of moves can flip: in each of the four directions the line is
// full, or the disc lies at its end, or beside another stable disc. There may be more of them.
template <int kSize>
constexpr Bits<kSize> stable_discs(Bits<kSize> own, Bits<kSize> other) {
  using B = Bits<kSize>;
  constexpr B kSides = columns<kSize>(0, 0) | columns<kSize>(kSize - 1, kSize - 1);
  constexpr B kRow = full_board<kSize>() >> (kSize * (kSize - 1));
  constexpr B kEnds = kRow | (kRow << (kSize * (kSize - 1)));
  const B empty = full_board<kSize>() & static_cast<B>(~(own | other));
  const B across = kSides | static_cast<B>(~open_lines<kSize, 1, 0>(empty));
  const B down = kEnds | static_cast<B>(~open_lines<kSize, 0, 1>(empty));
  const B falling = kSides | kEnds | static_cast<B>(~open_lines<kSize, 1, 1>(empty));
  const B rising = kSides | kEnds | static_cast<B>(~open_lines<kSize, -1, 1>(empty));
  B stable = own & across & down & falling & rising;
  for (;;) {
    const B next = own & (across | moved<kSize, 1, 0>(stable) | moved<kSize, -1, 0>(stable)) &
                   (down | moved<kSize, 0, 1>(stable) | moved<kSize, 0, -1>(stable)) &
                   (falling | moved<kSize, 1, 1>(stable) | moved<kSize, -1, -1>(stable)) &
                   (rising | moved<kSize, -1, 1>(stable) | moved<kSize, 1, -1>(stable));
    if (next == stable) return stable;
    stable = next;
  }
}

// The four quarters of the board, for parity: the last move in a region is an advantage.
template <int kSize>
constexpr Bits<kSize> odd_quarters(Bits<kSize> empty) {
  using B = Bits<kSize>;
  constexpr int kHalf = kSize / 2;
  constexpr B kLeft = columns<kSize>(0, kHalf - 1);
  constexpr B kTop = full_board<kSize>() >> (kHalf * kSize);
  B odd = 0;
  for (const B quarter : {static_cast<B>(kLeft & kTop), static_cast<B>(~kLeft & kTop),
                          static_cast<B>(kLeft & ~kTop), static_cast<B>(~kLeft & ~kTop)}) {
    odd |= (count(static_cast<B>(empty & quarter)) & 1) != 0 ? quarter : B{0};
  }
  return odd & full_board<kSize>();
}

}  // namespace katachi::othello
