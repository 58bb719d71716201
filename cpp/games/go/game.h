// Go in the list of games (games/all_positions.h).
#pragma once

#include "games/go/planes.h"
#include "games/go/position.h"
#include "games/go/properties.h"
#include "games/go/tactics.h"
#include "games/types.h"

namespace nanobind {
class module_;
}

namespace katachi {

struct GoGame {
  using Positions = Types<GoPosition<81>, GoPosition<169>, GoPosition<361>>;
  static void bind(nanobind::module_& module);
};

}  // namespace katachi
