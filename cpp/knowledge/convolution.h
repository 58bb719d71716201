// Convolutions of 3 x 3 in whole numbers: the layers of a network that the core runs itself.
//
// Numbers of a layer are 16 bits wide with kFraction binary places, 0 to kLargest (a ReLU with a
// ceiling). A weight w stands for w / 2^shift. Sums are 32 bits wide and exact, so the result is
// the same on every processor, whatever its vectors.
//
// A layer lies on a padded square, row by row, with one place more on every side; a place holds its
// channels side by side. Only the cells of the board are written: all other places stay 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace katachi {

inline constexpr int kFraction = 8;
inline constexpr std::int32_t kLargest = (1 << 12) - 1;
inline constexpr std::size_t kTaps = 9;
// Channels come in blocks of so many.
inline constexpr std::size_t kBlock = 16;

struct Convolution {
  std::size_t inputs = 0;   // channels, an even number
  std::size_t outputs = 0;  // channels, whole blocks
  int shift = 0;
  std::vector<std::int16_t> weights;  // [outputs / kBlock][kTaps][inputs / 2][kBlock][2]
};

// One call: out = ReLU(convolution of in + biases + added).
struct ConvolutionCall {
  const Convolution& layer;
  std::span<const std::uint32_t> places;  // of the cells, in the padded square
  std::size_t width;                      // of the padded square
  const std::int16_t* in;
  const std::int32_t* biases;  // [outputs], kFraction + shift binary places
  const std::int16_t* added;   // like `out`, another memory; or null
  std::int16_t* out;
};

void convolve(const ConvolutionCall& call);

}  // namespace katachi
