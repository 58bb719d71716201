// Factorization Bradley-Terry (Xiao and Mueller, AAAI 2016): levels that come together interact.
//
// ln strength(team) = sum w_i + sum over pairs i < j of <v_i, v_j>, with a row of k factors for
// every level; P(chosen) as in the plain model. Fitted by stochastic gradient ascent on ln
// P(chosen), one competition after another, with a pull of all parameters towards 0.
//
// The gradient of a competition is summed over its teams before any step is taken:
//
//   d ln P / d w_i = sum over teams with i of s      s = [chosen] - P(team)
//   d ln P / d v_i = sum over teams with i of s (S - v_i)      S = sum of the team's factors
//
// so that a step costs one addition of a row for each member, and a square root only for each
// level. The step of every level shrinks with the gradients it has seen (Duchi et al. 2011,
// AdaGrad): rare levels learn in large steps, frequent ones settle. Blocks are visited in an order
// shuffled by the seed, competitions within a block in theirs. One thread: same seed, same result.
//
// A pass takes any teams of the format, so more games than memory holds can be learned from part by
// part.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "games/interrupt.h"
#include "learning/teams.h"

namespace katachi {

struct FactorizationSettings {
  std::size_t factors = 5;    // k; Xiao and Mueller 2016
  double rate = 0.05;         // of the first steps
  double weight_pull = 1e-4;  // on w, in every competition with the level
  double factor_pull = 1e-4;  // on v
  double spread = 0.05;       // factors begin as normal random numbers of this size
  std::uint64_t seed = 0;
};

class Factorization {
 public:
  // `weights`: ln strengths to begin with, [levels]; empty: all 0.
  Factorization(std::shared_ptr<const TeamFormat> format, const FactorizationSettings& settings,
                std::span<const double> weights);

  // One pass over all competitions. Throws std::invalid_argument if the teams have another format.
  // Throws Interrupted, and has changed nothing then.
  void pass(const Teams& teams, Interrupt& interrupt);

  // Everything that a pass changes but their number, [levels][2 * row_ * kLanes]: with both,
  // `restore` goes on from there. It throws std::invalid_argument if the numbers are not so many.
  [[nodiscard]] std::vector<float> numbers() const;
  void restore(std::span<const float> numbers, std::uint64_t passes);

  [[nodiscard]] std::vector<double> weights() const;  // [levels]
  [[nodiscard]] std::vector<double> factors() const;  // [levels][k]

 private:
  // Numbers are worked on so many at a time; what is left over in a row stays 0.
  static constexpr std::size_t kLanes = 8;
  using Lanes = std::array<float, kLanes>;

  // A team of the competition at hand.
  struct Candidate {
    std::size_t first;  // of its members; they end where those of the next begin
    double score;
    float multiplicity;
    bool won;
  };

  void learn(const TeamBlock& block);
  void read(const TeamBlock& block, std::size_t competition, std::vector<std::size_t>& next);
  double score_all();
  void step_all(double evidence);
  void step(std::size_t level, const Lanes* gradient);

  std::shared_ptr<const TeamFormat> format_;
  FactorizationSettings settings_;
  std::size_t row_;           // 1 + k numbers in this many Lanes, then as many squared gradients
  std::vector<Lanes> table_;  // [levels][2 * row_]
  std::vector<bool> fixed_;   // [levels], baselines: they weigh nothing, and have no factors
  std::uint64_t passes_ = 0;

  // Of the competition at hand. Fixed levels are no members here.
  std::vector<Candidate> candidates_;
  std::vector<std::uint32_t> members_;
  std::vector<Lanes> sums_;             // [candidates][row_]; the first number is 1
  std::vector<std::uint32_t> touched_;  // levels
  std::vector<Lanes> gradients_;        // [touched][row_]
  std::vector<std::uint32_t> place_;    // [levels], in touched_, or kNowhere
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};
};

}  // namespace katachi
