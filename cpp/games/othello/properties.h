// What the genetic part counts in Othello.
#pragma once

#include "features/board_properties.h"
#include "games/othello/position.h"

namespace katachi {

template <int kSize>
struct BoardProperties<OthelloPosition<kSize>> {
  static constexpr PropertyNames kNames{"net discs", "own moves", "their moves", "own corners",
                                        "their corners"};
  static constexpr Properties kSigns{1, 1, -1, 1, -1};

  static Properties of(const OthelloPosition<kSize>& position, Color player) {
    using Bits = othello::Bits<kSize>;
    constexpr Bits kCorners = Bits{1} | (Bits{1} << (kSize - 1)) |
                              (Bits{1} << (kSize * (kSize - 1))) | (Bits{1} << (kSize * kSize - 1));
    const Color other = opponent(player);
    const auto count = [](Bits bits) { return othello::count(bits); };
    return {count(position.discs(player)) - count(position.discs(other)),
            count(position.mobility(player)), count(position.mobility(other)),
            count(position.discs(player) & kCorners), count(position.discs(other) & kCorners)};
  }
};

}  // namespace katachi
