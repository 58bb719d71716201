// Strengths of moves from the logits of a network: exp(logit), the largest 1.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <stdexcept>

#include "games/position.h"
#include "knowledge/planes.h"

namespace katachi {

// `logits` [planes.places()], as the player to move sees the board.
inline void strengths_of_logits(const Planes& planes, Color to_move, std::span<const Move> moves,
                                const float* logits, std::span<float> strengths) {
  float highest = -std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const float logit = logits[planes.place_of(moves[i], to_move)];
    if (!std::isfinite(logit)) throw std::invalid_argument("the network gives no finite number");
    strengths[i] = logit;
    highest = std::max(highest, logit);
  }
  for (float& strength : strengths) strength = std::exp(strength - highest);
}

}  // namespace katachi
