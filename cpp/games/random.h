// Random numbers: xoshiro256++ (Blackman and Vigna, "Scrambled linear pseudorandom number
// generators", ACM TOMS 47, 2021), seeded by splitmix64. Same seed and stream, same numbers, on
// every machine.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace katachi {

// One step of splitmix64: a bijection that spreads the bits of `value`.
constexpr std::uint64_t scramble(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15ULL;
  value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  value = (value ^ (value >> 27U)) * 0x94d049bb133111ebULL;
  return value ^ (value >> 31U);
}

class Rng {
 public:
  // Streams of one seed are independent: one per thread or per block of work.
  explicit constexpr Rng(std::uint64_t seed, std::uint64_t stream = 0) {
    std::uint64_t state = scramble(seed) ^ scramble(~stream);
    for (auto& word : state_) word = scramble(state++);
  }

  constexpr std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t shifted = state_[1] << 17U;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // A number in [0, bound). Multiply and shift: the bias is below bound / 2^32, that is less than
  // one in ten million for any board.
  constexpr std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((next() >> 32U) * bound) >> 32U);
  }

  // Puts count things into a random order; swap(i, j) exchanges two of them. Every random word
  // serves two exchanges.
  template <class Swap>
  constexpr void shuffle(std::uint32_t count, Swap swap) {
    while (count > 1) {
      const std::uint64_t word = next();
      swap(count - 1, static_cast<std::uint32_t>(((word >> 32U) * count) >> 32U));
      if (--count == 1) return;
      swap(count - 1, static_cast<std::uint32_t>(((word & 0xffffffffU) * count) >> 32U));
      --count;
    }
  }

 private:
  std::array<std::uint64_t, 4> state_{};
};

// Zobrist numbers (Zobrist 1970): one fixed random word per index and salt.
constexpr std::uint64_t zobrist(std::uint64_t index, std::uint64_t salt) {
  return scramble(scramble(salt) ^ index);
}

}  // namespace katachi
