// A network that sees planes, run by somebody outside the core.
//
// `evaluate` turns the inputs of some positions, one after the other, into as many times
// planes->places() logits; it may be called from several threads. Strengths are exp(logit), the
// largest 1. All positions of a batch go to the network in one call.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "knowledge/knowledge.h"
#include "knowledge/planes.h"

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
      to_strengths(questions[q], logits.data() + q * planes.places());
    }
  }

 private:
  void to_strengths(const Question& question, const float* logits) const {
    const Color player = question.position->to_move();
    float highest = -std::numeric_limits<float>::infinity();
    for (std::size_t i = 0; i < question.moves.size(); ++i) {
      const float logit = logits[network_->planes->place_of(question.moves[i], player)];
      if (!std::isfinite(logit)) throw std::invalid_argument("the network gives no finite number");
      question.strengths[i] = logit;
      highest = std::max(highest, logit);
    }
    for (float& strength : question.strengths) strength = std::exp(strength - highest);
  }

  std::shared_ptr<const PlaneNetwork> network_;
};

}  // namespace katachi
