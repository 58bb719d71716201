// Weights of local patterns (games/connection/local_pattern.h) for the cells of one board: one
// look-up per cell. The special move weighs as much as a pattern that was never seen.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "games/connection/local_pattern.h"
#include "knowledge/knowledge.h"

namespace katachi {

// Positions on boards of hexagons whose cells know the stones around them.
template <class P>
concept HasLocalPatterns = OnBoard<P> && requires(const P& position) {
  []<int kCapacity>(const ConnectionBoard<kCapacity>&) {}(position.board());
};

template <HasLocalPatterns P>
class LocalPatternKnowledge;

class LocalPatternWeights {
 public:
  template <class P>
  using Speaking = LocalPatternKnowledge<P>;

  // `strengths` by class (the smallest code); patterns of other classes get `other`.
  LocalPatternWeights(const Topology& topology, std::span<const PatternCode> classes,
                      std::span<const float> strengths, float other)
      : surroundings_(topology), other_(other) {
    std::vector<std::pair<PatternCode, float>> known;
    for (std::size_t i = 0; i < classes.size(); ++i) known.emplace_back(classes[i], strengths[i]);
    std::sort(known.begin(), known.end());
    shape_.assign(static_cast<std::size_t>(topology.cells()), 0);
    std::vector<unsigned> edges;  // by shape
    for (Cell cell = 0; cell < topology.cells(); ++cell) {
      const unsigned edge = surroundings_.edge(cell);
      const auto found = std::find(edges.begin(), edges.end(), edge);
      shape_[cell] = static_cast<std::uint32_t>(found - edges.begin()) << 12U;
      if (found == edges.end()) edges.push_back(edge);
    }
    strengths_.reserve(edges.size() << 12U);
    for (const unsigned edge : edges) {
      for (PatternCode stones = 0; stones < 4096; ++stones) {
        const PatternCode name = class_of(stones | (edge << 12U));
        const auto at = std::lower_bound(known.begin(), known.end(), name,
                                         [](const auto& a, PatternCode b) { return a.first < b; });
        strengths_.push_back(at != known.end() && at->first == name ? at->second : other);
      }
    }
  }

  void check(const AskedBoard& board) const {
    if (board.topology == &surroundings_.topology()) return;
    throw std::invalid_argument("the local patterns are for another board");
  }

  // All entries, so that a policy can keep them in a form of its own.
  [[nodiscard]] const std::vector<float>& strengths() const { return strengths_; }
  // The strength of a pattern that was never seen.
  [[nodiscard]] float other() const { return other_; }

  // The entry of an empty cell for a player to move.
  template <int kCapacity>
  [[nodiscard]] std::size_t entry(const ConnectionBoard<kCapacity>& board, Cell cell,
                                  Color color) const {
    const Color opposing = opponent(color);
    const unsigned own = board.around(color, cell) | surroundings_.beyond(color, cell);
    const unsigned others = board.around(opposing, cell) | surroundings_.beyond(opposing, cell);
    return shape_[cell] | own | (others << 6U);
  }

 private:
  LocalSurroundings surroundings_;
  float other_;
  std::vector<std::uint32_t> shape_;  // by cell, times 4096
  std::vector<float> strengths_;      // [shape][other][own]
};

template <HasLocalPatterns P>
class LocalPatternKnowledge final : public Knowledge<P> {
 public:
  explicit LocalPatternKnowledge(std::shared_ptr<const LocalPatternWeights> weights)
      : weights_(std::move(weights)) {}

  void strengths(const P& position, std::span<const Move> moves,
                 std::span<float> strengths) const override {
    const auto cells = static_cast<std::size_t>(position.topology().cells());
    const Color player = position.to_move();
    const std::vector<float>& known = weights_->strengths();
    for (std::size_t i = 0; i < moves.size(); ++i) {
      strengths[i] = moves[i] < cells ? known[weights_->entry(position.board(), moves[i], player)]
                                      : weights_->other();
    }
  }
  [[nodiscard]] typename Knowledge<P>::Shortcut shortcut() const override {
    return {.patterns = weights_.get()};
  }

 private:
  std::shared_ptr<const LocalPatternWeights> weights_;
};

}  // namespace katachi
