// Several feature sets as one: a position and a move to a team.
//
// Features are numbered through, moves sorted into groups by the features that apply to them; in
// Othello with shapes a group is a class of cells.
#pragma once

#include <memory>
#include <vector>

#include "features/feature_set.h"
#include "features/team_format.h"

namespace katachi {

class Encoder final : public TeamFormat {
 public:
  using Sets = std::vector<std::shared_ptr<const FeatureSet>>;

  // Throws std::invalid_argument if the sets belong to different boards or there are none.
  explicit Encoder(Sets sets);

  [[nodiscard]] const Topology& topology() const { return sets_.front()->topology(); }
  [[nodiscard]] const Sets& sets() const { return sets_; }
  [[nodiscard]] std::size_t group_of(Move move) const { return group_of_[move]; }
  // Features of the largest group.
  [[nodiscard]] std::size_t longest_group() const { return longest_; }

  // One level for each feature of group_of(move).
  void encode(const BoardView& view, Move move, std::uint32_t* out) const {
    for (std::size_t s = 0; s < sets_.size(); ++s) {
      const std::uint32_t places = places_[move * sets_.size() + s];
      if (places == 0) continue;
      sets_[s]->levels(view, move, out);
      out += places;
    }
  }

 private:
  Sets sets_;
  std::vector<std::size_t> group_of_;  // by move
  std::vector<std::uint32_t> places_;  // by move and set: how many features apply
  std::size_t longest_ = 0;
};

}  // namespace katachi
