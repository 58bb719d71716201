#include "learning/factorization.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "games/random.h"

namespace katachi {
namespace {

// Twelve uniform numbers make a normal one, near enough for a beginning.
float normal(Rng& rng) {
  double sum = -6.0;
  for (int i = 0; i < 12; ++i) sum += static_cast<double>(rng.next() >> 11U) * 0x1p-53;
  return static_cast<float>(sum);
}

// A team of the competition at hand.
struct Candidate {
  std::size_t group;
  std::size_t team;
  double score;
};

}  // namespace

Factorization::Factorization(const Teams& teams, const FactorizationSettings& settings,
                             std::span<const double> weights)
    : teams_(teams), settings_(settings), row_(1 + settings.factors) {
  const std::size_t levels = teams.format().total_levels();
  table_.assign(levels * 2 * row_, 0.0F);
  fixed_.assign(levels, false);
  const TeamFormat& format = teams.format();
  for (std::size_t f = 0; f < format.feature_count(); ++f) {
    if (format.has_baseline(f)) fixed_[format.level_begin(f)] = true;
  }
  // Levels that never appear have no factors: nothing would ever change them.
  const std::vector<double> seen = teams.appearances();
  Rng rng(settings.seed, 0);
  for (std::size_t level = 0; level < levels; ++level) {
    float* const numbers = table_.data() + level * 2 * row_;
    if (!weights.empty() && !fixed_[level]) numbers[0] = static_cast<float>(weights[level]);
    for (std::size_t k = 1; k < row_; ++k) {
      const float number = static_cast<float>(settings.spread) * normal(rng);
      if (seen[level] > 0.0 && !fixed_[level]) numbers[k] = number;
    }
    // The first steps are `rate` times the gradient.
    std::fill(numbers + row_, numbers + 2 * row_, 1.0F);
  }
}

void Factorization::pass() {
  std::vector<std::size_t> order(teams_.blocks().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Rng rng(settings_.seed, ++passes_);
  for (std::size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[rng.below(static_cast<std::uint32_t>(i))]);
  }
  for (const std::size_t block : order) learn(teams_.blocks()[block]);
}

void Factorization::learn(const TeamBlock& block) {
  const TeamFormat& format = teams_.format();
  const auto rate = static_cast<float>(settings_.rate);
  std::vector<float> pulls(row_, static_cast<float>(settings_.factor_pull));
  pulls[0] = static_cast<float>(settings_.weight_pull);
  std::vector<std::size_t> next(block.groups.size(), 0);  // team of each group
  std::vector<Candidate> candidates;
  std::vector<float> sums;  // by candidate: of the factors of its levels
  for (std::size_t j = 0; j < block.size(); ++j) {
    candidates.clear();
    sums.clear();
    double highest = -1e300;
    for (std::size_t g = 0; g < block.groups.size(); ++g) {
      const TeamGroup& group = block.groups[g];
      const auto& features = format.features(g);
      for (; next[g] < group.size() && group.competition[next[g]] == j; ++next[g]) {
        const std::size_t first = sums.size();
        sums.resize(first + row_, 0.0F);
        float squares = 0.0F;
        for (std::size_t c = 0; c < features.size(); ++c) {
          const std::size_t level = format.level_begin(features[c]) + group.columns[c].at(next[g]);
          const float* const numbers = table_.data() + level * 2 * row_;
          sums[first] += numbers[0];
          for (std::size_t k = 1; k < row_; ++k) {
            sums[first + k] += numbers[k];
            squares += numbers[k] * numbers[k];
          }
        }
        float pairs = -squares;
        for (std::size_t k = 1; k < row_; ++k) pairs += sums[first + k] * sums[first + k];
        const double score = static_cast<double>(sums[first]) + 0.5 * static_cast<double>(pairs);
        highest = std::max(highest, score);
        candidates.push_back({.group = g, .team = next[g], .score = score});
      }
    }
    double evidence = 0.0;
    for (Candidate& one : candidates) {
      one.score = block.groups[one.group].multiplicity[one.team] * std::exp(one.score - highest);
      evidence += one.score;
    }
    const TeamBlock::Chosen chosen = block.chosen[j];
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const Candidate& one = candidates[i];
      const bool won = one.group == chosen.group && one.team == chosen.team;
      const auto slope = static_cast<float>((won ? 1.0 : 0.0) - one.score / evidence);
      const auto& features = format.features(one.group);
      for (std::size_t c = 0; c < features.size(); ++c) {
        const std::size_t level =
            format.level_begin(features[c]) + block.groups[one.group].columns[c].at(one.team);
        if (fixed_[level]) continue;
        float* const numbers = table_.data() + level * 2 * row_;
        for (std::size_t k = 0; k < row_; ++k) {
          const float by = k == 0 ? 1.0F : sums[i * row_ + k] - numbers[k];
          const float gradient = slope * by - pulls[k] * numbers[k];
          numbers[row_ + k] += gradient * gradient;
          numbers[k] += rate * gradient / std::sqrt(numbers[row_ + k]);
        }
      }
    }
  }
}

std::vector<double> Factorization::weights() const {
  std::vector<double> result;
  for (std::size_t i = 0; i < table_.size(); i += 2 * row_) result.push_back(table_[i]);
  return result;
}

std::vector<double> Factorization::factors() const {
  std::vector<double> result;
  for (std::size_t i = 0; i < table_.size(); i += 2 * row_) {
    for (std::size_t k = 1; k < row_; ++k) result.push_back(table_[i + k]);
  }
  return result;
}

}  // namespace katachi
