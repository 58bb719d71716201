// A network that sees planes, run by somebody outside the core.
//
// `evaluate` turns the inputs of some positions, one after the other, into as many times
// planes->places() logits; it may be called from several threads. Strengths are exp(logit), the
// largest 1. All positions of a batch go to the network in one call.
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "knowledge/knowledge.h"
#include "knowledge/planes.h"
#include "knowledge/strengths_of_logits.h"

namespace katachi {

template <OnBoard P>
class PlaneKnowledge;

struct PlaneNetwork {
  template <class P>
  using Speaking = PlaneKnowledge<P>;

  std::shared_ptr<const Planes> planes;
  std::function<void(std::span<float> inputs, std::span<float> logits)> evaluate;

  void check(const AskedBoard& board) const {
    if (board.topology == &planes->topology()) return;
    throw std::invalid_argument("the network is for another board");
  }
};

template <OnBoard P>
class PlaneKnowledge final : public Knowledge<P> {
 public:
  using Question = typename Knowledge<P>::Question;

  // Precondition: the network belongs to the board of the positions.
  explicit PlaneKnowledge(std::shared_ptr<const PlaneNetwork> network)
      : network_(std::move(network)) {}

  void strengths(const P& position, std::span<const Move> moves,
                 std::span<float> strengths) const override {
    const Question question{&position, moves, strengths};
    answer({&question, 1});
  }

  void answer(std::span<const Question> questions) const override {
    if (questions.empty()) return;
    const Planes& planes = *network_->planes;
    // Beside a call of the network two allocations are nothing.
    std::vector<float> inputs(questions.size() * planes.inputs());
    std::vector<float> logits(questions.size() * planes.places());
    for (std::size_t q = 0; q < questions.size(); ++q) {
      planes.fill(BoardView(*questions[q].position), inputs.data() + q * planes.inputs());
    }
    network_->evaluate(inputs, logits);
    for (std::size_t q = 0; q < questions.size(); ++q) {
      const Question& one = questions[q];
      strengths_of_logits(planes, one.position->to_move(), one.moves,
                          logits.data() + q * planes.places(), one.strengths);
    }
  }

 private:
  std::shared_ptr<const PlaneNetwork> network_;
};

}  // namespace katachi
