#include "search/amaf_marks.h"

#include "games/compiler.h"

namespace katachi {

namespace {

void add_one_by_one(const Children& c, const std::uint32_t* bits, float value) {
  for (std::uint32_t i = 0; i < c.count; ++i) {
    const bool first = (bits[c.move[i] / 32U] >> (c.move[i] % 32U) & 1U) != 0;
    const float hit = first && c.amaf_visits[i] < AmafMarks::kMostVisits ? 1.0F : 0.0F;
    c.amaf_visits[i] += hit;
    c.amaf_value[i] += hit * value;
  }
}

#ifdef KATACHI_X86

const bool kVectors = uses_avx2();

// The bits of 256 moves are the eight lanes of a register: a move's upper bits choose the lane, its
// lower ones shift the bit to the sign, which becomes a mask.
template <bool kManyMoves>
KATACHI_AVX2 void add_eight(const Children& c, const std::uint32_t* bits, float value) {
  const auto* words = reinterpret_cast<const __m256i*>(bits);
  const __m256i low = _mm256_load_si256(words);
  const __m256i high = _mm256_load_si256(words + 1);
  const __m256i last_bit = _mm256_set1_epi32(31);
  const __m256 ones = _mm256_set1_ps(1.0F);
  const __m256 values = _mm256_set1_ps(value);
  const __m256 most = _mm256_set1_ps(AmafMarks::kMostVisits);
  for (std::uint32_t i = 0; i < c.count; i += 8) {
    const __m256i move =
        _mm256_cvtepu16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(c.move + i)));
    const __m256i lane = _mm256_srli_epi32(move, 5);
    __m256i word = _mm256_permutevar8x32_epi32(low, lane);
    if constexpr (kManyMoves) {
      const __m256i other = _mm256_permutevar8x32_epi32(high, lane);
      const __m256i is_high = _mm256_slli_epi32(move, 31 - 8);
      word = _mm256_castps_si256(_mm256_blendv_ps(
          _mm256_castsi256_ps(word), _mm256_castsi256_ps(other), _mm256_castsi256_ps(is_high)));
    }
    const __m256i sign = _mm256_sllv_epi32(word, _mm256_andnot_si256(move, last_bit));
    const __m256 visits = _mm256_loadu_ps(c.amaf_visits + i);
    const __m256 mask = _mm256_and_ps(_mm256_castsi256_ps(_mm256_srai_epi32(sign, 31)),
                                      _mm256_cmp_ps(visits, most, _CMP_LT_OQ));
    _mm256_storeu_ps(c.amaf_visits + i, _mm256_add_ps(visits, _mm256_and_ps(mask, ones)));
    _mm256_storeu_ps(c.amaf_value + i,
                     _mm256_add_ps(_mm256_loadu_ps(c.amaf_value + i), _mm256_and_ps(mask, values)));
  }
}

// The owners of 32 moves are the bytes of a register.
KATACHI_AVX2 void read_owners(const Simulation::Owners& owner, std::size_t words,
                              std::uint32_t* black, std::uint32_t* white) {
  const __m256i of_black = _mm256_set1_epi8(static_cast<char>(Color::black));
  const __m256i of_white = _mm256_set1_epi8(static_cast<char>(Color::white));
  for (std::size_t w = 0; w < words; ++w) {
    const __m256i colors =
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(owner.data() + 32 * w));
    black[w] =
        static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(colors, of_black)));
    white[w] =
        static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(colors, of_white)));
  }
}

#endif

}  // namespace

void AmafMarks::read(const Simulation::Owners& owner, std::size_t moves) {
  const std::size_t words = (moves + kBits - 1) / kBits;
  many_moves_ = words > kWords / 2;
#ifdef KATACHI_X86
  if (kVectors) {
    read_owners(owner, words, bits_[0].data(), bits_[1].data());
    return;
  }
#endif
  for (std::size_t w = 0; w < words; ++w) {
    std::uint32_t black = 0;
    std::uint32_t white = 0;
    for (std::size_t b = 0; b < kBits; ++b) {
      const Color color = owner[w * kBits + b];
      black |= std::uint32_t{color == Color::black} << b;
      white |= std::uint32_t{color == Color::white} << b;
    }
    bits_[0][w] = black;
    bits_[1][w] = white;
  }
}

void AmafMarks::add_to(Children c, float value) const {
  const std::uint32_t* bits = bits_[index_of(c.mover)].data();
#ifdef KATACHI_X86
  if (kVectors) {
    many_moves_ ? add_eight<true>(c, bits, value) : add_eight<false>(c, bits, value);
    return;
  }
#endif
  add_one_by_one(c, bits, value);
}

}  // namespace katachi
