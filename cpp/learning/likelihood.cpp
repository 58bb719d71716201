#include "learning/likelihood.h"

#include <algorithm>

#include "learning/crew.h"
#include "learning/team_products.h"

namespace katachi {
namespace {

// Strengths that differ by no more than rounding are equal.
constexpr double kSame = 1e-9;

}  // namespace

double mean_log_evidence(const Teams& teams, const TeamModel& model, int threads,
                         Interrupt& interrupt) {
  Crew crew(threads);
  std::array<double, Teams::kChunks> totals{};
  crew.run(Teams::kChunks, interrupt, [&](std::size_t chunk) {
    BlockProducts products;
    for (const TeamBlock& block : teams.chunk(chunk)) {
      if (interrupt.requested()) return;
      products.multiply(block, teams.format(), model);
      totals[chunk] += products.log_evidence(block);
    }
  });
  interrupt.check();
  double total = 0.0;
  for (const double part : totals) total += part;
  const std::size_t count = teams.competition_count();
  return count == 0 ? 0.0 : total / static_cast<double>(count);
}

Likelihood likelihood(const Teams& teams, std::span<const double> gammas, int threads,
                      Interrupt& interrupt) {
  const TeamFormat& format = teams.format();
  Crew crew(threads);
  std::array<double, Teams::kChunks> totals{};
  std::array<std::vector<double>, Teams::kChunks> expected;
  crew.run(Teams::kChunks, interrupt, [&](std::size_t chunk) {
    auto& sums = expected[chunk];
    sums.assign(format.total_levels(), 0.0);
    BlockProducts products;
    for (const TeamBlock& block : teams.chunk(chunk)) {
      if (interrupt.requested()) return;
      products.multiply(block, format, {.gammas = gammas});
      totals[chunk] += products.log_evidence(block);
      for (std::size_t g = 0; g < block.groups.size(); ++g) {
        const TeamGroup& group = block.groups[g];
        auto& shares = products.strengths[g];
        for (std::size_t t = 0; t < shares.size(); ++t) {
          shares[t] /= products.evidence[group.competition[t]];
        }
        const auto& features = format.features(g);
        for (std::size_t c = 0; c < features.size(); ++c) {
          double* const target = sums.data() + format.level_begin(features[c]);
          group.columns[c].visit([&](const auto& levels) {
            for (std::size_t t = 0; t < levels.size(); ++t) target[levels[t]] += shares[t];
          });
        }
      }
    }
  });
  interrupt.check();
  Likelihood result;
  result.expected.resize(format.total_levels());
  for (std::size_t chunk = 0; chunk < Teams::kChunks; ++chunk) {
    result.log_evidence += totals[chunk];
    for (std::size_t i = 0; i < result.expected.size(); ++i) {
      result.expected[i] += expected[chunk][i];
    }
  }
  return result;
}

Predictions predict(const Teams& teams, const TeamModel& model, int threads, Interrupt& interrupt) {
  const std::size_t count = teams.competition_count();
  Predictions all;
  all.probability.resize(count);
  all.better.resize(count);
  all.equal.resize(count);
  all.candidates.resize(count);
  all.moves_played.resize(count);
  all.game.resize(count);
  std::vector<std::size_t> begins{0};
  for (const TeamBlock& block : teams.blocks()) begins.push_back(begins.back() + block.size());
  using Bins = std::array<double, Predictions::kBins>;
  std::array<std::array<Bins, 3>, Teams::kChunks> bins{};
  const auto bin_of = [](double p) {
    return std::min(Predictions::kBins - 1, static_cast<std::size_t>(p * Predictions::kBins));
  };
  Crew crew(threads);
  crew.run(Teams::kChunks, interrupt, [&](std::size_t chunk) {
    BlockProducts products;
    auto& [counts, probabilities, chosen] = bins[chunk];
    std::size_t b = teams.chunk_begin(chunk);
    for (const TeamBlock& block : teams.chunk(chunk)) {
      if (interrupt.requested()) return;
      const std::size_t begin = begins[b++];
      products.multiply(block, teams.format(), model);
      std::vector<double> winner(block.size());
      for (std::size_t j = 0; j < block.size(); ++j) {
        winner[j] = products.chosen(block, j);
        const double p = winner[j] / products.evidence[j];
        all.probability[begin + j] = p;
        all.candidates[begin + j] = block.candidates[j];
        all.moves_played[begin + j] = block.moves_played[j];
        all.game[begin + j] = block.game[j];
        chosen[bin_of(p)] += 1.0;
      }
      for (std::size_t g = 0; g < block.groups.size(); ++g) {
        const TeamGroup& group = block.groups[g];
        for (std::size_t t = 0; t < group.size(); ++t) {
          const std::size_t j = group.competition[t];
          const double multiplicity = group.multiplicity[t];
          const double strength = products.strengths[g][t] / multiplicity;
          const double p = strength / products.evidence[j];
          counts[bin_of(p)] += multiplicity;
          probabilities[bin_of(p)] += multiplicity * p;
          const double tolerance = kSame * winner[j];
          if (strength > winner[j] + tolerance) {
            all.better[begin + j] =
                static_cast<std::uint16_t>(all.better[begin + j] + group.multiplicity[t]);
          } else if (strength >= winner[j] - tolerance) {
            all.equal[begin + j] =
                static_cast<std::uint16_t>(all.equal[begin + j] + group.multiplicity[t]);
          }
        }
      }
      // The chosen candidate is as strong as itself.
      for (std::size_t j = 0; j < block.size(); ++j) --all.equal[begin + j];
    }
  });
  interrupt.check();
  for (const auto& [counts, probabilities, chosen] : bins) {
    for (std::size_t i = 0; i < Predictions::kBins; ++i) {
      all.bin_count[i] += counts[i];
      all.bin_probability[i] += probabilities[i];
      all.bin_chosen[i] += chosen[i];
    }
  }
  return all;
}

}  // namespace katachi
