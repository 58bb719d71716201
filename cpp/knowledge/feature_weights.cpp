#include "knowledge/feature_weights.h"

#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace katachi {
namespace {

// A move has no more levels than this.
constexpr std::size_t kMostLevels = 256;

}  // namespace

FeatureWeights::FeatureWeights(std::shared_ptr<const Encoder> encoder,
                               const std::vector<float>& weights, std::vector<float> factors,
                               std::size_t factor_count)
    : encoder_(std::move(encoder)), factors_(std::move(factors)), factor_count_(factor_count) {
  if (weights.size() != encoder_->total_levels() ||
      factors_.size() != factor_count * encoder_->total_levels()) {
    throw std::invalid_argument("the weights do not fit the features");
  }
  if (encoder_->longest_group() > kMostLevels) {
    throw std::invalid_argument("too many features for one move");
  }
  for (const float weight : weights) gammas_.push_back(std::exp(weight));
}

void FeatureWeights::strengths(const BoardView& view, std::span<const Move> moves,
                               std::span<float> strengths) const {
  std::unique_ptr<PositionEncoder> looking = borrow();
  looking->look_at(view, moves);
  std::array<std::uint32_t, kMostLevels> row;
  std::array<std::size_t, kMostLevels> places;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto& features = encoder_->features(encoder_->group_of(moves[i]));
    looking->encode(moves[i], row.data());
    float product = 1.0F;
    for (std::size_t c = 0; c < features.size(); ++c) {
      places[c] = encoder_->level_begin(features[c]) + row[c];
      product *= gammas_[places[c]];
    }
    if (has_factors()) product *= std::exp(interaction({places.data(), features.size()}));
    strengths[i] = product;
  }
  give_back(std::move(looking));
}

std::unique_ptr<PositionEncoder> FeatureWeights::borrow() const {
  {
    const std::scoped_lock lock(mutex_);
    if (!idle_.empty()) {
      auto looking = std::move(idle_.back());
      idle_.pop_back();
      return looking;
    }
  }
  return std::make_unique<PositionEncoder>(*encoder_);
}

void FeatureWeights::give_back(std::unique_ptr<PositionEncoder> looking) const {
  const std::scoped_lock lock(mutex_);
  idle_.push_back(std::move(looking));
}

// Sum over pairs = (square of the sum - sum of the squares) / 2, factor by factor.
float FeatureWeights::interaction(std::span<const std::size_t> places) const {
  float total = 0.0F;
  for (std::size_t k = 0; k < factor_count_; ++k) {
    float sum = 0.0F;
    float squares = 0.0F;
    for (const std::size_t place : places) {
      const float factor = factors_[place * factor_count_ + k];
      sum += factor;
      squares += factor * factor;
    }
    total += sum * sum - squares;
  }
  return 0.5F * total;
}

}  // namespace katachi
