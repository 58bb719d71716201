// Havannah on a hexagonal board with 3 to 10 cells a side.
//
// A player wins with a ring (a cycle of own stones round at least one cell, whatever that cell
// holds), a bridge (two corners joined) or a fork (three sides joined; a corner belongs to no
// side). A full board without any of them is a draw. A move that makes several shapes at once is
// reported as the first of ring, bridge, fork. Swap turns the first stone white where it stands.
//
// Rings in constant time. The new stone p closes a ring in one of two ways:
//   - two of its runs of own neighbours were already one chain: the cycle through p separates the
//     gaps between the runs, and the gap inside it holds a cell of the board;
//   - or a neighbour x in the inside of a run has six own neighbours now. A new cycle that uses
//   only
//     one run could step over x instead of p; if it then still enclosed anything the ring was there
//     before, so the new ring encloses x alone.
#pragma once

#include <bit>

#include "games/connection/position.h"

namespace katachi {

struct HavannahRules {
  static constexpr Grid kGrid = Grid::hexagon;
  static constexpr std::uint64_t kSalt = 0x4a;

  // Bits 0 to 5 sides, 6 to 11 corners.
  static std::uint16_t edges(const Topology& topology, Cell cell, Color) {
    return static_cast<std::uint16_t>(topology.sides(cell) |
                                      (static_cast<unsigned>(topology.corners(cell)) << 6U));
  }

  // What a chain that touches these edges has won.
  static constexpr std::array<Reason, 4096> kWonByEdges = [] {
    std::array<Reason, 4096> table{};
    for (unsigned edges = 0; edges < table.size(); ++edges) {
      table[edges] = std::popcount(edges >> 6U) >= 2   ? Reason::bridge
                     : std::popcount(edges & 63U) >= 3 ? Reason::fork
                                                       : Reason::none;
    }
    return table;
  }();

  static bool wins_by_edges(unsigned edges) { return kWonByEdges[edges] != Reason::none; }

  template <class Board>
  static Reason judge(const Board& board, Cell cell, Color color,
                      const typename Board::Placed& placed) {
    if (placed.closes) return Reason::ring;
    for (unsigned inside = kRuns[placed.mask].inside; inside != 0; inside &= inside - 1) {
      const Cell x = board.neighbour(cell, static_cast<unsigned>(std::countr_zero(inside)));
      if (board.around(color, x) == 63U) return Reason::ring;
    }
    return kWonByEdges[placed.edges];
  }

  template <class Board>
  static Reason wins(const Board& board, Cell cell, Color color) {
    const auto placed = board.preview(cell, color, edges(board.topology(), cell, color));
    if (placed.closes) return Reason::ring;
    for (unsigned inside = kRuns[placed.mask].inside; inside != 0; inside &= inside - 1) {
      const auto direction = static_cast<unsigned>(std::countr_zero(inside));
      const Cell x = board.neighbour(cell, direction);
      // The stone itself is the one neighbour of x still missing.
      if ((board.around(color, x) | (1U << ((direction + 3) % 6))) == 63U) return Reason::ring;
    }
    return kWonByEdges[placed.edges];
  }

  static Cell after_swap(const Topology&, Cell cell) { return cell; }

  struct Companion {
    explicit Companion(int) {}
    void place(int, int, Color) {}
  };
};

template <int kCapacity>
using HavannahPosition = ConnectionPosition<HavannahRules, kCapacity>;

static_assert(Position<HavannahPosition<61>>);

}  // namespace katachi
