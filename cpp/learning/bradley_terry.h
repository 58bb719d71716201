// The Bradley-Terry model of teams, fitted by minorization-maximization (Coulom 2007; SHAPES 3.5).
//
// Feature by feature, all levels of a feature at once:
//
//   gamma_i <- (W_i + w) / (sum_j C_ij / E_j + (w + l) / (gamma_i + 1))
//
// W_i: competitions won by a team with level i. C_ij: strengths of the teammates of i in
// competition j, summed over the teams that have it. E_j: strength of all teams. The prior is w
// wins and l losses of every level against an opponent of strength 1. The logarithm of likelihood
// and prior never falls.
//
// Products of teams are kept and multiplied by the change of a level, so that a pass reads each
// member twice. Because the strength of a team with level i is gamma_i C, the sum is sum strength /
// E / gamma_i, and multiplicities are already in the strength. Teams at a level that stays at 1
// (most, in tactical features) are passed over, and sums of a competition are kept in a register
// while its teams, which are neighbours, go by. While a block is in the cache, the
// change of the last feature is applied and the sums of the next are made.
//
// Threads: chunks of blocks, sums in the order of chunks. Results are the same to the last bit for
// any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/interrupt.h"
#include "learning/crew.h"
#include "learning/team_products.h"
#include "learning/teams.h"

namespace katachi {

struct Prior {
  double wins = 1.0;  // Coulom 2007: one win and one loss
  double losses = 1.0;
};

class BradleyTerry {
 public:
  // Strengths stay within these bounds: without a prior, a level that never won would fall to zero.
  static constexpr double kWeakest = 1e-9;
  static constexpr double kStrongest = 1e9;

  // `teams` must outlive this. `gammas`: where to begin, [levels]; empty: all 1. `kept`: features
  // whose strengths stay as they are; at strength 1 it is as if the teams did not have them. Throws
  // Interrupted.
  BradleyTerry(const Teams& teams, Prior prior, std::vector<double> gammas, int threads,
               const std::vector<std::size_t>& kept, Interrupt& interrupt);

  // One pass over all features that are not kept. Throws Interrupted, and has changed nothing then.
  void pass(Interrupt& interrupt);

  [[nodiscard]] const std::vector<double>& gammas() const { return gammas_; }
  // Mean over competitions of ln P(chosen).
  [[nodiscard]] double mean_log_evidence() const { return mean_log_evidence_; }
  // Sum of the logarithms of all probabilities and of the prior of what is learned: what the passes
  // raise.
  [[nodiscard]] double objective() const;

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};

  // Where a feature has columns.
  struct Place {
    std::size_t group;
    std::size_t column;
  };

  // A level that nothing changes and whose sum nobody reads; or none.
  [[nodiscard]] std::uint32_t fixed_level(std::size_t feature) const {
    return teams_.format().has_baseline(feature) ? 0 : ~std::uint32_t{0};
  }
  void apply(std::size_t feature, const TeamBlock& block, BlockProducts& products) const;
  void add(std::size_t feature, const TeamBlock& block, const BlockProducts& products,
           std::vector<double>& sums) const;
  void update(std::size_t feature);
  void multiply(Interrupt& interrupt);
  void update_all(Interrupt& interrupt);
  void measure(std::size_t last_feature, Interrupt& interrupt);

  const Teams& teams_;
  Prior prior_;
  std::vector<double> gammas_;
  std::vector<double> wins_;
  std::vector<std::vector<Place>> places_;  // by feature
  std::vector<bool> kept_;                  // by feature
  std::vector<BlockProducts> products_;     // by block
  std::vector<std::vector<double>> sums_;   // by chunk; levels of the current feature
  std::vector<double> ratios_;              // new / old strength of the current feature's levels
  double mean_log_evidence_ = 0.0;
  bool stale_ = false;  // an interrupted pass has left the products behind
  Crew crew_;
};

}  // namespace katachi
