#include "features/tactics.h"

#include <stdexcept>
#include <utility>

#include "games/go/tactics.h"
#include "games/havannah/tactics.h"
#include "games/hex/tactics.h"
#include "games/othello/tactics.h"

namespace katachi {

Tactics::Tactics(const Topology& topology, std::vector<TacticalFeature> features, bool history)
    : topology_(topology), features_(std::move(features)), history_(history) {
  for (std::uint32_t f = 0; f < features_.size(); ++f) {
    const bool cell = features_[f].about == TacticalFeature::About::cell;
    (cell ? of_cells_ : of_special_move_).push_back(f);
  }
}

std::shared_ptr<Tactics> make_tactics(const Topology& topology, bool history) {
  switch (topology.grid()) {
    case Grid::square:
      return std::make_shared<GoTactics>(topology, history);
    case Grid::square_eight:
      if (topology.size() == 6) return std::make_shared<OthelloTactics<6>>(topology);
      if (topology.size() == 8) return std::make_shared<OthelloTactics<8>>(topology);
      if (topology.size() == 10) return std::make_shared<OthelloTactics<10>>(topology);
      break;
    case Grid::rhombus:
      return std::make_shared<HexTactics>(topology, history);
    case Grid::hexagon:
      return std::make_shared<HavannahTactics>(topology, history);
  }
  throw std::invalid_argument("there are no tactical features for this game");
}

}  // namespace katachi
