#include "games/y/make.h"

#include "games/connection/make.h"
#include "games/connection/refusal.h"
#include "games/held_position.h"
#include "games/y/playout.h"

namespace katachi {

template std::unique_ptr<AnyPosition> hold(YPosition<120>);

std::unique_ptr<AnyPosition> make_y(int size, bool swap_rule, const SetUp* set_up) {
  require_size("Y", size, 2, YRows::kMaxSize);
  if (set_up != nullptr) require_cells(*set_up, Topology::of(Grid::triangle, size));
  return connection_of<YPosition<120>>(size, swap_rule, set_up);
}

}  // namespace katachi
