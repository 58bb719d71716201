// Random Havannah games, one stone after the other until a shape wins or the board is full.
#pragma once

#include "games/havannah.h"
#include "games/playout.h"

namespace katachi {

template <int kCapacity>
struct Playouts<HavannahPosition<kCapacity>> {
  static void run(const HavannahPosition<kCapacity>& start, std::uint32_t playouts, Rng& rng,
                  Tally& tally) {
    if (start.is_over()) {
      for (std::uint32_t i = 0; i < playouts; ++i) tally.add(start.outcome(), 0);
      return;
    }
    std::array<Cell, kCapacity> cells;
    std::array<std::uint16_t, kCapacity> edges;
    std::uint32_t empty = 0;
    for (Cell cell = 0; cell < start.topology().cells(); ++cell) {
      edges[cell] = HavannahRules::edges(start.topology(), cell, Color::none);
      if (start.at(cell) == Color::none) cells[empty++] = cell;
    }
    for (std::uint32_t i = 0; i < playouts; ++i) play(start, cells, empty, edges, rng, tally);
  }

 private:
  // `cells` stays a permutation of the empty cells: shuffling an already shuffled list is as
  // uniform as shuffling a fresh one.
  static void play(const HavannahPosition<kCapacity>& start, std::array<Cell, kCapacity>& cells,
                   std::uint32_t empty, const std::array<std::uint16_t, kCapacity>& edges, Rng& rng,
                   Tally& tally) {
    auto board = start.board();
    Color color = start.to_move();
    std::uint32_t left = empty;
    while (left > 0) {
      const std::uint32_t i = rng.below(left--);
      const Cell cell = cells[i];
      cells[i] = cells[left];
      cells[left] = cell;
      const auto placed = board.place(cell, color, edges[cell]);
      const Reason reason = HavannahRules::judge(board, cell, color, placed);
      if (reason != Reason::none) {
        tally.add({color, reason, color == Color::black ? 1.0F : -1.0F},
                  static_cast<int>(empty - left));
        return;
      }
      color = opponent(color);
    }
    tally.add({Color::none, Reason::full_board, 0.0F}, static_cast<int>(empty));
  }
};

}  // namespace katachi
