// Y in the list of games (games/all_positions.h).
#pragma once

#include "games/types.h"
#include "games/y/position.h"
#include "games/y/position_features.h"
#include "games/y/properties.h"
#include "games/y/tactics.h"

namespace nanobind {
class module_;
}

namespace katachi {

struct YGame {
  using Positions = Types<YPosition<120>>;
  static void bind(nanobind::module_& module);
};

}  // namespace katachi
