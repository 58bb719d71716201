// What a value of Havannah may be learned from beside the shapes on the board: how many stones each
// player needs at least for a bridge, a fork, or a ring round one cell
// (games/connection/joined_ways.h; a fork is counted from the cell where its three arms meet).
// Larger rings are not looked for.
//
//   own, their bridge, fork, ring    stones, kFar at most
//   own, their least is 0 .. 3       1 if the smallest of the three is that
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "features/position_features.h"
#include "games/havannah/position.h"

namespace katachi {

template <int kCapacity>
struct PositionFeatures<HavannahPosition<kCapacity>> {
  // More stones than that are no more a threat.
  static constexpr int kFar = 6;
  static constexpr std::array<std::string_view, 14> kNames{
      "own bridge",     "their bridge",     "own fork",       "their fork",
      "own ring",       "their ring",       "own least is 0", "their least is 0",
      "own least is 1", "their least is 1", "own least is 2", "their least is 2",
      "own least is 3", "their least is 3"};

  static void of(const HavannahPosition<kCapacity>& position, PositionNumbers wanted,
                 std::span<int> numbers);
};

extern template struct PositionFeatures<HavannahPosition<61>>;
extern template struct PositionFeatures<HavannahPosition<271>>;

}  // namespace katachi
