// Alpha-beta of Hex with two-distance as evaluation.
#pragma once

#include <memory>

#include "alphabeta/any_alphabeta.h"
#include "games/hex/position.h"

namespace katachi {

template <int kCapacity>
struct AlphaBetaOf<HexPosition<kCapacity>> {
  static std::unique_ptr<AnyAlphaBeta> make(const HexPosition<kCapacity>& start,
                                            const AlphaBetaSettings& settings);
};

}  // namespace katachi
