// The planes of Othello: own moves, opposing moves, where each player could move if it were his
// turn.
#pragma once

#include "games/othello/position.h"
#include "knowledge/planes.h"

namespace katachi {

template <int kSize>
struct PlanesOf<OthelloPosition<kSize>> {
  static GamePlanes make() { return {.names = {"own moves", "opposing moves"}, .fill = &fill}; }

  static void fill(const PlaneFrame& frame) {
    using Bits = othello::Bits<kSize>;
    Bits own = 0;
    Bits other = 0;
    constexpr auto kCells = static_cast<Cell>(kSize * kSize);
    for (Cell cell = 0; cell < kCells; ++cell) {
      const auto content = static_cast<Content>(frame.view.content[cell]);
      own |= static_cast<Bits>(content == Content::own) << cell;
      other |= static_cast<Bits>(content == Content::other) << cell;
    }
    const Bits mine = othello::Portable::mobility<kSize>(own, other);
    const Bits theirs = othello::Portable::mobility<kSize>(other, own);
    for (Cell cell = 0; cell < kCells; ++cell) {
      if (((mine >> cell) & 1U) != 0) frame.set(0, cell);
      if (((theirs >> cell) & 1U) != 0) frame.set(1, cell);
    }
  }
};

}  // namespace katachi
