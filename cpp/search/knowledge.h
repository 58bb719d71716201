// Knowledge: anything that gives strengths to the moves of a position.
//
// One interface for bias, widening order, initial visits and playout weights. Strengths are
// positive; only their ratios matter. A virtual call per expanded node is nothing beside the
// expansion.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "games/position.h"

namespace katachi {

class BitShapes;

template <class P>
class Knowledge {
 public:
  Knowledge() = default;
  Knowledge(const Knowledge&) = delete;
  Knowledge& operator=(const Knowledge&) = delete;
  virtual ~Knowledge() = default;
  // Fills strengths [moves], one for each move. Called from several threads at once.
  virtual void strengths(const P& position, std::span<const Move> moves,
                         std::span<float> strengths) const = 0;
  // Several positions at once, for knowledge that is cheaper so.
  struct Question {
    const P* position;
    std::span<const Move> moves;
    std::span<float> strengths;
  };
  virtual void answer(std::span<const Question> questions) const {
    for (const Question& one : questions) strengths(*one.position, one.moves, one.strengths);
  }
  // The strengths again, for playouts that read bitboards themselves; null if they cannot.
  [[nodiscard]] virtual const BitShapes* bit_shapes() const { return nullptr; }
};

// One strength per move number, whatever the position: the cell weights of CELLS.
template <class P>
class CellStrengths final : public Knowledge<P> {
 public:
  explicit CellStrengths(std::vector<float> by_move) : by_move_(std::move(by_move)) {}
  void strengths(const P&, std::span<const Move> moves, std::span<float> strengths) const override {
    for (std::size_t i = 0; i < moves.size(); ++i) strengths[i] = by_move_[moves[i]];
  }

 private:
  std::vector<float> by_move_;
};

}  // namespace katachi
