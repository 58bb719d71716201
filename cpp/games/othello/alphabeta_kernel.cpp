#include "games/othello/alphabeta_kernel.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "games/othello/last_disc.h"
#include "games/othello/terms.h"
#include "games/othello/together.h"

namespace katachi {
namespace {

// The value of a margin in the scale of evaluations: any win beats any evaluation.
int score_of_margin(int margin) {
  if (margin == 0) return 0;
  return 100 * margin + (margin > 0 ? kWonScore : -kWonScore);
}

// Cells beside each cell: a move there needs an opposing disc among them.
template <int kSize>
constexpr auto make_neighbours() {
  std::array<othello::Bits<kSize>, kSize * kSize> table{};
  for (int cell = 0; cell < kSize * kSize; ++cell) {
    const auto bit = othello::Bits<kSize>{1} << cell;
    table[static_cast<std::size_t>(cell)] = othello::around<kSize>(bit) & ~bit;
  }
  return table;
}

template <int kSize>
constexpr auto kNeighbours = make_neighbours<kSize>();

// The quarter of a cell as one of four bits, for parity: the last move in a region is an advantage.
template <int kSize>
constexpr auto make_quarters() {
  std::array<std::uint8_t, kSize * kSize> table{};
  for (int cell = 0; cell < kSize * kSize; ++cell) {
    const int right = cell % kSize >= kSize / 2 ? 1 : 0;
    const int low = cell / kSize >= kSize / 2 ? 2 : 0;
    table[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(1 << (right + low));
  }
  return table;
}

template <int kSize>
constexpr auto kQuarterOf = make_quarters<kSize>();

// [set of quarters]: their cells.
template <int kSize>
constexpr auto make_cells_of_quarters() {
  std::array<othello::Bits<kSize>, 16> table{};
  for (unsigned set = 0; set < 16; ++set) {
    for (int cell = 0; cell < kSize * kSize; ++cell) {
      if ((kQuarterOf<kSize>[static_cast<std::size_t>(cell)] & set) != 0) {
        table[set] |= othello::Bits<kSize>{1} << cell;
      }
    }
  }
  return table;
}

template <int kSize>
constexpr auto kOddCells = make_cells_of_quarters<kSize>();

namespace portable {
using Operations = othello::Portable;
#include "games/othello/alphabeta_kernel.inc"
}  // namespace portable

#ifdef KATACHI_X86
KATACHI_AVX2_BEGIN
namespace avx2 {
using Operations = othello::Avx2;
#include "games/othello/alphabeta_kernel.inc"
}  // namespace avx2
KATACHI_AVX2_END
KATACHI_AVX512_BEGIN
namespace avx512 {
using Operations = othello::Avx512;
#include "games/othello/alphabeta_kernel.inc"
}  // namespace avx512
KATACHI_AVX512_END
#endif

}  // namespace

template <int kSize>
std::unique_ptr<OthelloKernel<kSize>> make_othello_kernel(const AlphaBetaSettings& settings,
                                                          Table<OthelloSides<kSize>>& table) {
#ifdef KATACHI_X86
  if constexpr (kSize == 8) {
    if (othello::Avx512::supported()) {
      return std::make_unique<avx512::Kernel<kSize>>(settings, table);
    }
    if (othello::Avx2::supported()) {
      return std::make_unique<avx2::Kernel<kSize>>(settings, table);
    }
  }
#endif
  return std::make_unique<portable::Kernel<kSize>>(settings, table);
}

template std::unique_ptr<OthelloKernel<6>> make_othello_kernel(const AlphaBetaSettings&,
                                                               Table<OthelloSides<6>>&);
template std::unique_ptr<OthelloKernel<8>> make_othello_kernel(const AlphaBetaSettings&,
                                                               Table<OthelloSides<8>>&);
template std::unique_ptr<OthelloKernel<10>> make_othello_kernel(const AlphaBetaSettings&,
                                                                Table<OthelloSides<10>>&);

}  // namespace katachi
