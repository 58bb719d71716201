#include "features/stages.h"

#include <algorithm>

namespace katachi {

std::uint32_t stage_of(const BoardView& view, int cells, std::uint32_t stages) {
  const auto empty = std::count(view.content.begin(), view.content.begin() + cells,
                                static_cast<std::uint8_t>(Content::empty));
  return stage_of(static_cast<std::uint32_t>(cells - empty), static_cast<std::uint32_t>(cells),
                  stages);
}

void StageSurvey::take(const BoardView& view) { stage = stage_of(view, cells_, Stages::kStages); }

std::span<const std::uint32_t> Stages::features_at(Move) const {
  static constexpr std::uint32_t kOnly = 0;
  return std::span(&kOnly, 1);
}

std::unique_ptr<Survey> Stages::make_survey() const {
  return std::make_unique<StageSurvey>(topology_.cells());
}

}  // namespace katachi
