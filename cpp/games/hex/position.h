// Hex on an n x n rhombus, 3 to 19.
//
// Black joins top and bottom, White left and right; a full board has exactly one winner, so there
// is no draw. Swap takes the first stone off and puts a white one on the mirrored cell
// (swap-pieces). The search and its knowledge use chains; a random fill needs only rows of bits
// (rows.h).
#pragma once

#include "games/connection/position.h"
#include "games/hex/rows.h"

namespace katachi {

struct HexRules {
  static constexpr Grid kGrid = Grid::rhombus;
  static constexpr std::uint64_t kSalt = 0x4e;
  static constexpr bool kFillsBoard = true;  // see uniform_playout.h

  // Two bits: the two sides of the colour.
  static std::uint16_t edges(const Topology& topology, Cell cell, Color color) {
    const unsigned sides = topology.sides(cell);
    return static_cast<std::uint16_t>((color == Color::black ? sides : sides >> 2U) & 3U);
  }

  static bool wins_by_edges(unsigned edges) { return edges == 3U; }

  template <class Board>
  static Reason judge(const Board&, Cell, Color, const typename Board::Placed& placed) {
    return placed.edges == 3U ? Reason::connection : Reason::none;
  }

  template <class Board>
  static Reason wins(const Board& board, Cell cell, Color color) {
    const auto placed = board.preview(cell, color, edges(board.topology(), cell, color));
    return placed.edges == 3U ? Reason::connection : Reason::none;
  }

  using Companion = HexRows;

  static Cell after_swap(const Topology& topology, Cell cell) {
    return topology.cell_at(topology.y(cell), topology.x(cell));
  }
};

template <int kCapacity>
using HexPosition = ConnectionPosition<HexRules, kCapacity>;

static_assert(Position<HexPosition<121>>);

}  // namespace katachi
