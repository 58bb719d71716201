#include "knowledge/pattern_values.h"

#include <algorithm>

namespace katachi {

PatternValues::PatternValues(std::shared_ptr<const PatternSpace> space, Contents contents)
    : space_(std::move(space)), contents_(std::move(contents)) {
  const std::size_t stages = contents_.spread.size();
  const std::size_t features = contents_.features.size();
  const auto require = [](bool condition) {
    if (!condition) throw std::invalid_argument("the parts of the values do not fit one another");
  };
  require(stages > 0 && contents_.stage_of.size() == space_->cells() + 1);
  require(std::ranges::all_of(contents_.stage_of, [&](std::uint8_t s) { return s < stages; }));
  require(contents_.weights.size() == stages * space_->parameters());
  require(contents_.constants.size() == stages);
  require(features <= kMostPositionFeatures &&
          contents_.feature_weights.size() == stages * features);
  require(space_->lanes() <= kMostLanes);
  require(std::ranges::all_of(contents_.spread, [](float spread) { return spread > 0.0F; }));
  for (const std::uint8_t feature : contents_.features) {
    require(feature < kMostPositionFeatures);
    wanted_ |= PositionNumbers{1} << feature;
  }
  const auto parameter_of = space_->parameter_of();
  expanded_.reserve(stages * parameter_of.size());
  for (std::size_t stage = 0; stage < stages; ++stage) {
    const std::int16_t* own = contents_.weights.data() + stage * space_->parameters();
    for (const std::uint32_t parameter : parameter_of) expanded_.push_back(own[parameter]);
  }
}

int PatternValues::sum_of_contents(const std::uint64_t* own, const std::uint64_t* other,
                                   std::size_t stage) const {
  std::array<std::int16_t, kMostLanes> distances;
  space_->find(own, other, distances.data());
  const auto origins = space_->origins();
  const std::int16_t* table = weights(stage);
  int sum = 0;
  for (std::size_t i = 0; i < origins.size(); ++i) {
    sum += table[static_cast<std::ptrdiff_t>(origins[i]) + distances[i]];
  }
  return sum;
}

}  // namespace katachi
