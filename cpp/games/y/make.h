// Positions of Y for the border.
#pragma once

#include <memory>

#include "games/any_position.h"
#include "games/set_up.h"

namespace katachi {

// The start, or a set-up if it is not null. Throws std::invalid_argument for a wrong size or
// set-up.
std::unique_ptr<AnyPosition> make_y(int size, bool swap_rule, const SetUp* set_up);

}  // namespace katachi
