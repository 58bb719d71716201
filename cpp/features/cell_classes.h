// Cell classes: one feature whose level is the class of equivalent cells a move belongs to.
//
// The classes are the orbits of the board's symmetries that keep colours, numbered in the order of
// their first cells. Pass and swap have no level. CELLS weighs exactly this feature.
#pragma once

#include <vector>

#include "features/feature_set.h"

namespace katachi {

class CellClasses final : public FeatureSet {
 public:
  explicit CellClasses(const Topology& topology);

  [[nodiscard]] const Topology& topology() const override { return topology_; }
  [[nodiscard]] std::size_t feature_count() const override { return 1; }
  [[nodiscard]] std::uint32_t level_count(std::size_t) const override { return classes_; }
  [[nodiscard]] std::span<const std::uint32_t> features_at(Move move) const override;
  void levels(const BoardView&, const Survey*, Move move, std::uint32_t* out) const override {
    *out = class_of_[move];
  }

 private:
  const Topology& topology_;
  std::vector<std::uint32_t> class_of_;  // by cell
  std::uint32_t classes_ = 0;
};

}  // namespace katachi
