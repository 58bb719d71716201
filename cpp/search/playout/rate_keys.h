// Win rates as whole numbers, and the best of many moves by them.
#pragma once

#include <cstdint>
#include <span>

#include "games/position.h"
#include "games/random.h"

namespace katachi {

// A win rate as a whole number with the same order, so that vectors of them are compared quickly:
// the bits of a float that is not negative. Negative: not considered.
using RateKey = std::int32_t;
inline constexpr RateKey kNoRate = -1;

// The move with the highest key, ties at random, among those with blocked[move] = 0 (others have
// -1); kNoMove if no key is left. A key of `two` goes before the key of `one`; `two` may be null.
Move best_by_key(std::span<const RateKey> one, const RateKey* two, const RateKey* blocked,
                 Rng& rng);

// Blocks all cells but the empty ones, and the move after the last cell (a pass).
void block_stones(std::span<const Color> stones, RateKey* blocked);

}  // namespace katachi
