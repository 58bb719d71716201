#include "games/othello/make.h"

#include <array>
#include <string>

#include "games/held_position.h"
#include "games/othello/playout.h"
#include "games/othello/refusal.h"

namespace katachi {

namespace {

template <int kSize>
std::unique_ptr<AnyPosition> othello_of(const SetUp* set_up) {
  if (set_up == nullptr) return hold(OthelloPosition<kSize>());
  std::array<othello::Bits<kSize>, 2> discs{};
  for (std::size_t cell = 0; cell < set_up->stones.size(); ++cell) {
    const Color color = set_up->stones[cell];
    if (color != Color::none) discs[index_of(color)] |= othello::Bits<kSize>{1} << cell;
  }
  return hold(OthelloPosition<kSize>(discs[0], discs[1], set_up->to_move));
}

}  // namespace

template std::unique_ptr<AnyPosition> hold(OthelloPosition<6>);
template std::unique_ptr<AnyPosition> hold(OthelloPosition<8>);
template std::unique_ptr<AnyPosition> hold(OthelloPosition<10>);

std::unique_ptr<AnyPosition> make_othello(int size, const SetUp* set_up) {
  require(size == 6 || size == 8 || size == 10,
          "Othello size must be 6, 8 or 10, not " + std::to_string(size));
  if (set_up != nullptr) require_cells(*set_up, Topology::of(Grid::square_eight, size));
  if (size == 6) return othello_of<6>(set_up);
  return size == 8 ? othello_of<8>(set_up) : othello_of<10>(set_up);
}

}  // namespace katachi
