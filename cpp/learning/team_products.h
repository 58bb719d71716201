// Strengths of teams: the product of their members' strengths, times their multiplicity.
//
// strength(team) = multiplicity * prod gamma, evidence(competition) = sum of strengths, and the
// probability that a candidate is chosen is prod gamma / evidence. With factors the product is also
// multiplied by exp <v_i, v_j> for every pair of members.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "learning/teams.h"

namespace katachi {

// Strengths of levels [levels], and rows of factors [levels][factor_count] or none.
struct TeamModel {
  std::span<const double> gammas;
  std::span<const double> factors = {};
  std::size_t factor_count = 0;
};

struct BlockProducts {
  std::vector<std::vector<double>> strengths;  // by group and team
  std::vector<double> evidence;                // by competition

  // From scratch.
  void multiply(const TeamBlock& block, const TeamFormat& format, const TeamModel& model) {
    strengths.resize(block.groups.size());
    for (std::size_t g = 0; g < block.groups.size(); ++g) {
      const TeamGroup& group = block.groups[g];
      auto& products = strengths[g];
      products.assign(group.multiplicity.begin(), group.multiplicity.end());
      const auto& features = format.features(g);
      for (std::size_t c = 0; c < features.size(); ++c) {
        const double* const table = model.gammas.data() + format.level_begin(features[c]);
        group.columns[c].visit([&](const auto& levels) {
          for (std::size_t t = 0; t < levels.size(); ++t) products[t] *= table[levels[t]];
        });
      }
      if (model.factor_count > 0) multiply_pairs(group, features, format, model, products);
    }
    add_up(block);
  }

  void add_up(const TeamBlock& block) {
    evidence.assign(block.size(), 0.0);
    for (std::size_t g = 0; g < block.groups.size(); ++g) {
      const auto& competition = block.groups[g].competition;
      for (std::size_t t = 0; t < competition.size(); ++t) {
        evidence[competition[t]] += strengths[g][t];
      }
    }
  }

  // Strength of the chosen candidate alone.
  [[nodiscard]] double chosen(const TeamBlock& block, std::size_t competition) const {
    const TeamBlock::Chosen c = block.chosen[competition];
    return strengths[c.group][c.team] / block.groups[c.group].multiplicity[c.team];
  }

  // Sum over competitions of ln P(chosen). Probabilities are multiplied while that is safe: a
  // logarithm costs more than all the rest.
  [[nodiscard]] double log_evidence(const TeamBlock& block) const {
    double total = 0.0;
    double product = 1.0;
    for (std::size_t j = 0; j < block.size(); ++j) {
      product *= chosen(block, j) / evidence[j];
      if (product < 1e-200) {
        total += std::log(product);
        product = 1.0;
      }
    }
    return total + std::log(product);
  }

 private:
  // Sum over pairs = (square of the sum - sum of the squares) / 2, factor by factor.
  static void multiply_pairs(const TeamGroup& group, const TeamFormat::Features& features,
                             const TeamFormat& format, const TeamModel& model,
                             std::vector<double>& products) {
    std::vector<double> sums(model.factor_count);
    for (std::size_t t = 0; t < group.size(); ++t) {
      std::fill(sums.begin(), sums.end(), 0.0);
      double total = 0.0;
      for (std::size_t c = 0; c < features.size(); ++c) {
        const std::size_t level = format.level_begin(features[c]) + group.columns[c].at(t);
        const double* const row = model.factors.data() + level * model.factor_count;
        for (std::size_t k = 0; k < model.factor_count; ++k) {
          sums[k] += row[k];
          total -= row[k] * row[k];
        }
      }
      for (const double sum : sums) total += sum * sum;
      products[t] *= std::exp(0.5 * total);
    }
  }
};

}  // namespace katachi
