// Strengths of teams: the product of their members' strengths, times their multiplicity.
//
// strength(team) = multiplicity * prod gamma, evidence(competition) = sum of strengths, and the
// probability that a candidate is chosen is prod gamma / evidence.
#pragma once

#include <cmath>
#include <vector>

#include "learning/teams.h"

namespace katachi {

struct BlockProducts {
  std::vector<std::vector<double>> strengths;  // by group and team
  std::vector<double> evidence;                // by competition

  // From scratch; gammas: [levels].
  void multiply(const TeamBlock& block, const TeamFormat& format, std::span<const double> gammas) {
    strengths.resize(block.groups.size());
    for (std::size_t g = 0; g < block.groups.size(); ++g) {
      const TeamGroup& group = block.groups[g];
      auto& products = strengths[g];
      products.assign(group.multiplicity.begin(), group.multiplicity.end());
      const auto& features = format.features(g);
      for (std::size_t c = 0; c < features.size(); ++c) {
        const double* const table = gammas.data() + format.level_begin(features[c]);
        group.columns[c].visit([&](const auto& levels) {
          for (std::size_t t = 0; t < levels.size(); ++t) products[t] *= table[levels[t]];
        });
      }
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
};

}  // namespace katachi
