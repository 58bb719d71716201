// Boards of hexagons, for bindings that are about their six neighbours.
#pragma once

#include <stdexcept>

#include "bindings/position_handle.h"

namespace katachi {

// The board of a position; throws std::invalid_argument if its cells are no hexagons.
inline const Topology& hexagons(const PositionHandle& position) {
  const Topology& topology = position.position->topology();
  if (topology.directions() != 6) {
    throw std::invalid_argument("local patterns are for boards of hexagons");
  }
  return topology;
}

}  // namespace katachi
