// Win rates of moves over the whole search, per player: progressive history, Killer RAVE and MAST
// read them. Each thread has its own.
#pragma once

#include <array>
#include <vector>

#include "games/position.h"

namespace katachi {

struct History {
  std::array<std::vector<float>, 2> visits;
  std::array<std::vector<float>, 2> value;

  explicit History(std::size_t moves) {
    for (auto& v : visits) v.assign(moves, 0.0F);
    for (auto& v : value) v.assign(moves, 0.0F);
  }
  [[nodiscard]] float rate(std::size_t player, Move move) const {
    const float n = visits[player][move];
    return n > 0.0F ? value[player][move] / n : 0.5F;
  }
};

}  // namespace katachi
