#include "features/board_properties.h"

#include "games/all_positions.h"

namespace katachi {

std::vector<NamedProperty> board_properties(const AnyPosition& position, Color player) {
  return visit(position, [&]<class P>(const P& typed) {
    std::vector<NamedProperty> named;
    if constexpr (HasProperties<P>) {
      using Of = BoardProperties<P>;
      const Properties counts = Of::of(typed, player);
      for (std::size_t k = 0; k < kPropertyCount; ++k) {
        named.push_back({Of::kNames[k], Of::kSigns[k], counts[k]});
      }
    }
    return named;
  });
}

}  // namespace katachi
