// What the factories of connection games share.
#pragma once

#include <memory>

#include "games/any_position.h"
#include "games/set_up.h"

namespace katachi {

template <class P>
std::unique_ptr<AnyPosition> connection_of(int size, bool swap_rule, const SetUp* set_up) {
  if (set_up == nullptr) return hold(P(size, swap_rule));
  return hold(P(size, swap_rule, set_up->stones, set_up->to_move));
}

}  // namespace katachi
