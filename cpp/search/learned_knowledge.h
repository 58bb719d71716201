// Learned weights as knowledge of the search, for every game of the core.
#pragma once

#include <memory>
#include <utility>

#include "features/bit_shapes.h"
#include "features/learned_weights.h"
#include "search/knowledge.h"

namespace katachi {

template <class P>
class LearnedKnowledge final : public Knowledge<P> {
 public:
  // Precondition: the weights belong to the board of the positions.
  explicit LearnedKnowledge(std::shared_ptr<const LearnedWeights> weights)
      : weights_(std::move(weights)), bits_(BitShapes::of(*weights_)) {}

  void strengths(const P& position, std::span<const Move> moves,
                 std::span<float> strengths) const override {
    if constexpr (requires {
                    { position.discs(Color::black) } -> std::same_as<std::uint64_t>;
                  }) {
      if (bits_) {
        const Color player = position.to_move();
        return bits_->strengths(position.discs(player), position.discs(opponent(player)), moves,
                                strengths);
      }
    }
    weights_->strengths(BoardView(position), moves, strengths);
  }
  [[nodiscard]] const BitShapes* bit_shapes() const override { return bits_.get(); }

 private:
  std::shared_ptr<const LearnedWeights> weights_;
  std::unique_ptr<const BitShapes> bits_;
};

}  // namespace katachi
