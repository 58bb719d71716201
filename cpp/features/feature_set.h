// A feature set: what a move looks like, as levels of features.
//
// A feature is a question about (position, move), a level one of its answers; a move has at most
// one level of each feature. Which features apply to a move depends on its number alone, never on
// the position: moves with the same features form a group, and their levels can be stored in
// columns. Features that do not apply, passes and swaps for instance, simply have no level.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "features/board_view.h"

namespace katachi {

// What a feature set works out once about a position before it is asked for levels of moves:
// chains, distances, ladders. A survey is made once for a thread and serves one position after the
// other.
class Survey {
 public:
  Survey() = default;
  Survey(const Survey&) = delete;
  Survey& operator=(const Survey&) = delete;
  virtual ~Survey() = default;
  // The view stays alive until the next one is taken.
  virtual void take(const BoardView& view) = 0;
  // Says which moves of the view will be asked for, so that what they need can be worked out for
  // all of them at once. Levels of other moves may be asked for all the same.
  virtual void expect(std::span<const Move>) {}
};

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
  // Null if the set needs none.
  [[nodiscard]] virtual std::unique_ptr<Survey> make_survey() const { return nullptr; }
  // Writes one level for each of features_at(move), in that order. Preconditions: there is one; the
  // survey, if the set makes any, has taken the view. Thread-safe, each thread with its own survey.
  virtual void levels(const BoardView& view, const Survey* survey, Move move,
                      std::uint32_t* out) const = 0;
};

}  // namespace katachi
