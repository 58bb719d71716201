// Several feature sets as one: a position and a move to a team.
//
// Features are numbered through, moves sorted into groups by the features that apply to them; in
// Othello with shapes a group is a class of cells.
#pragma once

#include <memory>
#include <span>
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

  // How many features of a set apply to a move.
  [[nodiscard]] std::uint32_t places(Move move, std::size_t set) const {
    return places_[move * sets_.size() + set];
  }

 private:
  Sets sets_;
  std::vector<std::size_t> group_of_;  // by move
  std::vector<std::uint32_t> places_;  // by move and set
  std::size_t longest_ = 0;
};

// Encodes one position after the other, with the surveys of one thread.
class PositionEncoder {
 public:
  explicit PositionEncoder(const Encoder& encoder);

  // The view stays alive until the next one is looked at.
  void look_at(const BoardView& view) {
    view_ = &view;
    for (const auto& survey : surveys_) {
      if (survey) survey->take(view);
    }
  }
  // The same if all these moves will be encoded, which is then faster.
  void look_at(const BoardView& view, std::span<const Move> moves) {
    look_at(view);
    for (const auto& survey : surveys_) {
      if (survey) survey->expect(moves);
    }
  }
  // One level for each feature of group_of(move). Precondition: a view was looked at.
  void encode(Move move, std::uint32_t* out) const {
    const auto& sets = encoder_.sets();
    for (std::size_t s = 0; s < sets.size(); ++s) {
      const std::uint32_t places = encoder_.places(move, s);
      if (places == 0) continue;
      sets[s]->levels(*view_, surveys_[s].get(), move, out);
      out += places;
    }
  }

 private:
  const Encoder& encoder_;
  std::vector<std::unique_ptr<Survey>> surveys_;  // by set
  const BoardView* view_ = nullptr;
};

}  // namespace katachi
