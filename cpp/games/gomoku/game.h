// Gomoku in the list of games (games/all_positions.h).
#pragma once

#include "games/gomoku/position.h"
#include "games/gomoku/position_features.h"
#include "games/gomoku/properties.h"
#include "games/gomoku/tactics.h"
#include "games/types.h"

namespace nanobind {
class module_;
}

namespace katachi {

struct GomokuGame {
  using Positions = Types<GomokuPosition<15>, GomokuPosition<19>>;
  static void bind(nanobind::module_& module);
};

}  // namespace katachi
