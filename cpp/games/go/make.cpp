#include "games/go/make.h"

#include <utility>

#include "games/go/playout.h"
#include "games/go/refusal.h"
#include "games/held_position.h"

namespace katachi {

namespace {

template <int kCapacity>
std::unique_ptr<AnyPosition> go_of(int size, const GoRules& rules, const SetUp* set_up) {
  if (set_up == nullptr) return hold(GoPosition<kCapacity>(size, rules));
  const Topology& topology = Topology::of(Grid::square, size);
  require(set_up->ko >= -1 && set_up->ko < topology.cells(), "the ko point is not on the board");
  require(set_up->moves_played >= 0, "the moves played must not be negative");
  require(set_up->passes >= 0 && set_up->passes <= 2, "passes must be 0, 1 or 2");
  const Cell ko = set_up->ko < 0 ? topology.off_board() : static_cast<Cell>(set_up->ko);
  require(set_up->ko < 0 || set_up->stones[ko] == Color::none, "the ko point is occupied");
  require(set_up->prisoners[0] >= 0 && set_up->prisoners[1] >= 0,
          "the prisoners must not be negative");
  GoPosition<kCapacity> position(size, rules, set_up->stones, set_up->to_move,
                                 {.ko = ko,
                                  .passes = set_up->passes,
                                  .moves_played = set_up->moves_played,
                                  .prisoners = set_up->prisoners,
                                  .seen = set_up->seen});
  for (Cell cell = 0; cell < topology.cells(); ++cell) {
    require(position.at(cell) == Color::none || position.board().has_liberty(cell),
            "a chain has no liberty");
  }
  return hold(std::move(position));
}

}  // namespace

template std::unique_ptr<AnyPosition> hold(GoPosition<81>);
template std::unique_ptr<AnyPosition> hold(GoPosition<169>);
template std::unique_ptr<AnyPosition> hold(GoPosition<361>);

std::unique_ptr<AnyPosition> make_go(int size, const GoRules& rules, const SetUp* set_up) {
  require_size("Go", size, 2, 19);
  require(rules.move_limit >= 0, "the move limit must not be negative");
  if (set_up != nullptr) require_cells(*set_up, Topology::of(Grid::square, size));
  if (size <= 9) return go_of<81>(size, rules, set_up);
  return size <= 13 ? go_of<169>(size, rules, set_up) : go_of<361>(size, rules, set_up);
}

}  // namespace katachi
