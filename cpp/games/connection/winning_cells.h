// The cells where a colour wins at once, kept while stones are placed, for Havannah-Mate.
//
// A winning cell stays winning until somebody takes it: chains only grow. A stone can make winning
//   - an empty cell beside it,
//   - the last empty cell round a stone of its colour that it touches, or round itself (a ring),
//   - a cell beside a chain that it joins to another one or to an edge.
// Of the chains that it joins, one need not be looked round again: one that has been looked round
// before and touched all the edges that the new chain touches. Whatever a cell beside it and
// beside none of the others can win, it could win before. So the longest such chain is left out,
// and most stones cost no more than their own neighbours.
//
// Chains are looked round when a stone joins them; cells beside chains that have not grown since
// the beginning are unknown.
#pragma once

#include <array>
#include <bit>
#include <bitset>
#include <cstddef>

#include "games/connection/board.h"

namespace katachi {

template <class Rules, int kCapacity>
class WinningCells {
 public:
  using Board = ConnectionBoard<kCapacity>;

  // The chains that a stone about to be placed will join.
  struct Joined {
    struct Chain {
      Cell root, first;  // the circle of its stones ends with the root
      int stones;
      typename Board::Edges edges;
    };
    std::array<Chain, 3> chains;
    unsigned count = 0;
  };

  static Joined joined_by(const Board& board, Cell cell, Color color) {
    Joined joined;
    const Runs& runs = kRuns[board.around(color, cell)];
    for (unsigned r = 0; r < runs.count; ++r) {
      const Cell root = board.root(board.neighbour(cell, runs.first[r]));
      bool seen = false;
      for (unsigned q = 0; q < joined.count; ++q) seen |= joined.chains[q].root == root;
      if (seen) continue;
      joined.chains[joined.count++] = {root, board.next(root), board.chain_size(root),
                                       board.chain_edges(root)};
    }
    return joined;
  }

  // After the stone was placed, without winning: `joined` are the chains that it joined.
  void placed(const Board& board, Cell stone, Color color, const Joined& joined) {
    const Cell root = board.root(stone);
    const auto edges = board.chain_edges(root);
    unsigned left_out = joined.count;
    for (unsigned c = 0; c < joined.count; ++c) {
      const auto& chain = joined.chains[c];
      if (!looked_[chain.root] || chain.edges != edges) continue;
      if (left_out == joined.count || chain.stones > joined.chains[left_out].stones) left_out = c;
    }
    look_beside(board, stone, color);
    look_for_rings(board, stone, color);
    for (unsigned c = 0; c < joined.count; ++c) {
      if (c == left_out) continue;
      Cell member = joined.chains[c].first;
      for (int i = 0; i < joined.chains[c].stones; ++i) {
        look_beside(board, member, color);
        member = board.next(member);
      }
    }
    looked_.set(root);
  }

  // Whether two cells beside the chain of the stone just placed are winning.
  bool twice(const Board& board, Cell stone, Color color) {
    auto& [cells, count, known] = of_[index_of(color)];
    if (count < 2) return false;
    const Cell root = board.root(stone);
    int found = 0;
    for (std::size_t i = 0; i < count;) {
      const Cell cell = cells[i];
      if (board.at(cell) != Color::none) {
        cells[i] = cells[--count];
        continue;
      }
      const Runs& runs = kRuns[board.around(color, cell)];
      bool beside = false;
      for (unsigned r = 0; r < runs.count; ++r) {
        beside |= board.root(board.neighbour(cell, runs.first[r])) == root;
      }
      if (beside && ++found == 2) return true;
      ++i;
    }
    return false;
  }

 private:
  struct OfColor {
    std::array<Cell, kCapacity> cells;
    std::size_t count = 0;
    std::bitset<kCapacity> known;
  };

  void look_at(const Board& board, Cell cell, Color color) {
    auto& [cells, count, known] = of_[index_of(color)];
    // One run without an inside and no edge of its own adds nothing that the chain did not have.
    const Runs& runs = kRuns[board.around(color, cell)];
    if (runs.count < 2 && runs.inside == 0 && Rules::edges(board.topology(), cell, color) == 0) {
      return;
    }
    if (known[cell] || Rules::wins(board, cell, color) == Reason::none) return;
    known.set(cell);
    cells[count++] = cell;
  }

  void look_beside(const Board& board, Cell stone, Color color) {
    const unsigned taken = board.around(Color::black, stone) | board.around(Color::white, stone);
    for (unsigned open = ~taken & 63U; open != 0; open &= open - 1) {
      const Cell cell = board.neighbour(stone, static_cast<unsigned>(std::countr_zero(open)));
      if (cell != board.topology().off_board()) look_at(board, cell, color);
    }
  }

  // The last empty cell round a stone beside this one; round this one it is beside it anyway.
  void look_for_rings(const Board& board, Cell stone, Color color) {
    for (unsigned own = board.around(color, stone); own != 0; own &= own - 1) {
      const Cell middle = board.neighbour(stone, static_cast<unsigned>(std::countr_zero(own)));
      const unsigned missing = ~board.around(color, middle) & 63U;
      if (kRuns[missing].bits != 1) continue;
      const Cell cell = board.neighbour(middle, static_cast<unsigned>(std::countr_zero(missing)));
      if (cell != board.topology().off_board() && board.at(cell) == Color::none) {
        look_at(board, cell, color);
      }
    }
  }

  std::array<OfColor, 2> of_;
  std::bitset<kCapacity> looked_;  // by the root of a chain
};

}  // namespace katachi
