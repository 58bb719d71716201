// What a value of Y may be learned from beside the shapes on the board: currents from each side to
// the two others (Anshelevich; games/connection/circuit.h), of the worst joined side.
//
//   resistance    hundredths of ln(least current of the mover / least current of the opponent)
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "features/position_features.h"
#include "games/y/position.h"

namespace katachi {

template <int kCapacity>
struct PositionFeatures<YPosition<kCapacity>> {
  static constexpr std::array<std::string_view, 1> kNames{"resistance"};

  static void of(const YPosition<kCapacity>& position, PositionNumbers wanted,
                 std::span<int> numbers);
};

extern template struct PositionFeatures<YPosition<120>>;

}  // namespace katachi
