// Mobility and flips on Othello bitboards, for any board of up to 128 cells and fast on 8 x 8.
//
// Bit y * size + x is the cell in column x, row y from the top. Both questions are the same walk in
// eight directions over an unbroken line of the opponent's discs: from the mover's own discs to
// find where it may play, from the chosen cell to find what it flips. On 8 x 8 the walk is a
// parallel prefix (three doublings cover the six cells a line can hold). Avx2 holds four directions
// in one register; it is compiled per function and chosen at run time, so a portable build uses it
// where the processor has it.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "games/compiler.h"

namespace katachi::othello {

template <int kSize>
using Bits = std::conditional_t<(kSize <= 8), std::uint64_t, Bits128>;

inline int count(std::uint64_t bits) { return std::popcount(bits); }
inline int count(Bits128 bits) {
  return std::popcount(static_cast<std::uint64_t>(bits)) +
         std::popcount(static_cast<std::uint64_t>(bits >> 64U));
}

// The lowest set bit; precondition: bits != 0.
inline int first(std::uint64_t bits) { return std::countr_zero(bits); }
inline int first(Bits128 bits) {
  const auto low = static_cast<std::uint64_t>(bits);
  return low != 0 ? first(low) : 64 + first(static_cast<std::uint64_t>(bits >> 64U));
}

template <int kSize>
constexpr Bits<kSize> full_board() {
  constexpr int kCells = kSize * kSize;
  using B = Bits<kSize>;
  if constexpr (kCells == 8 * static_cast<int>(sizeof(B))) {
    return ~B{0};
  } else {
    return (B{1} << kCells) - 1;
  }
}

// All cells except the leftmost and rightmost columns: discs that a sideways walk may cross.
template <int kSize>
constexpr Bits<kSize> inner_columns() {
  Bits<kSize> bits = 0;
  for (int y = 0; y < kSize; ++y) {
    for (int x = 1; x < kSize - 1; ++x) bits |= Bits<kSize>{1} << (y * kSize + x);
  }
  return bits;
}

// Walks from `from` over `across` along +step and -step; calls found(line, beyond) for both, where
// `line` holds the cells crossed and `beyond` the cells one step after each of them.
template <int kSize, class Found>
inline void walk(Bits<kSize> from, Bits<kSize> across, unsigned step, Found found) {
  using B = Bits<kSize>;
  B up = across & static_cast<B>(from << step);
  B down = across & static_cast<B>(from >> step);
  if constexpr (kSize == 8) {
    up |= across & (up << step);
    down |= across & (down >> step);
    const B across_up = across & (across << step);
    const B across_down = across_up >> step;
    up |= across_up & (up << (2 * step));
    down |= across_down & (down >> (2 * step));
    up |= across_up & (up << (2 * step));
    down |= across_down & (down >> (2 * step));
  } else {
    for (int i = 0; i < kSize - 3; ++i) {
      up |= across & static_cast<B>(up << step);
      down |= across & static_cast<B>(down >> step);
    }
  }
  found(up, static_cast<B>(up << step));
  found(down, static_cast<B>(down >> step));
}

// How to compute mobility and flips. Portable runs everywhere.
struct Portable {
  template <int kSize>
  static Bits<kSize> mobility(Bits<kSize> own, Bits<kSize> other) {
    using B = Bits<kSize>;
    const B inner = other & inner_columns<kSize>();
    B moves = 0;
    const auto collect = [&](B, B beyond) { moves |= beyond; };
    walk<kSize>(own, inner, 1, collect);
    walk<kSize>(own, other, kSize, collect);
    walk<kSize>(own, inner, kSize - 1, collect);
    walk<kSize>(own, inner, kSize + 1, collect);
    return moves & static_cast<B>(~(own | other)) & full_board<kSize>();
  }

  template <int kSize>
  static Bits<kSize> flips(Bits<kSize> own, Bits<kSize> other, int cell) {
    using B = Bits<kSize>;
    const B inner = other & inner_columns<kSize>();
    const B from = B{1} << cell;
    B flipped = 0;
    const auto collect = [&](B line, B beyond) {
      // `beyond` also holds cells inside the line, but those are never the mover's.
      flipped |= (beyond & own) != 0 ? line : B{0};
    };
    walk<kSize>(from, inner, 1, collect);
    walk<kSize>(from, other, kSize, collect);
    walk<kSize>(from, inner, kSize - 1, collect);
    walk<kSize>(from, inner, kSize + 1, collect);
    return flipped;
  }

  // The position of the n-th set bit, from 0; precondition: n < count(bits).
  template <class B>
  static int select(B bits, unsigned n) {
    for (; n != 0; --n) bits &= bits - 1;
    return first(bits);
  }
};

#ifdef KATACHI_X86

// 8 x 8 only. Lanes: steps 1, 8, 7, 9.
struct Avx2 {
  KATACHI_AVX2_INLINE static std::uint64_t any_lane(__m256i lanes) {
    const __m128i half =
        _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    return static_cast<std::uint64_t>(
        _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))));
  }

  struct Lines {
    __m256i up, down;
  };

  KATACHI_AVX2_INLINE static __m256i steps() { return _mm256_set_epi64x(9, 7, 8, 1); }
  KATACHI_AVX2_INLINE static __m256i across(std::uint64_t other) {
    constexpr auto kInner = static_cast<long long>(inner_columns<8>());
    return _mm256_and_si256(_mm256_set1_epi64x(static_cast<long long>(other)),
                            _mm256_set_epi64x(kInner, kInner, -1, kInner));
  }

  KATACHI_AVX2_INLINE static Lines walk(__m256i from, __m256i across) {
    const __m256i step = steps();
    const __m256i twice = _mm256_add_epi64(step, step);
    __m256i up = _mm256_and_si256(across, _mm256_sllv_epi64(from, step));
    __m256i down = _mm256_and_si256(across, _mm256_srlv_epi64(from, step));
    up = _mm256_or_si256(up, _mm256_and_si256(across, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(across, _mm256_srlv_epi64(down, step)));
    const __m256i across_up = _mm256_and_si256(across, _mm256_sllv_epi64(across, step));
    const __m256i across_down = _mm256_srlv_epi64(across_up, step);
    up = _mm256_or_si256(up, _mm256_and_si256(across_up, _mm256_sllv_epi64(up, twice)));
    down = _mm256_or_si256(down, _mm256_and_si256(across_down, _mm256_srlv_epi64(down, twice)));
    up = _mm256_or_si256(up, _mm256_and_si256(across_up, _mm256_sllv_epi64(up, twice)));
    down = _mm256_or_si256(down, _mm256_and_si256(across_down, _mm256_srlv_epi64(down, twice)));
    return {up, down};
  }

  template <int kSize>
    requires(kSize == 8)
  KATACHI_AVX2_INLINE static std::uint64_t mobility(std::uint64_t own, std::uint64_t other) {
    const Lines lines = walk(_mm256_set1_epi64x(static_cast<long long>(own)), across(other));
    const __m256i beyond = _mm256_or_si256(_mm256_sllv_epi64(lines.up, steps()),
                                           _mm256_srlv_epi64(lines.down, steps()));
    return any_lane(beyond) & ~(own | other);
  }

  template <int kSize>
    requires(kSize == 8)
  KATACHI_AVX2_INLINE static std::uint64_t flips(std::uint64_t own, std::uint64_t other, int cell) {
    const __m256i mine = _mm256_set1_epi64x(static_cast<long long>(own));
    const Lines lines =
        walk(_mm256_set1_epi64x(static_cast<long long>(std::uint64_t{1} << cell)), across(other));
    const __m256i zero = _mm256_setzero_si256();
    const __m256i open_up =
        _mm256_cmpeq_epi64(_mm256_and_si256(mine, _mm256_sllv_epi64(lines.up, steps())), zero);
    const __m256i open_down =
        _mm256_cmpeq_epi64(_mm256_and_si256(mine, _mm256_srlv_epi64(lines.down, steps())), zero);
    return any_lane(_mm256_or_si256(_mm256_andnot_si256(open_up, lines.up),
                                    _mm256_andnot_si256(open_down, lines.down)));
  }

  KATACHI_AVX2_INLINE static int select(std::uint64_t bits, unsigned n) {
    return static_cast<int>(_tzcnt_u64(_pdep_u64(std::uint64_t{1} << n, bits)));
  }

  // The environment variable KATACHI_PORTABLE switches it off, so that both ways can be compared.
  static bool supported() { return uses_avx2(); }
};

#endif  // KATACHI_X86

}  // namespace katachi::othello
