// The form of teams: features with their levels, and the groups of features that come together.
//
// Level numbers are local to their feature; level_begin() gives their place in one long array of
// weights. Every team belongs to one group and has one level of each of its features.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace katachi {

class TeamFormat {
 public:
  using Features = std::vector<std::uint32_t>;

  TeamFormat() = default;
  // `groups`: features, ascending, each below level_counts.size().
  TeamFormat(const std::vector<std::uint32_t>& level_counts, std::vector<Features> groups)
      : groups_(std::move(groups)) {
    for (const std::uint32_t count : level_counts) add_feature(count, false);
  }

  // The same features with the same levels in the same groups, as those of another size of a board
  // may be.
  [[nodiscard]] bool same_as(const TeamFormat& other) const {
    return this == &other || (level_counts_ == other.level_counts_ &&
                              baselines_ == other.baselines_ && groups_ == other.groups_);
  }

  [[nodiscard]] std::size_t feature_count() const { return level_counts_.size(); }
  [[nodiscard]] std::uint32_t level_count(std::size_t feature) const {
    return level_counts_[feature];
  }
  // Whether level 0 keeps strength 1.
  [[nodiscard]] bool has_baseline(std::size_t feature) const { return baselines_[feature]; }
  // Where the levels of a feature begin among all levels.
  [[nodiscard]] std::size_t level_begin(std::size_t feature) const { return begins_[feature]; }
  [[nodiscard]] std::size_t total_levels() const { return begins_.back(); }

  [[nodiscard]] std::size_t group_count() const { return groups_.size(); }
  [[nodiscard]] const Features& features(std::size_t group) const { return groups_[group]; }

 protected:
  void add_feature(std::uint32_t level_count, bool has_baseline) {
    level_counts_.push_back(level_count);
    baselines_.push_back(has_baseline);
    begins_.push_back(begins_.back() + level_count);
  }
  std::size_t add_group(Features features) {
    groups_.push_back(std::move(features));
    return groups_.size() - 1;
  }

 private:
  std::vector<std::uint32_t> level_counts_;
  std::vector<bool> baselines_;
  std::vector<std::size_t> begins_{0};
  std::vector<Features> groups_;
};

}  // namespace katachi
