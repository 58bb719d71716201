// Hex in the list of games (games/all_positions.h).
#pragma once

#include "games/hex/alphabeta.h"
#include "games/hex/position.h"
#include "games/hex/position_features.h"
#include "games/hex/properties.h"
#include "games/hex/tactics.h"
#include "games/types.h"

namespace nanobind {
class module_;
}

namespace katachi {

struct HexGame {
  using Positions = Types<HexPosition<121>, HexPosition<361>>;
  static void bind(nanobind::module_& module);
};

}  // namespace katachi
