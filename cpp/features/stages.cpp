#include "features/stages.h"

#include <algorithm>

namespace katachi {

void StageSurvey::take(const BoardView& view) {
  const auto stones = static_cast<std::uint32_t>(
      cells_ - std::count(view.content.begin(), view.content.begin() + cells_,
                          static_cast<std::uint8_t>(Content::empty)));
  const auto cells = static_cast<std::uint32_t>(cells_);
  stage = std::min(stones * Stages::kStages / cells, Stages::kStages - 1);
}

std::span<const std::uint32_t> Stages::features_at(Move) const {
  static constexpr std::uint32_t kOnly = 0;
  return std::span(&kOnly, 1);
}

std::unique_ptr<Survey> Stages::make_survey() const {
  return std::make_unique<StageSurvey>(topology_.cells());
}

}  // namespace katachi
