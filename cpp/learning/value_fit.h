// Weights of pattern values by regression: least squares in points, or logistic on results.
//
// Each stage is a problem of its own: with x the counts of its contents and features, y the label,
//   least squares   minimise  sum w (x theta - y)^2 + l2 |theta|^2
//   logistic        minimise  -2 sum w (y ln p + (1 - y) ln (1 - p)) + l2 |theta|^2
//                   with p = 1 / (1 + e^(-x theta))
// A loop is one step of conjugate gradients, preconditioned by the diagonal (Buro 1998 fits the
// same way without). Logistic regression is that within Newton's method: its weights are found anew
// every few loops. Examples are sorted by stones; those near a stage count in it with less weight.
//
// The result does not depend on the number of threads: examples are summed in fixed parts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "games/interrupt.h"
#include "knowledge/pattern_space.h"
#include "learning/crew.h"

namespace katachi {

// Borrowed arrays, examples in ascending order of stones.
struct ValueData {
  std::span<const std::uint64_t> own, other;  // [examples][words]
  std::span<const float> numbers;             // [examples][features]
  std::size_t features = 0;                   // a constant is one, if it is wanted
  std::span<const float> labels;              // [examples]
  [[nodiscard]] std::size_t size() const { return labels.size(); }
};

// Examples begin .. end - 1 teach a stage; those outside core_begin .. core_end - 1 with the weight
// `nearby`.
struct StageRange {
  std::size_t begin = 0, end = 0, core_begin = 0, core_end = 0;
};

struct ValueFitSettings {
  bool logistic = false;
  double l2 = 100.0;
  double feature_l2 = 1.0;
  double nearby = 0.5;
  int loops_of_a_newton_step = 8;
};

// What a checkpoint keeps; all but `slope` are [stages][unknowns], slope is [stages].
struct ValueFitState {
  int loop = 0;
  std::vector<double> weights;  // parameters of the space, then features
  std::vector<double> base;     // where the problem was last made quadratic
  std::vector<double> residual, direction, diagonal;
  std::vector<double> slope;  // residual times preconditioned residual
};

class ValueFit {
 public:
  // Preconditions: the arrays agree and outlive the fit; examples are within the stages' ranges.
  ValueFit(std::shared_ptr<const PatternSpace> space, const ValueData& data,
           std::vector<StageRange> stages, const ValueFitSettings& settings, int threads);

  [[nodiscard]] std::size_t unknowns() const { return unknowns_; }
  [[nodiscard]] std::size_t stages() const { return stages_.size(); }
  // One loop for every stage. Throws Interrupted; only restore() makes the fit whole again then.
  void step(Interrupt& interrupt);
  [[nodiscard]] const ValueFitState& state() const { return state_; }
  // Goes on from a state of the same problem. Throws std::invalid_argument if the sizes differ;
  // Interrupted.
  void restore(ValueFitState state, Interrupt& interrupt);

 private:
  // Calls use(example, x direction) for the examples of a stage; with `out` [unknowns], what it
  // returns times x (or x^2) is summed there.
  template <class Use>
  void pass(std::size_t stage, std::span<const double> direction, std::span<double> out,
            bool squares, Interrupt& interrupt, Use use);
  // Weights of the examples, and residual and direction from the weights there are.
  void begin_quadratic(std::size_t stage, Interrupt& interrupt);
  void weigh(std::size_t stage, Interrupt& interrupt);
  [[nodiscard]] std::span<double> of(std::vector<double>& values, std::size_t stage) const {
    return {values.data() + stage * unknowns_, unknowns_};
  }
  [[nodiscard]] double l2_of(std::size_t unknown) const {
    return unknown < space_->parameters() ? settings_.l2 : settings_.feature_l2;
  }

  std::shared_ptr<const PatternSpace> space_;
  ValueData data_;
  std::vector<StageRange> stages_;
  ValueFitSettings settings_;
  std::size_t unknowns_;
  Crew crew_;
  ValueFitState state_;
  std::vector<std::vector<float>> factors_;  // [stages][examples of the range]
  std::vector<float> expanded_;              // [contents]: the direction at work
  std::vector<std::vector<double>> parts_;   // sums of contents, then of features
};

// x weights for examples of one stage; weights are [unknowns]. float [end - begin]. Throws
// Interrupted.
std::vector<float> value_sums(const PatternSpace& space, const ValueData& data, std::size_t begin,
                              std::size_t end, std::span<const double> weights, int threads,
                              Interrupt& interrupt);

}  // namespace katachi
