// A residual network with a policy and a value head that the core runs itself (decision 0019).
//
// planes -> convolution -> blocks -> features, channels each 0 to 16 (knowledge/convolution.h):
//
//   block:   y = ReLU(convolution(x) + pool * means of x over the board)
//            x = ReLU(x + convolution(y))
//   policy:  logit of a cell = its features, weighed
//   pooled:  h = ReLU(hidden weights * means of x + biases); margin, log spread and the logit of
//   the
//            special move (pass, swap) = h, weighed
//   value:   1 / (1 + exp(-(margin - handicap) / exp(log spread)))
//
// The margin is what the player to move is ahead by, in points where the game has points, before
// what the second player gets for moving second (komi), which is the handicap: so one network
// serves every komi. ReLU has a ceiling of 16 - 1/256.
//
// The layers are exact in whole numbers; the few sums of the pooled part are made in single
// precision in a fixed order. So strengths and values are the same on every machine, as far as its
// library rounds exp of a double to the same float.
//
// The network remembers its last evaluations: a leaf is judged at its first visit and asked for the
// priors of its children at a later one, and different moves lead to the same position. One object
// may be used by many threads.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "features/board_view.h"
#include "knowledge/convolution.h"
#include "knowledge/evaluation_memory.h"
#include "knowledge/knowledge.h"
#include "knowledge/planes.h"
#include "knowledge/strengths_of_logits.h"
#include "knowledge/value.h"

namespace katachi {

template <OnBoard P>
class PolicyValueKnowledge;

class PolicyValueNetwork {
 public:
  template <class P>
  using Speaking = PolicyValueKnowledge<P>;

  static constexpr std::size_t kMostChannels = 256;
  static constexpr std::size_t kMostBlocks = 64;
  static constexpr std::size_t kMostHidden = 256;

  // Weights of a convolution in rows: [outputs][inputs][3][3], and biases [outputs] with kFraction
  // + shift binary places.
  struct Layer {
    int shift = 0;
    std::vector<std::int16_t> weights;
    std::vector<std::int32_t> biases;
  };
  struct Block {
    Layer first;
    std::vector<std::int16_t> pool;  // [channels][channels], to y from x; the shift of `first`
    Layer second;
  };
  struct Parts {
    Layer input;
    std::vector<Block> blocks;
    int policy_shift = 0;
    std::vector<std::int16_t> policy;  // [channels]
    std::int32_t policy_bias = 0;      // kFraction + policy_shift binary places
    std::vector<float> hidden;         // [hidden][channels]
    std::vector<float> hidden_biases;  // [hidden]
    std::vector<float> outputs;        // [3][hidden]: margin, log spread, special move
    std::array<float, 3> output_biases{};
  };

  // Throws std::invalid_argument if parts do not fit each other or a sum could leave 32 bits.
  PolicyValueNetwork(std::shared_ptr<const Planes> planes, const Parts& parts);

  [[nodiscard]] const Planes& planes() const { return *planes_; }
  [[nodiscard]] std::size_t channels() const { return channels_; }
  void check(const AskedBoard& board) const {
    if (board.topology == &planes_->topology()) return;
    throw std::invalid_argument("the network is for another board");
  }

  // What the network says of a position, for the player to move.
  struct Answer {
    float margin = 0.0F;
    float log_spread = 0.0F;
    std::span<float> logits;  // [planes().places()]; filled unless empty
  };
  void ask(const BoardView& view, Answer& answer) const;
  // The same of planes as they are filled, planes().inputs() numbers.
  void ask(std::span<const float> planes, Answer& answer) const;

  // The probability that the player to move wins.
  [[nodiscard]] static float chance(const Answer& answer, float handicap) {
    const double lead = static_cast<double>(answer.margin) - static_cast<double>(handicap);
    const double spread = std::exp(static_cast<double>(answer.log_spread));
    return static_cast<float>(1.0 / (1.0 + std::exp(-lead / spread)));
  }

 private:
  // Where one evaluation is worked out.
  struct Room {
    std::vector<float> planes;                      // as Planes fills them
    std::vector<std::int16_t> input;                // [padded places][inputs]
    std::array<std::vector<std::int16_t>, 3> maps;  // [padded places][channels]
    std::vector<std::int32_t> biases;
    std::vector<std::int32_t> sums;
    std::vector<float> means, hidden;
    EvaluationMemory::Key key;
  };

  [[nodiscard]] std::unique_ptr<Room> take_room() const;
  void give_back(std::unique_ptr<Room> room) const;
  void answer_in(Room& room, Answer& answer) const;
  void work_out(Room& room, std::span<float> out) const;
  void sum_up(const std::int16_t* map, std::span<std::int32_t> sums) const;
  void judge(Room& room, const std::int16_t* map, std::span<float> out) const;

  struct PooledBlock {
    Convolution first;
    std::vector<std::int32_t> first_biases;
    std::vector<std::int16_t> pool;
    Convolution second;
    std::vector<std::int32_t> second_biases;
  };

  std::shared_ptr<const Planes> planes_;
  std::size_t channels_;
  std::size_t inputs_;  // planes, and one more if they are odd
  std::size_t width_;
  std::vector<std::uint32_t> places_;  // of the cells, in the padded square
  std::vector<std::size_t> squares_;   // the same in a plane
  Convolution input_;
  std::vector<std::int32_t> input_biases_;
  std::vector<PooledBlock> blocks_;
  int policy_shift_;
  std::vector<std::int16_t> policy_;
  std::int32_t policy_bias_;
  std::size_t hidden_size_;
  std::vector<float> hidden_;  // [channels][hidden]
  std::vector<float> hidden_biases_;
  std::vector<float> outputs_;  // [3][hidden]
  std::array<float, 3> output_biases_;
  mutable EvaluationMemory memory_;
  mutable std::mutex rooms_mutex_;
  mutable std::vector<std::unique_ptr<Room>> rooms_;
};

template <OnBoard P>
class PolicyValueKnowledge final : public Knowledge<P> {
 public:
  // Precondition: the network belongs to the board of the positions.
  explicit PolicyValueKnowledge(std::shared_ptr<const PolicyValueNetwork> network)
      : network_(std::move(network)) {}

  void strengths(const P& position, std::span<const Move> moves,
                 std::span<float> strengths) const override {
    std::array<float, kMaxPlaces> logits;
    const Planes& planes = network_->planes();
    PolicyValueNetwork::Answer answer{.logits = {logits.data(), planes.places()}};
    network_->ask(BoardView(position), answer);
    strengths_of_logits(planes, position.to_move(), moves, logits.data(), strengths);
  }

 private:
  std::shared_ptr<const PolicyValueNetwork> network_;
};

// What the player to move must be ahead by, where the second player gets points.
template <class P>
float handicap_of(const P& position) {
  if constexpr (requires { position.komi(); }) {
    return position.to_move() == Color::black ? position.komi() : -position.komi();
  }
  return 0.0F;
}

template <OnBoard P>
class PolicyValueOf final : public PositionValue<P> {
 public:
  // Precondition: the network belongs to the board of the positions.
  explicit PolicyValueOf(std::shared_ptr<const PolicyValueNetwork> network)
      : network_(std::move(network)) {}

  [[nodiscard]] float value(const P& position) const override {
    PolicyValueNetwork::Answer answer;
    network_->ask(BoardView(position), answer);
    return PolicyValueNetwork::chance(answer, handicap_of(position));
  }

 private:
  std::shared_ptr<const PolicyValueNetwork> network_;
};

}  // namespace katachi
