// Havannah in the list of games (games/all_positions.h).
#pragma once

#include "games/havannah/position.h"
#include "games/havannah/position_features.h"
#include "games/havannah/properties.h"
#include "games/havannah/tactics.h"
#include "games/types.h"

namespace nanobind {
class module_;
}

namespace katachi {

struct HavannahGame {
  using Positions = Types<HavannahPosition<61>, HavannahPosition<271>>;
  static void bind(nanobind::module_& module);
};

}  // namespace katachi
