#include "learning/factorization.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "games/random.h"

namespace katachi {
namespace {

// Twelve uniform numbers make a normal one, near enough for a beginning.
float normal(Rng& rng) {
  double sum = -6.0;
  for (int i = 0; i < 12; ++i) sum += static_cast<double>(rng.next() >> 11U) * 0x1p-53;
  return static_cast<float>(sum);
}

}  // namespace

Factorization::Factorization(std::shared_ptr<const TeamFormat> format,
                             const FactorizationSettings& settings, std::span<const double> weights)
    : format_(std::move(format)),
      settings_(settings),
      row_((1 + settings.factors + kLanes - 1) / kLanes) {
  const std::size_t levels = format_->total_levels();
  table_.assign(levels * 2 * row_, Lanes{});
  fixed_.assign(levels, false);
  place_.assign(levels, kNowhere);
  for (std::size_t f = 0; f < format_->feature_count(); ++f) {
    if (format_->has_baseline(f)) fixed_[format_->level_begin(f)] = true;
  }
  Rng rng(settings.seed, 0);
  Lanes ones{};
  ones.fill(1.0F);
  for (std::size_t level = 0; level < levels; ++level) {
    Lanes* const numbers = table_.data() + level * 2 * row_;
    if (!weights.empty() && !fixed_[level]) numbers[0][0] = static_cast<float>(weights[level]);
    for (std::size_t k = 1; k <= settings.factors; ++k) {
      const float number = static_cast<float>(settings.spread) * normal(rng);
      if (!fixed_[level]) numbers[k / kLanes][k % kLanes] = number;
    }
    // The first steps are `rate` times the gradient.
    std::fill(numbers + row_, numbers + 2 * row_, ones);
  }
}

void Factorization::pass(const Teams& teams, Interrupt& interrupt) {
  if (!teams.format().same_as(*format_)) {
    throw std::invalid_argument("the teams belong to different features");
  }
  std::vector<std::size_t> order(teams.blocks().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Rng rng(settings_.seed, ++passes_);
  for (std::size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[rng.below(static_cast<std::uint32_t>(i))]);
  }
  const std::vector<Lanes> before = table_;
  for (const std::size_t block : order) {
    if (interrupt.requested()) {
      table_ = before;
      --passes_;
      throw Interrupted();
    }
    learn(teams.blocks()[block]);
  }
}

void Factorization::learn(const TeamBlock& block) {
  std::vector<std::size_t> next(block.groups.size(), 0);  // team of each group
  for (std::size_t j = 0; j < block.size(); ++j) {
    read(block, j, next);
    step_all(score_all());
  }
}

void Factorization::read(const TeamBlock& block, std::size_t competition,
                         std::vector<std::size_t>& next) {
  candidates_.clear();
  members_.clear();
  const TeamBlock::Chosen chosen = block.chosen[competition];
  for (std::size_t g = 0; g < block.groups.size(); ++g) {
    const TeamGroup& group = block.groups[g];
    const auto& features = format_->features(g);
    for (; next[g] < group.size() && group.competition[next[g]] == competition; ++next[g]) {
      const std::size_t team = next[g];
      candidates_.push_back({.first = members_.size(),
                             .score = 0.0,
                             .multiplicity = static_cast<float>(group.multiplicity[team]),
                             .won = chosen.group == g && chosen.team == team});
      for (std::size_t c = 0; c < features.size(); ++c) {
        const std::size_t level = format_->level_begin(features[c]) + group.columns[c].at(team);
        if (!fixed_[level]) members_.push_back(static_cast<std::uint32_t>(level));
      }
    }
  }
  // The end of the last one.
  candidates_.push_back({.first = members_.size(), .score = 0.0, .multiplicity = 0, .won = false});
}

// Scores become strengths, the strongest about 1; gives their sum.
double Factorization::score_all() {
  const std::size_t count = candidates_.size() - 1;
  sums_.resize(count * row_);
  double highest = -1e300;
  for (std::size_t i = 0; i < count; ++i) {
    double score = 0.0;
    for (std::size_t l = 0; l < row_; ++l) {
      Lanes sum{};
      Lanes squares{};
      for (std::size_t m = candidates_[i].first; m < candidates_[i + 1].first; ++m) {
        const Lanes numbers = table_[std::size_t{members_[m]} * 2 * row_ + l];
        for (std::size_t k = 0; k < kLanes; ++k) {
          sum[k] += numbers[k];
          squares[k] += numbers[k] * numbers[k];
        }
      }
      float pairs = 0.0F;
      for (std::size_t k = l == 0 ? 1 : 0; k < kLanes; ++k) pairs += sum[k] * sum[k] - squares[k];
      score += 0.5 * static_cast<double>(pairs);
      if (l == 0) {
        score += static_cast<double>(sum[0]);
        sum[0] = 1.0F;
      }
      sums_[i * row_ + l] = sum;
    }
    candidates_[i].score = score;
    highest = std::max(highest, score);
  }
  double evidence = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    Candidate& one = candidates_[i];
    one.score = static_cast<double>(one.multiplicity) * std::exp(one.score - highest);
    evidence += one.score;
  }
  return evidence;
}

void Factorization::step_all(double evidence) {
  touched_.clear();
  gradients_.clear();
  for (std::size_t i = 0; i + 1 < candidates_.size(); ++i) {
    const Candidate& one = candidates_[i];
    const auto slope = static_cast<float>((one.won ? 1.0 : 0.0) - one.score / evidence);
    for (std::size_t m = one.first; m < candidates_[i + 1].first; ++m) {
      const std::uint32_t level = members_[m];
      if (place_[level] == kNowhere) {
        place_[level] = static_cast<std::uint32_t>(touched_.size());
        touched_.push_back(level);
        gradients_.resize(gradients_.size() + row_, Lanes{});
      }
      for (std::size_t l = 0; l < row_; ++l) {
        const Lanes sum = sums_[i * row_ + l];
        Lanes& gradient = gradients_[std::size_t{place_[level]} * row_ + l];
        for (std::size_t k = 0; k < kLanes; ++k) gradient[k] += slope * sum[k];
      }
    }
  }
  for (std::size_t t = 0; t < touched_.size(); ++t) {
    step(touched_[t], gradients_.data() + t * row_);
    place_[touched_[t]] = kNowhere;
  }
}

// `gradient`: sums of s, and of s S.
void Factorization::step(std::size_t level, const Lanes* gradient) {
  const auto rate = static_cast<float>(settings_.rate);
  const auto factor_pull = static_cast<float>(settings_.factor_pull);
  const float slopes = gradient[0][0];
  for (std::size_t l = 0; l < row_; ++l) {
    Lanes& numbers = table_[level * 2 * row_ + l];
    Lanes& squares = table_[(level * 2 + 1) * row_ + l];
    Lanes by;
    for (std::size_t k = 0; k < kLanes; ++k) {
      by[k] = gradient[l][k] - (slopes + factor_pull) * numbers[k];
    }
    if (l == 0) by[0] = slopes - static_cast<float>(settings_.weight_pull) * numbers[0];
    for (std::size_t k = 0; k < kLanes; ++k) {
      squares[k] += by[k] * by[k];
      numbers[k] += rate * by[k] / std::sqrt(squares[k]);
    }
  }
}

std::vector<float> Factorization::numbers() const {
  std::vector<float> result;
  result.reserve(table_.size() * kLanes);
  for (const Lanes& lanes : table_) result.insert(result.end(), lanes.begin(), lanes.end());
  return result;
}

void Factorization::restore(std::span<const float> numbers, std::uint64_t passes) {
  if (numbers.size() != table_.size() * kLanes) {
    throw std::invalid_argument("there are " + std::to_string(table_.size() * kLanes) +
                                " numbers, not " + std::to_string(numbers.size()));
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) table_[i / kLanes][i % kLanes] = numbers[i];
  passes_ = passes;
}

std::vector<double> Factorization::weights() const {
  std::vector<double> result;
  for (std::size_t i = 0; i < table_.size(); i += 2 * row_) {
    result.push_back(static_cast<double>(table_[i][0]));
  }
  return result;
}

std::vector<double> Factorization::factors() const {
  std::vector<double> result;
  for (std::size_t i = 0; i < table_.size(); i += 2 * row_) {
    for (std::size_t k = 1; k <= settings_.factors; ++k) {
      result.push_back(static_cast<double>(table_[i + k / kLanes][k % kLanes]));
    }
  }
  return result;
}

}  // namespace katachi
