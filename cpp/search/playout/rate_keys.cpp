#include "search/playout/rate_keys.h"

#include <algorithm>
#include <array>
#include <bit>

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

// The moves with this key, in `found`; returns how many.
std::uint32_t find_one_by_one(RateKey key, const RateKey* keys, std::size_t count, Move* found) {
  std::uint32_t ties = 0;
  for (std::size_t i = 0; i < count; ++i) {
    found[ties] = static_cast<Move>(i);
    ties += keys[i] == key ? 1U : 0U;
  }
  return ties;
}

#ifdef KATACHI_X86

const bool kVectors = uses_avx2();

// The same, eight keys at a time: hardly any vector has one. Reads whole vectors.
KATACHI_AVX2 std::uint32_t find_eight(RateKey key, const RateKey* keys, std::size_t count,
                                      Move* found) {
  const __m256i wanted = _mm256_set1_epi32(key);
  std::uint32_t ties = 0;
  for (std::size_t i = 0; i < count; i += 8) {
    const __m256i eight = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(keys + i));
    auto equal = static_cast<unsigned>(
        _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(eight, wanted))));
    for (; equal != 0; equal &= equal - 1) {
      found[ties++] = static_cast<Move>(i + static_cast<std::size_t>(std::countr_zero(equal)));
    }
  }
  return ties;
}

#endif

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
  std::array<RateKey, (kMaxCells + 1 + 7) / 8 * 8> merged;
  const RateKey highest = merge_keys(one, two, blocked, merged.data());
  if (highest < 0) return kNoMove;
  const std::size_t count = one.size();
  std::array<Move, kMaxCells + 2> found;
  std::uint32_t ties = 0;
#ifdef KATACHI_X86
  if (kVectors) {
    std::fill_n(merged.begin() + count, (count + 7) / 8 * 8 - count, kNoRate);
    ties = find_eight(highest, merged.data(), count, found.data());
  } else {
    ties = find_one_by_one(highest, merged.data(), count, found.data());
  }
#else
  ties = find_one_by_one(highest, merged.data(), count, found.data());
#endif
  return ties > 1 ? found[rng.below(ties)] : found[0];
}

}  // namespace katachi
