// Alpha-beta of a compiled game with the value that its rules give.
#pragma once

#include <memory>

#include "alphabeta/any_alphabeta.h"
#include "games/compiled/position.h"

namespace katachi {

template <>
struct AlphaBetaOf<CompiledPosition> {
  static std::unique_ptr<AnyAlphaBeta> make(const CompiledPosition& start,
                                            const AlphaBetaSettings& settings);
};

}  // namespace katachi
