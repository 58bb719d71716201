// What the genetic part counts in Hex (AGENTS, table 3.2).
#pragma once

#include <array>

#include "features/board_properties.h"
#include "games/connection/counts.h"
#include "games/hex/position.h"

namespace katachi {

template <int kCapacity>
struct BoardProperties<HexPosition<kCapacity>> {
  using Board = typename HexPosition<kCapacity>::Board;
  static constexpr PropertyNames kNames{"net bridges", "own largest chain", "their largest chain",
                                        "own moves to win", "their moves to win"};
  static constexpr Properties kSigns{1, 1, -1, -1, 1};

  static Properties of(const HexPosition<kCapacity>& position, Color player) {
    using Counts = ConnectionCounts<Board>;
    const Board& board = position.board();
    const Color other = opponent(player);
    return {Counts::bridges(board, player) - Counts::bridges(board, other),
            Counts::largest_chain(board, player), Counts::largest_chain(board, other),
            moves_to_win(board, player), moves_to_win(board, other)};
  }

  // Stones still missing on the shortest way between the sides of a colour, if the opponent did
  // not move; the cells of the board if there is no way.
  static int moves_to_win(const Board& board, Color color) {
    const Topology& topology = board.topology();
    const int cells = topology.cells();
    std::array<bool, kCapacity> seen{};
    std::array<Cell, kCapacity> now, next;
    int now_count = 0;
    int next_count = 0;
    bool arrived = false;
    // A cell that can be reached with the stones so far, or with one more if it is empty.
    const auto reach = [&](Cell cell) {
      if (cell == topology.off_board() || seen[cell] || board.at(cell) == opponent(color)) return;
      seen[cell] = true;
      if (board.at(cell) == color) {
        now[static_cast<std::size_t>(now_count++)] = cell;
      } else {
        next[static_cast<std::size_t>(next_count++)] = cell;
      }
    };
    for (Cell cell = 0; cell < cells; ++cell) {
      if ((HexRules::edges(topology, cell, color) & 1U) != 0) reach(cell);
    }
    for (int moves = 0; now_count + next_count > 0; ++moves) {
      while (now_count > 0) {
        const Cell cell = now[static_cast<std::size_t>(--now_count)];
        arrived = arrived || (HexRules::edges(topology, cell, color) & 2U) != 0;
        for (unsigned d = 0; d < 6; ++d) reach(board.neighbour(cell, d));
      }
      if (arrived) return moves;
      now = next;
      now_count = next_count;
      next_count = 0;
    }
    return cells;
  }
};

}  // namespace katachi
