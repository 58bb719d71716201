#include "features/by_stage.h"

#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "features/stages.h"

namespace katachi {
namespace {

class ByStageSurvey final : public Survey {
 public:
  ByStageSurvey(const Topology& topology, std::unique_ptr<Survey> survey, std::uint32_t stages)
      : inner(std::move(survey)), cells_(topology.cells()), stages_(stages) {}

  void take(const BoardView& view) override {
    stage = stage_of(view, cells_, stages_);
    if (inner) inner->take(view);
  }
  void expect(std::span<const Move> moves) override {
    if (inner) inner->expect(moves);
  }

  std::unique_ptr<Survey> inner;  // of the other set; null if it needs none
  std::uint32_t stage = 0;

 private:
  int cells_;
  std::uint32_t stages_;
};

}  // namespace

ByStage::ByStage(std::shared_ptr<const FeatureSet> features, std::uint32_t stages)
    : features_(std::move(features)), stages_(stages) {
  if (stages < 2 || stages > kMostStages) {
    throw std::invalid_argument("there must be 2 to " + std::to_string(kMostStages) +
                                " stages, not " + std::to_string(stages));
  }
  if (dynamic_cast<const ByStage*>(features_.get()) != nullptr) {
    throw std::invalid_argument("these features are by stage already");
  }
  for (std::size_t f = 0; f < features_->feature_count(); ++f) {
    counts_.push_back(features_->level_count(f));
    if (counts_.back() > kMaxLevels / stages) {
      throw std::invalid_argument("a feature of " + std::to_string(counts_.back()) +
                                  " levels has too many of them in " + std::to_string(stages) +
                                  " stages");
    }
  }
}

std::unique_ptr<Survey> ByStage::make_survey() const {
  return std::make_unique<ByStageSurvey>(topology(), features_->make_survey(), stages_);
}

void ByStage::levels(const BoardView& view, const Survey* survey, Move move,
                     std::uint32_t* out) const {
  const auto& taken = static_cast<const ByStageSurvey&>(*survey);
  features_->levels(view, taken.inner.get(), move, out);
  const auto here = features_at(move);
  for (std::size_t i = 0; i < here.size(); ++i) out[i] = level_of(here[i], taken.stage, out[i]);
}

}  // namespace katachi
