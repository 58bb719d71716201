// What a value of Hex may be learned from beside the shapes on the board.
//
//   own, their two-distance   the potential of van Rijswijck (games/hex/distance.h), kFar at most
//   own, their stones         the least number of stones to join the sides (games/connection/
//                             joined_ways.h), kFar at most
//   resistance                hundredths of ln(current of the mover / current of the opponent)
//                             between their sides (Anshelevich; games/connection/circuit.h)
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "features/position_features.h"
#include "games/hex/position.h"

namespace katachi {

template <int kCapacity>
struct PositionFeatures<HexPosition<kCapacity>> {
  static constexpr int kFar = 30;
  static constexpr std::array<std::string_view, 5> kNames{
      "own two-distance", "their two-distance", "own stones", "their stones", "resistance"};

  static void of(const HexPosition<kCapacity>& position, PositionNumbers wanted,
                 std::span<int> numbers);
};

extern template struct PositionFeatures<HexPosition<121>>;
extern template struct PositionFeatures<HexPosition<361>>;

}  // namespace katachi
