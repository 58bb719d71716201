// Y on a triangle of hexagons with 2 to 15 cells a side.
//
// A player wins with a chain that touches all three sides; a corner belongs to two of them. A full
// board has exactly one winner, so there is no draw. Swap turns the first stone white where it
// stands. The search and its knowledge use chains; a random fill needs only rows of bits (rows.h).
#pragma once

#include "games/connection/position.h"
#include "games/y/rows.h"

namespace katachi {

struct YRules {
  static constexpr Grid kGrid = Grid::triangle;
  static constexpr std::uint64_t kSalt = 0x70;
  static constexpr bool kFillsBoard = true;  // see uniform_playout.h
  static constexpr unsigned kAllSides = 7;

  static std::uint16_t edges(const Topology& topology, Cell cell, Color) {
    return topology.sides(cell);
  }

  static bool wins_by_edges(unsigned edges) { return edges == kAllSides; }

  template <class Board>
  static Reason judge(const Board&, Cell, Color, const typename Board::Placed& placed) {
    return placed.edges == kAllSides ? Reason::connection : Reason::none;
  }

  template <class Board>
  static Reason wins(const Board& board, Cell cell, Color color) {
    const auto placed = board.preview(cell, color, edges(board.topology(), cell, color));
    return placed.edges == kAllSides ? Reason::connection : Reason::none;
  }

  using Companion = YRows;

  static Cell after_swap(const Topology&, Cell cell) { return cell; }
};

template <int kCapacity>
using YPosition = ConnectionPosition<YRules, kCapacity>;

static_assert(Position<YPosition<120>>);

}  // namespace katachi
