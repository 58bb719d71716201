// Cell weights: one strength per move number, whatever the position (CELLS). For every game.
#pragma once

#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "knowledge/knowledge.h"

namespace katachi {

template <class P>
class CellKnowledge;

class CellWeights {
 public:
  template <class P>
  using Speaking = CellKnowledge<P>;

  explicit CellWeights(std::vector<float> by_move) : by_move_(std::move(by_move)) {}

  [[nodiscard]] const std::vector<float>& by_move() const { return by_move_; }

  void check(const AskedBoard& board) const {
    if (by_move_.size() == board.moves) return;
    throw std::invalid_argument("cell weights must have one number per move, that is " +
                                std::to_string(board.moves) + ", not " +
                                std::to_string(by_move_.size()));
  }

 private:
  std::vector<float> by_move_;
};

template <class P>
class CellKnowledge final : public Knowledge<P> {
 public:
  explicit CellKnowledge(std::shared_ptr<const CellWeights> weights)
      : weights_(std::move(weights)) {}

  void strengths(const P&, std::span<const Move> moves, std::span<float> strengths) const override {
    const float* const by_move = weights_->by_move().data();
    for (std::size_t i = 0; i < moves.size(); ++i) strengths[i] = by_move[moves[i]];
  }
  [[nodiscard]] typename Knowledge<P>::Shortcut shortcut() const override {
    return {.by_move = weights_->by_move()};
  }

 private:
  std::shared_ptr<const CellWeights> weights_;
};

}  // namespace katachi
