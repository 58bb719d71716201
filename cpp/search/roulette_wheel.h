// Roulette wheel (HAVANNAH 3.5): cells drawn with probability proportional to their weights.
//
// Weights are integers, so that sums kept up to date over a whole game stay exact. They are also
// summed in blocks of sixteen cells: a draw walks over blocks and then over the cells of one.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "games/position.h"
#include "games/random.h"

namespace katachi {

// Integer weights in the ratios of `strengths`; the largest becomes kFullWeight, a positive one at
// least 1. Sums over the largest board fit into 32 bits.
inline constexpr double kFullWeight = 4194304.0;  // 2^22

inline std::vector<std::uint32_t> wheel_weights(const std::vector<float>& strengths) {
  float largest = 0.0F;
  for (const float strength : strengths) largest = std::max(largest, strength);
  std::vector<std::uint32_t> weights(strengths.size(), 0);
  if (!(largest > 0.0F) || !std::isfinite(largest)) return weights;
  for (std::size_t i = 0; i < strengths.size(); ++i) {
    if (!(strengths[i] > 0.0F)) continue;
    const double share = static_cast<double>(strengths[i]) / static_cast<double>(largest);
    weights[i] = std::max<std::uint32_t>(1U, static_cast<std::uint32_t>(share * kFullWeight));
  }
  return weights;
}

template <int kCells>
class RouletteWheel {
 public:
  static constexpr std::size_t kBlock = 16;
  static constexpr std::size_t kBlocks = (kCells + kBlock - 1) / kBlock;

  void clear() {
    weights_.fill(0);
    blocks_.fill(0);
    total_ = 0;
  }
  void set(Cell cell, std::uint32_t weight) {
    const std::uint32_t change = weight - weights_[cell];  // modulo 2^32, as are the sums
    weights_[cell] = weight;
    blocks_[cell / kBlock] += change;
    total_ += change;
  }
  [[nodiscard]] std::uint32_t weight(Cell cell) const { return weights_[cell]; }
  [[nodiscard]] std::uint32_t total() const { return total_; }

  // kNoMove if all weights are 0.
  [[nodiscard]] Move draw(Rng& rng) const {
    if (total_ == 0) return kNoMove;
    std::uint32_t left = rng.below(total_);
    std::size_t block = 0;
    while (left >= blocks_[block]) left -= blocks_[block++];
    std::size_t cell = block * kBlock;
    while (left >= weights_[cell]) left -= weights_[cell++];
    return static_cast<Move>(cell);
  }

  // The cell with the largest weight, ties at random; kNoMove if all weights are 0.
  [[nodiscard]] Move best(Rng& rng) const {
    const std::uint32_t largest = *std::max_element(weights_.begin(), weights_.end());
    if (largest == 0) return kNoMove;
    std::array<Move, kBlocks * kBlock> tied;
    std::uint32_t count = 0;
    for (std::size_t cell = 0; cell < weights_.size(); ++cell) {
      tied[count] = static_cast<Move>(cell);
      count += static_cast<std::uint32_t>(weights_[cell] == largest);
    }
    return tied[rng.below(count)];
  }

 private:
  std::array<std::uint32_t, kBlocks * kBlock> weights_;
  std::array<std::uint32_t, kBlocks> blocks_;
  std::uint32_t total_ = 0;
};

}  // namespace katachi
