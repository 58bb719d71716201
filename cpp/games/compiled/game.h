// Games compiled elsewhere in the list of games (games/all_positions.h).
#pragma once

#include "games/compiled/alphabeta.h"
#include "games/compiled/position.h"
#include "games/compiled/tactics.h"
#include "games/types.h"

namespace nanobind {
class module_;
}

namespace katachi {

struct CompiledGame {
  using Positions = Types<CompiledPosition>;
  static void bind(nanobind::module_& module);
};

}  // namespace katachi
