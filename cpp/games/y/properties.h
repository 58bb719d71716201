// What the genetic part counts in Y.
#pragma once

#include "features/board_properties.h"
#include "games/connection/counts.h"
#include "games/y/position.h"

namespace katachi {

template <int kCapacity>
struct BoardProperties<YPosition<kCapacity>> {
  using Board = typename YPosition<kCapacity>::Board;
  static constexpr PropertyNames kNames{"net bridges", "own largest chain", "their largest chain",
                                        "own sides joined", "their sides joined"};
  static constexpr Properties kSigns{1, 1, -1, 1, -1};

  static Properties of(const YPosition<kCapacity>& position, Color player) {
    using Counts = ConnectionCounts<Board>;
    const Board& board = position.board();
    const Color other = opponent(player);
    return {Counts::bridges(board, player) - Counts::bridges(board, other),
            Counts::largest_chain(board, player), Counts::largest_chain(board, other),
            Counts::most_edges(board, player), Counts::most_edges(board, other)};
  }
};

}  // namespace katachi
