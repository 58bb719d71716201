// Alpha-beta of Othello: the middle game by deepening, the end of the game exactly.
#pragma once

#include <memory>

#include "alphabeta/any_alphabeta.h"
#include "games/othello/position.h"

namespace katachi {

template <int kSize>
struct AlphaBetaOf<OthelloPosition<kSize>> {
  static std::unique_ptr<AnyAlphaBeta> make(const OthelloPosition<kSize>& start,
                                            const AlphaBetaSettings& settings);
};

}  // namespace katachi
