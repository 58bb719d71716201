#include "alphabeta/any_alphabeta.h"

#include <stdexcept>

#include "games/all_positions.h"

namespace katachi {

std::unique_ptr<AnyAlphaBeta> make_alphabeta(const AnyPosition& position,
                                             const AlphaBetaSettings& settings) {
  return visit(position, [&]<class P>(const P& start) -> std::unique_ptr<AnyAlphaBeta> {
    if constexpr (requires { AlphaBetaOf<P>::make(start, settings); }) {
      return AlphaBetaOf<P>::make(start, settings);
    } else {
      throw std::invalid_argument("alpha-beta has no evaluation for this game");
    }
  });
}

}  // namespace katachi
