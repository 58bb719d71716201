// The stage of the game: one feature, whose level is how full the board is.
//
// All moves of a position have the same level, so in the plain Bradley-Terry model it says nothing:
// it cancels. With factorization it makes every other weight depend on the stage, as w_i + <v_i,
// v_stage>: an edge pattern may be worth more in the endgame than in the opening. Without
// factorization, by_stage.h gives the levels of other features a weight in each stage.
#pragma once

#include <algorithm>

#include "features/feature_set.h"

namespace katachi {

// The stage of a board with so many stones, if its cells are shared out among `stages` of them.
inline std::uint32_t stage_of(std::uint32_t stones, std::uint32_t cells, std::uint32_t stages) {
  return std::min(stones * stages / cells, stages - 1);
}

// The same of a board that somebody looks at.
std::uint32_t stage_of(const BoardView& view, int cells, std::uint32_t stages);

class StageSurvey final : public Survey {
 public:
  explicit StageSurvey(int cells) : cells_(cells) {}
  void take(const BoardView& view) override;

  std::uint32_t stage = 0;

 private:
  int cells_;
};

class Stages final : public FeatureSet {
 public:
  // Sixteenths of the board: four plies each in Othello.
  static constexpr std::uint32_t kStages = 16;

  explicit Stages(const Topology& topology) : topology_(topology) {}

  [[nodiscard]] const Topology& topology() const override { return topology_; }
  [[nodiscard]] std::size_t feature_count() const override { return 1; }
  [[nodiscard]] std::uint32_t level_count(std::size_t) const override { return kStages; }
  [[nodiscard]] std::span<const std::uint32_t> features_at(Move move) const override;
  [[nodiscard]] std::unique_ptr<Survey> make_survey() const override;
  void levels(const BoardView&, const Survey* survey, Move, std::uint32_t* out) const override {
    *out = static_cast<const StageSurvey*>(survey)->stage;
  }

 private:
  const Topology& topology_;
};

}  // namespace katachi
