// Othello in the list of games (games/all_positions.h).
#pragma once

#include "games/othello/alphabeta.h"
#include "games/othello/exact_end.h"
#include "games/othello/planes.h"
#include "games/othello/position.h"
#include "games/othello/position_features.h"
#include "games/othello/properties.h"
#include "games/othello/tactics.h"
#include "games/types.h"

namespace nanobind {
class module_;
}

namespace katachi {

struct OthelloGame {
  using Positions = Types<OthelloPosition<6>, OthelloPosition<8>, OthelloPosition<10>>;
  static void bind(nanobind::module_& module);
};

}  // namespace katachi
