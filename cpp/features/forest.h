// A decision forest as features: one feature per tree, the leaf that a move reaches is its level.
//
// FOREST chapter 3; see query.h and descent.h. Trees of several query systems may stand in one
// forest. A pass or swap has no level.
#pragma once

#include <memory>
#include <vector>

#include "features/decision_tree.h"
#include "features/feature_set.h"
#include "features/tree_plan.h"

namespace katachi {

class Forest final : public FeatureSet {
 public:
  // Throws std::invalid_argument if there is no tree.
  Forest(const Topology& topology, std::vector<DecisionTree> trees);

  [[nodiscard]] const Topology& topology() const override { return topology_; }
  [[nodiscard]] std::size_t feature_count() const override { return trees_.size(); }
  [[nodiscard]] std::uint32_t level_count(std::size_t feature) const override {
    return trees_[feature].leaf_count();
  }
  [[nodiscard]] std::span<const std::uint32_t> features_at(Move move) const override;
  [[nodiscard]] std::unique_ptr<Survey> make_survey() const override;
  void levels(const BoardView& view, const Survey* survey, Move move,
              std::uint32_t* out) const override;

  [[nodiscard]] const DecisionTree& tree(std::size_t i) const { return trees_[i]; }

  // What a descent found: the leaf, and the cell (or cells + side) of every discovered node of the
  // first branch that reached it.
  struct Trace {
    std::uint32_t leaf = 0;
    std::vector<std::uint16_t> nodes;
    std::size_t branches = 0;
    bool cut = false;
  };
  [[nodiscard]] Trace trace(const BoardView& view, std::size_t tree, Cell move) const;

 private:
  const Topology& topology_;
  std::vector<DecisionTree> trees_;
  std::vector<TreePlan> plans_;          // the same, for descents
  std::vector<std::uint32_t> features_;  // 0, 1, 2, ...
};

}  // namespace katachi
