#include "features/encoder.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

namespace katachi {

Encoder::Encoder(Sets sets) : sets_(std::move(sets)) {
  if (sets_.empty()) throw std::invalid_argument("at least one feature set is needed");
  for (const auto& set : sets_) {
    if (&set->topology() != &sets_.front()->topology()) {
      throw std::invalid_argument("the feature sets belong to different boards");
    }
    for (std::size_t f = 0; f < set->feature_count(); ++f) {
      add_feature(set->level_count(f), set->has_baseline(f));
    }
  }
  std::map<Features, std::size_t> known;
  for (Move move = 0; move <= topology().cells(); ++move) {
    Features features;
    std::uint32_t first = 0;
    for (const auto& set : sets_) {
      const auto here = set->features_at(move);
      places_.push_back(static_cast<std::uint32_t>(here.size()));
      for (const std::uint32_t f : here) features.push_back(first + f);
      first += static_cast<std::uint32_t>(set->feature_count());
    }
    longest_ = std::max(longest_, features.size());
    auto entry = known.find(features);
    if (entry == known.end()) entry = known.emplace(features, add_group(features)).first;
    group_of_.push_back(entry->second);
  }
}

PositionEncoder::PositionEncoder(const Encoder& encoder) : encoder_(encoder) {
  for (const auto& set : encoder.sets()) surveys_.push_back(set->make_survey());
}

}  // namespace katachi
