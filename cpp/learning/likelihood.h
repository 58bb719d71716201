// The likelihood of teams with its gradient, and what a model predicts.
//
// Everything here is a function of the teams and of a model; sums are made by chunks
// and are the same to the last bit for any number of threads.
#pragma once

#include <array>
#include <vector>

#include "games/interrupt.h"
#include "learning/team_products.h"
#include "learning/teams.h"

namespace katachi {

// Mean over competitions of ln P(chosen); 0 without competitions.
double mean_log_evidence(const Teams& teams, const TeamModel& model, int threads,
                         Interrupt& interrupt);

// Sum over competitions of ln P(chosen), and how often the model expects each level to win. The
// derivative of the sum by ln gamma is Teams::wins() - expected.
struct Likelihood {
  double log_evidence = 0.0;
  std::vector<double> expected;  // [levels]
};
Likelihood likelihood(const Teams& teams, std::span<const double> gammas, int threads,
                      Interrupt& interrupt);

// What the model says of each competition. Candidates count with their multiplicity.
struct Predictions {
  static constexpr std::size_t kBins = 20;

  std::vector<double> probability;    // of the chosen candidate
  std::vector<std::uint16_t> better;  // candidates with a higher strength
  std::vector<std::uint16_t> equal;   // others with the same strength
  std::vector<std::uint16_t> candidates;
  std::vector<std::uint16_t> moves_played;
  std::vector<std::uint32_t> game;
  // Calibration: by the probability of a candidate, how many there were, the sum of their
  // probabilities, and how many were chosen.
  std::array<double, kBins> bin_count{}, bin_probability{}, bin_chosen{};
};
Predictions predict(const Teams& teams, const TeamModel& model, int threads, Interrupt& interrupt);

}  // namespace katachi
