// Tactical features: questions about a move whose answers need rules, not only contents of cells.
//
// Every feature has a level 0, "nothing to say", with strength 1, and of the others the highest
// that applies (FOREST 5.3). One set per game: games/go/tactics.h has table 5.1 of the thesis, the
// others are its counterparts. Features that look at the last moves can be left out (FOREST 5.10).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "features/feature_set.h"
#include "games/any_position.h"

namespace katachi {

// A feature with the names of its levels; the first names the baseline.
struct TacticalFeature {
  enum class About : std::uint8_t { cell, special_move };

  std::string name;
  std::vector<std::string> levels;
  About about = About::cell;
};

class Tactics : public FeatureSet {
 public:
  [[nodiscard]] const Topology& topology() const final { return topology_; }
  [[nodiscard]] std::size_t feature_count() const final { return features_.size(); }
  [[nodiscard]] std::uint32_t level_count(std::size_t feature) const final {
    return static_cast<std::uint32_t>(features_[feature].levels.size());
  }
  [[nodiscard]] bool has_baseline(std::size_t) const final { return true; }
  [[nodiscard]] std::span<const std::uint32_t> features_at(Move move) const final {
    return move < topology_.cells() ? of_cells_ : of_special_move_;
  }

  [[nodiscard]] const std::vector<TacticalFeature>& features() const { return features_; }
  [[nodiscard]] bool history() const { return history_; }

 protected:
  // `history`: whether the features that look at the last moves are among them.
  Tactics(const Topology& topology, std::vector<TacticalFeature> features, bool history);

 private:
  const Topology& topology_;
  std::vector<TacticalFeature> features_;
  bool history_;
  std::vector<std::uint32_t> of_cells_, of_special_move_;
};

// The set of a game, stated for its position types in games/<game>/tactics.h:
//   static std::shared_ptr<Tactics> make(const P& start, bool history)
// Games without tactical features state nothing.
template <class P>
struct TacticsOf {};

// The set of the game that is played here. Without `history` the features that measure the distance
// to the last moves are left out. Throws std::invalid_argument if the game has none.
std::shared_ptr<Tactics> make_tactics(const AnyPosition& position, bool history);

}  // namespace katachi
