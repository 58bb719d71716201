#include "games/havannah/make.h"

#include "games/connection/make.h"
#include "games/connection/refusal.h"
#include "games/havannah/playout.h"
#include "games/held_position.h"

namespace katachi {

template std::unique_ptr<AnyPosition> hold(HavannahPosition<61>);
template std::unique_ptr<AnyPosition> hold(HavannahPosition<271>);

std::unique_ptr<AnyPosition> make_havannah(int size, bool swap_rule, const SetUp* set_up) {
  require_size("Havannah", size, 3, 10);
  if (set_up != nullptr) require_cells(*set_up, Topology::of(Grid::hexagon, size));
  return size <= 5 ? connection_of<HavannahPosition<61>>(size, swap_rule, set_up)
                   : connection_of<HavannahPosition<271>>(size, swap_rule, set_up);
}

}  // namespace katachi
