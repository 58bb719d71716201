// The planes of Go: last move, move before, ko, and one liberty, two liberties, three liberties or
// more of the chain that stands there.
#pragma once

#include "games/go/position.h"
#include "knowledge/planes.h"

namespace katachi {

void fill_go_planes(const PlaneFrame& frame);

template <int kCapacity>
struct PlanesOf<GoPosition<kCapacity>> {
  static GamePlanes make() {
    GamePlanes planes = last_moves();
    planes.names.insert(planes.names.end(),
                        {"ko", "one liberty", "two liberties", "three liberties or more"});
    planes.fill = &fill_go_planes;
    return planes;
  }
};

}  // namespace katachi
