#include "knowledge/convolution.h"

#include <algorithm>
#include <array>

#include "games/compiler.h"

namespace katachi {
namespace {

// Where the nine neighbours of a place lie, in places.
std::array<std::ptrdiff_t, kTaps> taps_of(std::size_t width) {
  std::array<std::ptrdiff_t, kTaps> taps;
  const auto row = static_cast<std::ptrdiff_t>(width);
  for (std::ptrdiff_t tap = 0; tap < static_cast<std::ptrdiff_t>(kTaps); ++tap) {
    taps[static_cast<std::size_t>(tap)] = (tap / 3 - 1) * row + tap % 3 - 1;
  }
  return taps;
}

void convolve_portable(const ConvolutionCall& call) {
  const Convolution& layer = call.layer;
  const auto taps = taps_of(call.width);
  const std::size_t pairs = layer.inputs / 2;
  for (std::size_t block = 0; block < layer.outputs; block += kBlock) {
    const std::int16_t* const weights = layer.weights.data() + block * kTaps * layer.inputs;
    for (const std::uint32_t place : call.places) {
      std::array<std::int32_t, kBlock> sums;
      std::copy_n(call.biases + block, kBlock, sums.begin());
      const std::int16_t* w = weights;
      for (const std::ptrdiff_t tap : taps) {
        const auto from = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(place) + tap);
        const std::int16_t* const in = call.in + from * layer.inputs;
        for (std::size_t pair = 0; pair < pairs; ++pair, w += 2 * kBlock) {
          const std::int32_t first = in[2 * pair];
          const std::int32_t second = in[2 * pair + 1];
          KATACHI_LANES
          for (std::size_t k = 0; k < kBlock; ++k) {
            sums[k] += first * w[2 * k] + second * w[2 * k + 1];
          }
        }
      }
      const std::size_t at = place * layer.outputs + block;
      for (std::size_t k = 0; k < kBlock; ++k) {
        const std::int32_t added = call.added == nullptr ? 0 : call.added[at + k];
        const std::int32_t half = (1 << layer.shift) >> 1;
        const std::int32_t sum = (sums[k] + half + (added << layer.shift)) >> layer.shift;
        call.out[at + k] = static_cast<std::int16_t>(std::clamp(sum, 0, kLargest));
      }
    }
  }
}

#ifdef KATACHI_X86

// So many places at once, so that a weight is loaded once for all of them. The last places of a
// board that leaves a rest are computed twice, to the same numbers.
template <std::size_t kPlaces>
struct PlacesAtOnce {
  std::array<std::size_t, kPlaces> at;

  PlacesAtOnce(std::span<const std::uint32_t> places, std::size_t first) {
    for (std::size_t p = 0; p < kPlaces; ++p)
      at[p] = places[std::min(first + p, places.size() - 1)];
  }
};

KATACHI_AVX2_BEGIN

// Two neighbouring numbers, which every output of a block multiplies.
inline std::int32_t pair_at(const std::int16_t* in) {
  std::int32_t pair;
  std::copy_n(reinterpret_cast<const char*>(in), sizeof pair, reinterpret_cast<char*>(&pair));
  return pair;
}

void convolve_avx2(const ConvolutionCall& call) {
  constexpr std::size_t kPlaces = 6;
  constexpr std::size_t kHalf = kBlock / 2;
  const Convolution& layer = call.layer;
  const auto taps = taps_of(call.width);
  const std::size_t pairs = layer.inputs / 2;
  const __m128i shift = _mm_cvtsi32_si128(layer.shift);
  const __m256i half = _mm256_set1_epi32((1 << layer.shift) >> 1);
  const __m256i largest = _mm256_set1_epi16(static_cast<std::int16_t>(kLargest));
  for (std::size_t block = 0; block < layer.outputs; block += kBlock) {
    const std::int16_t* const weights = layer.weights.data() + block * kTaps * layer.inputs;
    const auto* const biases = reinterpret_cast<const __m256i*>(call.biases + block);
    for (std::size_t first = 0; first < call.places.size(); first += kPlaces) {
      const PlacesAtOnce<kPlaces> places(call.places, first);
      __m256i low[kPlaces];
      __m256i high[kPlaces];
      for (std::size_t p = 0; p < kPlaces; ++p) {
        low[p] = _mm256_add_epi32(_mm256_loadu_si256(biases), half);
        high[p] = _mm256_add_epi32(_mm256_loadu_si256(biases + 1), half);
      }
      const std::int16_t* w = weights;
      for (const std::ptrdiff_t tap : taps) {
        const std::int16_t* in[kPlaces];
        for (std::size_t p = 0; p < kPlaces; ++p) {
          in[p] = call.in + (static_cast<std::ptrdiff_t>(places.at[p]) + tap) *
                                static_cast<std::ptrdiff_t>(layer.inputs);
        }
        for (std::size_t pair = 0; pair < pairs; ++pair, w += 2 * kBlock) {
          const __m256i left = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(w));
          const __m256i right = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(w + kBlock));
          for (std::size_t p = 0; p < kPlaces; ++p) {
            const __m256i both = _mm256_set1_epi32(pair_at(in[p] + 2 * pair));
            low[p] = _mm256_add_epi32(low[p], _mm256_madd_epi16(left, both));
            high[p] = _mm256_add_epi32(high[p], _mm256_madd_epi16(right, both));
          }
        }
      }
      for (std::size_t p = 0; p < kPlaces; ++p) {
        const std::size_t at = places.at[p] * layer.outputs + block;
        if (call.added != nullptr) {
          const auto* const added = reinterpret_cast<const __m128i*>(call.added + at);
          const __m256i one = _mm256_cvtepi16_epi32(_mm_loadu_si128(added));
          const __m256i two = _mm256_cvtepi16_epi32(_mm_loadu_si128(added + 1));
          low[p] = _mm256_add_epi32(low[p], _mm256_sll_epi32(one, shift));
          high[p] = _mm256_add_epi32(high[p], _mm256_sll_epi32(two, shift));
        }
        const __m256i packed =
            _mm256_packs_epi32(_mm256_sra_epi32(low[p], shift), _mm256_sra_epi32(high[p], shift));
        const __m256i sums = _mm256_permute4x64_epi64(packed, 0b11011000);
        const __m256i positive = _mm256_max_epi16(sums, _mm256_setzero_si256());
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(call.out + at),
                            _mm256_min_epi16(positive, largest));
      }
    }
  }
  static_assert(kHalf == 8);
}

KATACHI_AVX2_END

#ifdef KATACHI_VNNI
KATACHI_VNNI_BEGIN

// One block of outputs or two, from `block` on.
template <std::size_t kBlocks>
inline void convolve_blocks(const ConvolutionCall& call, std::size_t block) {
  constexpr std::size_t kPlaces = 8;
  const Convolution& layer = call.layer;
  const auto taps = taps_of(call.width);
  const std::size_t pairs = layer.inputs / 2;
  const std::size_t weights_of_block = kBlock * kTaps * layer.inputs;
  const auto shift = static_cast<unsigned>(layer.shift);
  const __m512i half = _mm512_set1_epi32((1 << layer.shift) >> 1);
  const std::int16_t* const weights = layer.weights.data() + block * kTaps * layer.inputs;
  for (std::size_t first = 0; first < call.places.size(); first += kPlaces) {
    const PlacesAtOnce<kPlaces> places(call.places, first);
    __m512i sums[kBlocks][kPlaces];
    for (std::size_t b = 0; b < kBlocks; ++b) {
      const std::int32_t* const biases = call.biases + block + b * kBlock;
      for (std::size_t p = 0; p < kPlaces; ++p) {
        sums[b][p] = _mm512_add_epi32(_mm512_loadu_si512(biases), half);
      }
    }
    const std::int16_t* w = weights;
    for (const std::ptrdiff_t tap : taps) {
      const std::int16_t* in[kPlaces];
      for (std::size_t p = 0; p < kPlaces; ++p) {
        in[p] = call.in + (static_cast<std::ptrdiff_t>(places.at[p]) + tap) *
                              static_cast<std::ptrdiff_t>(layer.inputs);
      }
      for (std::size_t pair = 0; pair < pairs; ++pair, w += 2 * kBlock) {
        __m512i weight[kBlocks];
        for (std::size_t b = 0; b < kBlocks; ++b) {
          weight[b] = _mm512_loadu_si512(w + b * weights_of_block);
        }
        for (std::size_t p = 0; p < kPlaces; ++p) {
          const __m512i both = _mm512_set1_epi32(pair_at(in[p] + 2 * pair));
          for (std::size_t b = 0; b < kBlocks; ++b) {
            sums[b][p] = _mm512_dpwssd_epi32(sums[b][p], weight[b], both);
          }
        }
      }
    }
    for (std::size_t b = 0; b < kBlocks; ++b) {
      for (std::size_t p = 0; p < kPlaces; ++p) {
        const std::size_t at = places.at[p] * layer.outputs + block + b * kBlock;
        __m512i sum = sums[b][p];
        if (call.added != nullptr) {
          const auto* const added = reinterpret_cast<const __m256i*>(call.added + at);
          const __m512i wide = _mm512_cvtepi16_epi32(_mm256_loadu_si256(added));
          sum = _mm512_add_epi32(sum, _mm512_slli_epi32(wide, shift));
        }
        sum = _mm512_max_epi32(_mm512_srai_epi32(sum, shift), _mm512_setzero_si512());
        sum = _mm512_min_epi32(sum, _mm512_set1_epi32(kLargest));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(call.out + at), _mm512_cvtepi32_epi16(sum));
      }
    }
  }
}

void convolve_vnni(const ConvolutionCall& call) {
  std::size_t block = 0;
  for (; block + 2 * kBlock <= call.layer.outputs; block += 2 * kBlock) {
    convolve_blocks<2>(call, block);
  }
  if (block < call.layer.outputs) convolve_blocks<1>(call, block);
}

KATACHI_VNNI_END
#endif

#endif  // KATACHI_X86

using Function = void (*)(const ConvolutionCall&);

Function best_function() {
#ifdef KATACHI_VNNI
  if (uses_vnni()) return &convolve_vnni;
#endif
#ifdef KATACHI_X86
  if (uses_avx2()) return &convolve_avx2;
#endif
  return &convolve_portable;
}

}  // namespace

void convolve(const ConvolutionCall& call) {
  static const Function best = best_function();
  best(call);
}

}  // namespace katachi
