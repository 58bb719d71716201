#include "games/y/position_features.h"

#include <algorithm>
#include <cmath>

#include "games/connection/circuit.h"
#include "games/connection/edge_sets.h"

namespace katachi {

template <int kCapacity>
void PositionFeatures<YPosition<kCapacity>>::of(const YPosition<kCapacity>& position,
                                                PositionNumbers wanted, std::span<int> numbers) {
  if ((wanted & 1U) == 0) return;
  using Set = BoardSet<true>;
  const StoneSets<Set> sets(position);
  const auto& sides = EdgeSets<Set>::of(position.topology()).sides;
  std::array<float, 2> least{1e4F, 1e4F};
  for (std::size_t player = 0; player < 2; ++player) {
    const Circuit<Grid::triangle, YRows::kMaxSize> circuit(sets.stones[player], sets.empty);
    for (std::size_t side = 0; side < 3; ++side) {
      const Set others = sides[(side + 1) % 3] | sides[(side + 2) % 3];
      least[player] = std::min(least[player], circuit.current(sides[side], others));
    }
  }
  const double ratio = std::log(std::max(least[0], 1e-4F) / std::max(least[1], 1e-4F));
  numbers[0] = static_cast<int>(std::lround(100.0 * ratio));
}

template struct PositionFeatures<YPosition<120>>;

}  // namespace katachi
