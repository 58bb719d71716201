// Features whose levels weigh something else in every stage of the game.
//
// The features are those of another set; each of their levels becomes one level for each stage, by
// how full the board is (stages.h), so that any learner finds weights by stage. A level 0 that says
// nothing stays one level. Rare levels become rarer: with s stages a level has a share of 1 / s of
// its appearances in each.
#pragma once

#include <memory>
#include <vector>

#include "features/feature_set.h"

namespace katachi {

class ByStage final : public FeatureSet {
 public:
  static constexpr std::uint32_t kMostStages = 64;
  static constexpr std::uint32_t kMaxLevels = 1U << 26U;

  // Throws std::invalid_argument for a number of stages out of range, for features that are by
  // stage already, and for features with too many levels.
  ByStage(std::shared_ptr<const FeatureSet> features, std::uint32_t stages);

  [[nodiscard]] const FeatureSet& features() const { return *features_; }
  [[nodiscard]] std::uint32_t stages() const { return stages_; }

  [[nodiscard]] const Topology& topology() const override { return features_->topology(); }
  [[nodiscard]] std::size_t feature_count() const override { return counts_.size(); }
  [[nodiscard]] std::uint32_t level_count(std::size_t feature) const override {
    return level_of(feature, stages_ - 1, counts_[feature] - 1) + 1;
  }
  [[nodiscard]] bool has_baseline(std::size_t feature) const override {
    return features_->has_baseline(feature);
  }
  [[nodiscard]] std::span<const std::uint32_t> features_at(Move move) const override {
    return features_->features_at(move);
  }
  [[nodiscard]] std::unique_ptr<Survey> make_survey() const override;
  void levels(const BoardView& view, const Survey* survey, Move move,
              std::uint32_t* out) const override;

  // The level here of a level of the other set: stages come one after the other.
  [[nodiscard]] std::uint32_t level_of(std::size_t feature, std::uint32_t stage,
                                       std::uint32_t level) const {
    if (!features_->has_baseline(feature)) return stage * counts_[feature] + level;
    return level == 0 ? 0 : stage * (counts_[feature] - 1) + level;
  }

 private:
  std::shared_ptr<const FeatureSet> features_;
  std::uint32_t stages_;
  std::vector<std::uint32_t> counts_;  // levels of the other set, by feature
};

}  // namespace katachi
