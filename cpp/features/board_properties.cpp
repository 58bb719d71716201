#include "features/board_properties.h"

namespace katachi {

namespace {

template <class... P>
std::vector<NamedProperty> first_of(const AnyPosition& position, Color player) {
  std::vector<NamedProperty> named;
  const auto look = [&]<class Q>(const Q* typed) {
    if (typed == nullptr) return;
    using Of = BoardProperties<Q>;
    const Properties counts = Of::of(*typed, player);
    for (std::size_t k = 0; k < kPropertyCount; ++k) {
      named.push_back({Of::kNames[k], Of::kSigns[k], counts[k]});
    }
  };
  (look(position_as<P>(position)), ...);
  return named;
}

}  // namespace

std::vector<NamedProperty> board_properties(const AnyPosition& position, Color player) {
  return first_of<OthelloPosition<6>, OthelloPosition<8>, OthelloPosition<10>, GoPosition<81>,
                  GoPosition<169>, GoPosition<361>, HexPosition<121>, HexPosition<361>,
                  HavannahPosition<61>, HavannahPosition<271>>(position, player);
}

}  // namespace katachi
