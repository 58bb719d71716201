// What the genetic part counts in Havannah.
#pragma once

#include "features/board_properties.h"
#include "games/connection/counts.h"
#include "games/havannah/position.h"

namespace katachi {

template <int kCapacity>
struct BoardProperties<HavannahPosition<kCapacity>> {
  using Board = typename HavannahPosition<kCapacity>::Board;
  static constexpr PropertyNames kNames{"net bridges", "own largest chain", "their largest chain",
                                        "own edges joined", "their edges joined"};
  static constexpr Properties kSigns{1, 1, -1, 1, -1};

  static Properties of(const HavannahPosition<kCapacity>& position, Color player) {
    using Counts = ConnectionCounts<Board>;
    const Board& board = position.board();
    const Color other = opponent(player);
    return {Counts::bridges(board, player) - Counts::bridges(board, other),
            Counts::largest_chain(board, player), Counts::largest_chain(board, other),
            Counts::most_edges(board, player), Counts::most_edges(board, other)};
  }
};

}  // namespace katachi
