#include "games/hex/position_features.h"

#include <algorithm>
#include <cmath>

#include "games/connection/circuit.h"
#include "games/connection/edge_sets.h"
#include "games/connection/joined_ways.h"
#include "games/hex/distance.h"

namespace katachi {

template <int kCapacity>
void PositionFeatures<HexPosition<kCapacity>>::of(const HexPosition<kCapacity>& position,
                                                  PositionNumbers wanted, std::span<int> numbers) {
  const Color mover = position.to_move();
  if ((wanted & 3U) != 0) {
    numbers[0] = std::min(kFar, HexDistance<kCapacity>(position, mover).potential());
    numbers[1] = std::min(kFar, HexDistance<kCapacity>(position, opponent(mover)).potential());
  }
  if ((wanted & 28U) == 0) return;
  using Set = BoardSet<kCapacity <= 121>;
  using Ways = JoinedWays<Grid::rhombus, Set>;
  const StoneSets<Set> sets(position);
  const auto& edges = EdgeSets<Set>::of(position.topology());
  // Sides 0 and 1 are Black's.
  const std::size_t first = mover == Color::black ? 0 : 2;
  if ((wanted & 12U) != 0) {
    typename Ways::Levels levels;
    for (std::size_t player = 0; player < 2; ++player) {
      const std::size_t side = player == 0 ? first : 2 - first;
      const Ways ways(sets.stones[player], sets.empty);
      const Set goal = ways.linked_to_edge(edges.sides[side + 1]);
      ways.from(edges.sides[side], Ways::kMost, goal, levels);
      const std::size_t last = levels.used - 1;
      const bool joined = (levels.reached[last] & goal).any();
      numbers[2 + player] = joined ? static_cast<int>(last) : kFar;
    }
  }
  if ((wanted & 16U) != 0) {
    std::array<float, 2> currents;
    for (std::size_t player = 0; player < 2; ++player) {
      const std::size_t side = player == 0 ? first : 2 - first;
      currents[player] =
          Circuit<Grid::rhombus, kCapacity <= 121 ? 11 : 19>(sets.stones[player], sets.empty)
              .current(edges.sides[side], edges.sides[side + 1]);
    }
    const double ratio = std::log(std::max(currents[0], 1e-4F) / std::max(currents[1], 1e-4F));
    numbers[4] = static_cast<int>(std::lround(100.0 * ratio));
  }
}

template struct PositionFeatures<HexPosition<121>>;
template struct PositionFeatures<HexPosition<361>>;

}  // namespace katachi
