// Feature weights as knowledge, for every game of the core.
#pragma once

#include <concepts>
#include <memory>
#include <utility>

#include "knowledge/bit_shapes.h"
#include "knowledge/feature_weights.h"
#include "knowledge/knowledge.h"

namespace katachi {

template <OnBoard P>
class FeatureKnowledge final : public Knowledge<P> {
 public:
  // Precondition: the weights belong to the board of the positions.
  explicit FeatureKnowledge(std::shared_ptr<const FeatureWeights> weights)
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
  [[nodiscard]] typename Knowledge<P>::Shortcut shortcut() const override {
    return {.bit_shapes = bits_.get()};
  }

 private:
  std::shared_ptr<const FeatureWeights> weights_;
  std::unique_ptr<const BitShapes> bits_;
};

}  // namespace katachi
