#include "features/tactics.h"

#include <stdexcept>
#include <utility>

#include "games/all_positions.h"

namespace katachi {

Tactics::Tactics(const Topology& topology, std::vector<TacticalFeature> features, bool history)
    : topology_(topology), features_(std::move(features)), history_(history) {
  for (std::uint32_t f = 0; f < features_.size(); ++f) {
    const bool cell = features_[f].about == TacticalFeature::About::cell;
    (cell ? of_cells_ : of_special_move_).push_back(f);
  }
}

std::shared_ptr<Tactics> make_tactics(const AnyPosition& position, bool history) {
  return visit(position, [&]<class P>(const P& typed) -> std::shared_ptr<Tactics> {
    if constexpr (requires { TacticsOf<P>::make(typed, history); }) {
      return TacticsOf<P>::make(typed, history);
    } else {
      throw std::invalid_argument("there are no tactical features for this game");
    }
  });
}

}  // namespace katachi
