// Random Gomoku games, one stone after the other until five stand in a row or the board is full.
// Only the four lines through the new stone are looked at.
#pragma once

#include "games/gomoku/position.h"
#include "games/playout.h"

namespace katachi {

template <int kSize>
struct Playouts<GomokuPosition<kSize>> {
  using P = GomokuPosition<kSize>;

  static void run(const P& start, std::uint32_t playouts, Rng& rng, Tally& tally) {
    if (start.is_over()) {
      for (std::uint32_t i = 0; i < playouts; ++i) tally.add(start.outcome(), 0);
      return;
    }
    Order order(start);
    for (std::uint32_t i = 0; i < playouts; ++i) {
      std::uint32_t length = 0;
      const Outcome outcome = play(start, order, rng, length);
      tally.add(outcome, static_cast<int>(length));
    }
  }

  // The empty cells of a position, in an order that playouts shuffle as they go: shuffling an
  // already shuffled list is as uniform as shuffling a fresh one.
  struct Order {
    std::array<Cell, P::kCapacity> cells;
    std::uint32_t count = 0;

    explicit Order(const P& start) {
      for (Cell cell = 0; cell < start.topology().cells(); ++cell) {
        if (start.at(cell) == Color::none) cells[count++] = cell;
      }
    }
    // The i-th move of the last playout.
    [[nodiscard]] Cell played(std::uint32_t i) const { return cells[count - 1 - i]; }
  };

  // One game; precondition: the start is not over. `order` then holds its `length` moves.
  static Outcome play(const P& start, Order& order, Rng& rng, std::uint32_t& length) {
    auto stones = start.stones();
    const gomoku::LineMap& map = start.map();
    const bool exact = start.rules().exact;
    auto& cells = order.cells;
    Color color = start.to_move();
    std::uint32_t left = order.count;
    while (left > 0) {
      const std::uint32_t i = rng.below(left--);
      const Cell cell = cells[i];
      cells[i] = cells[left];
      cells[left] = cell;
      const auto& places = map.places(cell);
      stones.place(places, color);
      if (stones.wins(places, color, exact)) {
        length = order.count - left;
        return {color, Reason::five, color == Color::black ? 1.0F : -1.0F};
      }
      color = opponent(color);
    }
    length = order.count;
    return {Color::none, Reason::full_board, 0.0F};
  }
};

}  // namespace katachi
