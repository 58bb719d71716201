#include "games/gomoku/make.h"

#include "games/gomoku/playout.h"
#include "games/gomoku/refusal.h"
#include "games/held_position.h"

namespace katachi {
namespace {

template <int kSize>
std::unique_ptr<AnyPosition> gomoku_of(int size, const GomokuRules& rules, const SetUp* set_up) {
  if (set_up == nullptr) return hold(GomokuPosition<kSize>(size, rules));
  return hold(GomokuPosition<kSize>(size, rules, set_up->stones, set_up->to_move));
}

}  // namespace

template std::unique_ptr<AnyPosition> hold(GomokuPosition<15>);
template std::unique_ptr<AnyPosition> hold(GomokuPosition<19>);

std::unique_ptr<AnyPosition> make_gomoku(int size, const GomokuRules& rules, const SetUp* set_up) {
  require_size("Gomoku", size, 9, 19);
  if (set_up != nullptr) require_cells(*set_up, Topology::of(Grid::square_eight, size));
  return size <= 15 ? gomoku_of<15>(size, rules, set_up) : gomoku_of<19>(size, rules, set_up);
}

}  // namespace katachi
