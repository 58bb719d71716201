// How a position travels to Python: an immutable handle on an AnyPosition.
#pragma once

#include <memory>

#include "games/any_position.h"

namespace katachi {

struct PositionHandle {
  std::shared_ptr<const AnyPosition> position;
};

}  // namespace katachi
