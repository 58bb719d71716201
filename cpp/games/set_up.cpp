#include "games/set_up.h"

#include <stdexcept>

namespace katachi {

void require(bool condition, const std::string& sentence) {
  if (!condition) throw std::invalid_argument(sentence);
}

void require_size(const char* game, int size, int smallest, int largest) {
  require(size >= smallest && size <= largest,
          std::string(game) + " size must be " + std::to_string(smallest) + " to " +
              std::to_string(largest) + ", not " + std::to_string(size));
}

void require_cells(const SetUp& set_up, const Topology& topology) {
  require(static_cast<int>(set_up.stones.size()) == topology.cells(),
          "the board has " + std::to_string(topology.cells()) + " cells, not " +
              std::to_string(set_up.stones.size()));
  require(set_up.to_move != Color::none, "somebody must be to move");
}

}  // namespace katachi
