#include "search/playout/rate_keys.h"

#include <algorithm>
#include <array>

#include "games/compiler.h"

namespace katachi {

namespace {

// Keys with those of the longer context first, and blocked moves out; returns the highest.
KATACHI_TWICE
RateKey merge_keys(std::span<const RateKey> one, const RateKey* two, const RateKey* blocked,
                   RateKey* merged) {
  const std::size_t count = one.size();
  RateKey highest = kNoRate;
  if (two == nullptr) {
    for (std::size_t i = 0; i < count; ++i) {
      merged[i] = one[i] | blocked[i];
      highest = std::max(highest, merged[i]);
    }
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      merged[i] = (two[i] >= 0 ? two[i] : one[i]) | blocked[i];
      highest = std::max(highest, merged[i]);
    }
  }
  return highest;
}

KATACHI_TWICE
std::uint32_t count_of(RateKey key, const RateKey* keys, std::size_t count) {
  std::uint32_t found = 0;
  for (std::size_t i = 0; i < count; ++i) found += keys[i] == key ? 1U : 0U;
  return found;
}

KATACHI_TWICE
void block(std::span<const Color> stones, RateKey* blocked) {
  for (std::size_t i = 0; i < stones.size(); ++i) {
    blocked[i] = stones[i] == Color::none ? 0 : kNoRate;
  }
}

}  // namespace

void block_stones(std::span<const Color> stones, RateKey* blocked) {
  block(stones, blocked);
  blocked[stones.size()] = kNoRate;
}

Move best_by_key(std::span<const RateKey> one, const RateKey* two, const RateKey* blocked,
                 Rng& rng) {
  std::array<RateKey, kMaxCells + 1> merged;
  const RateKey highest = merge_keys(one, two, blocked, merged.data());
  if (highest < 0) return kNoMove;
  const std::uint32_t ties = count_of(highest, merged.data(), one.size());
  std::uint32_t skip = ties > 1 ? rng.below(ties) : 0;
  for (std::size_t i = 0;; ++i) {
    if (merged[i] == highest && skip-- == 0) return static_cast<Move>(i);
  }
}

}  // namespace katachi
