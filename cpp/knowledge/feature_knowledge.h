// Feature weights as knowledge, for every game of the core.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <memory>
#include <utility>

#include "games/move_numbers.h"
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
    if constexpr (requires { position.cell_of(Move{}); }) {
      std::array<Move, kMaxCells + 1> cells;
      std::copy(moves.begin(), moves.end(), cells.begin());
      turn_into_cells(position, {cells.data(), moves.size()});
      weights_->strengths(BoardView(position), {cells.data(), moves.size()}, strengths);
    } else {
      weights_->strengths(BoardView(position), moves, strengths);
    }
  }
  [[nodiscard]] typename Knowledge<P>::Shortcut shortcut() const override {
    return {.bit_shapes = bits_.get()};
  }

 private:
  std::shared_ptr<const FeatureWeights> weights_;
  std::unique_ptr<const BitShapes> bits_;
};

}  // namespace katachi
