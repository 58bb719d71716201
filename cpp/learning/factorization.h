// Factorization Bradley-Terry (Xiao and Mueller, AAAI 2016): levels that come together interact.
//
// ln strength(team) = sum w_i + sum over pairs i < j of <v_i, v_j>, with a row of k factors for
// every level; P(chosen) as in the plain model. Fitted by stochastic gradient ascent on ln
// P(chosen), one competition after another, with a pull of all parameters towards 0.
//
// The step of every level shrinks with the gradients it has seen (Duchi et al. 2011, AdaGrad): rare
// levels learn in large steps, frequent ones settle. Blocks are visited in an order shuffled by the
// seed, competitions within a block in theirs. One thread: same seed, same result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "learning/teams.h"

namespace katachi {

struct FactorizationSettings {
  std::size_t factors = 5;    // k; Xiao and Mueller 2016
  double rate = 0.05;         // of the first steps
  double weight_pull = 1e-4;  // on w, at every visit of a level
  double factor_pull = 1e-4;  // on v
  double spread = 0.05;       // factors begin as normal random numbers of this size
  std::uint64_t seed = 0;
};

class Factorization {
 public:
  // `teams` must outlive this. `weights`: ln strengths to begin with, [levels]; empty: all 0.
  Factorization(const Teams& teams, const FactorizationSettings& settings,
                std::span<const double> weights);

  // One pass over all competitions.
  void pass();

  [[nodiscard]] std::vector<double> weights() const;  // [levels]
  [[nodiscard]] std::vector<double> factors() const;  // [levels][k]

 private:
  void learn(const TeamBlock& block);

  const Teams& teams_;
  FactorizationSettings settings_;
  std::size_t row_;           // 1 + k numbers, then as many sums of squared gradients
  std::vector<float> table_;  // [levels][2 * row_]
  std::vector<bool> fixed_;   // [levels], baselines: they weigh nothing, and have no factors
  std::uint64_t passes_ = 0;
};

}  // namespace katachi
