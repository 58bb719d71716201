#include "alphabeta/any_alphabeta.h"

#include <stdexcept>

namespace katachi {

std::unique_ptr<AnyAlphaBeta> make_alphabeta(const AnyPosition& position,
                                             const AlphaBetaSettings& settings) {
  for (AlphaBetaMaker* make : {&make_othello_alphabeta, &make_hex_alphabeta}) {
    if (auto search = make(position, settings)) return search;
  }
  throw std::invalid_argument("alpha-beta plays Othello and Hex only");
}

}  // namespace katachi
