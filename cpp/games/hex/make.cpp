#include "games/hex/make.h"

#include "games/connection/make.h"
#include "games/connection/refusal.h"
#include "games/held_position.h"
#include "games/hex/playout.h"

namespace katachi {

template std::unique_ptr<AnyPosition> hold(HexPosition<121>);
template std::unique_ptr<AnyPosition> hold(HexPosition<361>);

std::unique_ptr<AnyPosition> make_hex(int size, bool swap_rule, const SetUp* set_up) {
  require_size("Hex", size, 3, 19);
  if (set_up != nullptr) require_cells(*set_up, Topology::of(Grid::rhombus, size));
  return size <= 11 ? connection_of<HexPosition<121>>(size, swap_rule, set_up)
                    : connection_of<HexPosition<361>>(size, swap_rule, set_up);
}

}  // namespace katachi
