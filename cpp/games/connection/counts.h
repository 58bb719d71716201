// Counts of stones and chains on a board of a connection game.
#pragma once

#include <algorithm>
#include <bit>

#include "games/connection/board.h"

namespace katachi {

template <class Board>
struct ConnectionCounts {
  // Pairs of stones that do not touch and have two empty neighbours in common.
  static int bridges(const Board& board, Color color) {
    int found = 0;
    const Topology& topology = board.topology();
    for (Cell cell = 0; cell < topology.cells(); ++cell) {
      if (board.at(cell) != color) continue;
      for (unsigned d = 0; d < 3; ++d) {  // the other three are seen from the other stone
        const Cell a = board.neighbour(cell, d);
        const Cell b = board.neighbour(cell, d + 1);
        if (a == topology.off_board() || b == topology.off_board()) continue;
        if (board.at(a) != Color::none || board.at(b) != Color::none) continue;
        const Cell far = board.neighbour(a, d + 1);
        found += far != topology.off_board() && board.at(far) == color ? 1 : 0;
      }
    }
    return found;
  }

  static int largest_chain(const Board& board, Color color) {
    int largest = 0;
    for (Cell cell = 0; cell < board.topology().cells(); ++cell) {
      if (board.at(cell) == color) largest = std::max(largest, board.chain_size(cell));
    }
    return largest;
  }

  // The most sides and corners that one chain touches.
  static int most_edges(const Board& board, Color color) {
    int most = 0;
    for (Cell cell = 0; cell < board.topology().cells(); ++cell) {
      if (board.at(cell) != color) continue;
      most = std::max(most, std::popcount(static_cast<unsigned>(board.chain_edges(cell))));
    }
    return most;
  }
};

}  // namespace katachi
