#include "games/othello/value_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "alphabeta/deepening.h"
#include "games/othello/alphabeta_kernel.h"
#include "games/othello/position_features.h"

namespace katachi {
namespace {

namespace portable {
using Operations = othello::Portable;
#include "games/othello/value_search.inc"
}  // namespace portable

#ifdef KATACHI_X86
KATACHI_AVX2_BEGIN
namespace avx2 {
using Operations = othello::Avx2;
#include "games/othello/value_search.inc"
}  // namespace avx2
KATACHI_AVX2_END
#endif

}  // namespace

template <int kSize>
std::unique_ptr<AnyAlphaBeta> make_othello_value_search(const AlphaBetaSettings& settings) {
#ifdef KATACHI_X86
  if constexpr (kSize == 8) {
    if (othello::Avx2::supported()) return std::make_unique<avx2::ValueSearch<kSize>>(settings);
  }
#endif
  return std::make_unique<portable::ValueSearch<kSize>>(settings);
}

template std::unique_ptr<AnyAlphaBeta> make_othello_value_search<6>(const AlphaBetaSettings&);
template std::unique_ptr<AnyAlphaBeta> make_othello_value_search<8>(const AlphaBetaSettings&);
template std::unique_ptr<AnyAlphaBeta> make_othello_value_search<10>(const AlphaBetaSettings&);

}  // namespace katachi
