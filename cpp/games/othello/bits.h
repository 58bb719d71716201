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

// The cells in four directions from a cell of 8 x 8, towards higher and towards lower bits.
struct alignas(64) Rays {
  std::array<std::uint64_t, 4> up{}, down{};
};

// In the order of Avx2's lanes.
constexpr auto make_rays() {
  constexpr std::array<std::array<int, 2>, 4> kDirections{{{1, 0}, {0, 1}, {-1, 1}, {1, 1}}};
  std::array<Rays, 64> table{};
  for (int cell = 0; cell < 64; ++cell) {
    Rays& rays = table[static_cast<std::size_t>(cell)];
    for (std::size_t lane = 0; lane < 4; ++lane) {
      const auto [right, down] = kDirections[lane];
      for (const int sign : {1, -1}) {
        std::uint64_t& ray = sign > 0 ? rays.up[lane] : rays.down[lane];
        int x = cell % 8 + sign * right;
        int y = cell / 8 + sign * down;
        for (; x >= 0 && x < 8 && y >= 0 && y < 8; x += sign * right, y += sign * down) {
          ray |= std::uint64_t{1} << (8 * y + x);
        }
      }
    }
  }
  return table;
}

inline constexpr auto kRays = make_rays();

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

  // Towards higher bits the first cell of a ray that is not the opponent's is its lowest such bit;
  // towards lower bits all that lies beyond such a cell is filled. Either run of discs is flipped
  // if the mover's disc ends it.
  template <int kSize>
    requires(kSize == 8)
  KATACHI_AVX2_INLINE static std::uint64_t flips(std::uint64_t own, std::uint64_t other, int cell) {
    const Rays& rays = kRays[static_cast<std::size_t>(cell)];
    const __m256i up = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.up.data()));
    const __m256i down = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.down.data()));
    const __m256i mine = _mm256_set1_epi64x(static_cast<long long>(own));
    const __m256i theirs = _mm256_set1_epi64x(static_cast<long long>(other));
    const __m256i zero = _mm256_setzero_si256();

    const __m256i stops = _mm256_andnot_si256(theirs, up);
    const __m256i end =
        _mm256_and_si256(_mm256_and_si256(stops, _mm256_sub_epi64(zero, stops)), mine);
    const __m256i below = _mm256_add_epi64(end, _mm256_set1_epi64x(-1));
    const __m256i flipped_up =
        _mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), _mm256_and_si256(up, below));

    const __m256i step = steps();
    const __m256i twice = _mm256_add_epi64(step, step);
    __m256i beyond = _mm256_andnot_si256(theirs, down);
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, step));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, twice));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, _mm256_add_epi64(twice, twice)));
    const __m256i run = _mm256_andnot_si256(beyond, down);
    const __m256i ended =
        _mm256_and_si256(_mm256_srlv_epi64(run, step), _mm256_and_si256(mine, down));
    const __m256i flipped_down = _mm256_andnot_si256(_mm256_cmpeq_epi64(ended, zero), run);
    return any_lane(_mm256_or_si256(flipped_up, flipped_down));
  }

  KATACHI_AVX2_INLINE static int select(std::uint64_t bits, unsigned n) {
    return static_cast<int>(_tzcnt_u64(_pdep_u64(std::uint64_t{1} << n, bits)));
  }

  // The environment variable KATACHI_PORTABLE switches it off, so that both ways can be compared.
  static bool supported() { return uses_avx2(); }
};

// Steps of Avx512's lanes, as rotations to the left, and the cells that each may cross: none from
// which a step leaves the board.
struct alignas(64) Rotations {
  std::array<std::uint64_t, 8> once{}, twice{}, across{};
};
constexpr auto make_rotations() {
  constexpr std::array<unsigned, 4> kSteps{1, 8, 7, 9};
  constexpr std::uint64_t kInnerRows = 0x00FFFFFFFFFFFF00ULL;
  constexpr std::uint64_t kInnerColumns = inner_columns<8>();
  Rotations table{};
  for (std::size_t lane = 0; lane < 8; ++lane) {
    const unsigned step = lane < 4 ? kSteps[lane] : 64 - kSteps[lane - 4];
    table.once[lane] = step;
    table.twice[lane] = 2 * step % 64;
    table.across[lane] = (lane % 4 == 0 ? ~std::uint64_t{0} : kInnerRows) &
                         (lane % 4 == 1 ? ~std::uint64_t{0} : kInnerColumns);
  }
  return table;
}
inline constexpr Rotations kRotations = make_rotations();

// 8 x 8 only. All eight directions in one register for mobility; for flips four towards higher and
// four towards lower bits, each beginning with its nearest cell that is not the opponent's.
struct Avx512 : Avx2 {
  // The plain intrinsics would warn of GCC's own headers (its bug 105593); with a constant mask of
  // all lanes the code is the same.
  static constexpr __mmask8 kAll = 0xFF;
  KATACHI_AVX512_INLINE static __m512i rotated(__m512i lanes, __m512i steps) {
    return _mm512_maskz_rolv_epi64(kAll, lanes, steps);
  }

  template <int kSize>
    requires(kSize == 8)
  KATACHI_AVX512_INLINE static std::uint64_t mobility(std::uint64_t own, std::uint64_t other) {
    constexpr int kOrWithAnd = 0xF8;  // a | (b & c)
    const __m512i once = _mm512_load_si512(kRotations.once.data());
    const __m512i twice = _mm512_load_si512(kRotations.twice.data());
    const __m512i across = _mm512_and_si512(_mm512_set1_epi64(static_cast<long long>(other)),
                                            _mm512_load_si512(kRotations.across.data()));
    const __m512i across_two = _mm512_and_si512(across, rotated(across, once));
    __m512i line =
        _mm512_and_si512(across, rotated(_mm512_set1_epi64(static_cast<long long>(own)), once));
    line = _mm512_ternarylogic_epi64(line, across, rotated(line, once), kOrWithAnd);
    line = _mm512_ternarylogic_epi64(line, across_two, rotated(line, twice), kOrWithAnd);
    line = _mm512_ternarylogic_epi64(line, across_two, rotated(line, twice), kOrWithAnd);
    const __m512i beyond = rotated(line, once);
    return any_lane(_mm256_or_si256(_mm512_maskz_extracti64x4_epi64(kAll, beyond, 0),
                                    _mm512_maskz_extracti64x4_epi64(kAll, beyond, 1))) &
           ~(own | other);
  }

  template <int kSize>
    requires(kSize == 8)
  KATACHI_AVX512_INLINE static std::uint64_t flips(std::uint64_t own, std::uint64_t other,
                                                   int cell) {
    const Rays& rays = kRays[static_cast<std::size_t>(cell)];
    const __m256i up = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.up.data()));
    const __m256i down = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.down.data()));
    const __m256i mine = _mm256_set1_epi64x(static_cast<long long>(own));
    const __m256i theirs = _mm256_set1_epi64x(static_cast<long long>(other));
    const __m256i ones = _mm256_set1_epi64x(-1);

    const __m256i stops_up = _mm256_andnot_si256(theirs, up);
    const __m256i below = _mm256_add_epi64(stops_up, ones);
    const __mmask8 ended_up = _mm256_test_epi64_mask(_mm256_andnot_si256(below, stops_up), mine);
    const __m256i flipped_up =
        _mm256_maskz_and_epi64(ended_up, _mm256_andnot_si256(stops_up, below), up);

    const __m256i stops_down = _mm256_andnot_si256(theirs, down);
    const __m256i zeros = _mm256_lzcnt_epi64(stops_down);
    const __m256i end = _mm256_srlv_epi64(_mm256_slli_epi64(ones, 63), zeros);
    const __mmask8 ended_down = _mm256_test_epi64_mask(end, mine);
    const __m256i flipped_down =
        _mm256_maskz_andnot_epi64(ended_down, _mm256_srlv_epi64(ones, zeros), down);
    return any_lane(_mm256_or_si256(flipped_up, flipped_down));
  }

  static bool supported() { return uses_avx512(); }
};

#endif  // KATACHI_X86

}  // namespace katachi::othello
