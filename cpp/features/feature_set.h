// A feature set: what a move looks like, as levels of features.
//
// A feature is a question about (position, move), a level one of its answers; a move has at most
// one level of each feature. Which features apply to a move depends on its number alone, never on
// the position: moves with the same features form a group, and their levels can be stored in
// columns. Features that do not apply, passes and swaps for instance, simply have no level.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "features/board_view.h"

namespace katachi {

class FeatureSet {
 public:
  FeatureSet() = default;
  FeatureSet(const FeatureSet&) = delete;
  FeatureSet& operator=(const FeatureSet&) = delete;
  virtual ~FeatureSet() = default;

  [[nodiscard]] virtual const Topology& topology() const = 0;
  [[nodiscard]] virtual std::size_t feature_count() const = 0;
  // Levels are 0 .. level_count - 1.
  [[nodiscard]] virtual std::uint32_t level_count(std::size_t feature) const = 0;
  // Whether level 0 means "nothing to say" and keeps strength 1.
  [[nodiscard]] virtual bool has_baseline(std::size_t) const { return false; }
  // Ascending; `move` is a cell or the special move `cells`.
  [[nodiscard]] virtual std::span<const std::uint32_t> features_at(Move move) const = 0;
  // Writes one level for each of features_at(move), in that order. Precondition: there is one.
  // Thread-safe.
  virtual void levels(const BoardView& view, Move move, std::uint32_t* out) const = 0;
};

}  // namespace katachi
