#include "learning/value_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "knowledge/pattern_values.h"

namespace katachi {
namespace {

// Examples are summed in so many parts, whatever the number of threads.
constexpr std::size_t kParts = 8;
constexpr std::size_t kExamplesBetweenQuestions = 64;

double logistic(double logit) { return 1.0 / (1.0 + std::exp(-logit)); }

// Contents and features of one example.
class Example {
 public:
  Example(const PatternSpace& space, const ValueData& data) : space_(&space), data_(&data) {}

  void read(std::size_t number) {
    const std::size_t words = space_->words();
    space_->find(data_->own.data() + number * words, data_->other.data() + number * words,
                 distances_.data());
    numbers_ = data_->numbers.data() + number * data_->features;
  }
  [[nodiscard]] double dot(const float* contents, const double* features) const {
    const auto origins = space_->origins();
    float sum = 0.0F;
    for (std::size_t i = 0; i < origins.size(); ++i) {
      sum += contents[static_cast<std::ptrdiff_t>(origins[i]) + distances_[i]];
    }
    double total = static_cast<double>(sum);
    for (std::size_t i = 0; i < data_->features; ++i) {
      total += features[i] * static_cast<double>(numbers_[i]);
    }
    return total;
  }
  void add(double factor, bool squares, double* contents, double* features) const {
    const auto origins = space_->origins();
    for (std::size_t i = 0; i < origins.size(); ++i) {
      contents[static_cast<std::ptrdiff_t>(origins[i]) + distances_[i]] += factor;
    }
    for (std::size_t i = 0; i < data_->features; ++i) {
      const auto number = static_cast<double>(numbers_[i]);
      features[i] += factor * (squares ? number * number : number);
    }
  }

 private:
  const PatternSpace* space_;
  const ValueData* data_;
  const float* numbers_ = nullptr;
  std::array<std::int16_t, PatternValues::kMostLanes> distances_;
};

void expand(const PatternSpace& space, std::span<const double> weights,
            std::vector<float>& expanded) {
  const auto parameter_of = space.parameter_of();
  expanded.resize(parameter_of.size());
  for (std::size_t i = 0; i < parameter_of.size(); ++i) {
    expanded[i] = static_cast<float>(weights[parameter_of[i]]);
  }
}

}  // namespace

ValueFit::ValueFit(std::shared_ptr<const PatternSpace> space, const ValueData& data,
                   std::vector<StageRange> stages, const ValueFitSettings& settings, int threads)
    : space_(std::move(space)),
      data_(data),
      stages_(std::move(stages)),
      settings_(settings),
      unknowns_(space_->parameters() + data.features),
      crew_(threads),
      factors_(stages_.size()),
      parts_(kParts) {
  if (space_->lanes() > PatternValues::kMostLanes) {
    throw std::invalid_argument("there are too many placements");
  }
  const std::size_t all = stages_.size() * unknowns_;
  for (auto* values :
       {&state_.weights, &state_.base, &state_.residual, &state_.direction, &state_.diagonal}) {
    values->assign(all, 0.0);
  }
  state_.slope.assign(stages_.size(), 0.0);
}

template <class Use>
void ValueFit::pass(std::size_t stage, std::span<const double> direction, std::span<double> out,
                    bool squares, Interrupt& interrupt, Use use) {
  const StageRange& range = stages_[stage];
  expand(*space_, direction, expanded_);
  const double* features = direction.data() + space_->parameters();
  const std::size_t contents = space_->contents();
  crew_.run(kParts, interrupt, [&](std::size_t part) {
    std::vector<double>& sums = parts_[part];
    if (!out.empty()) sums.assign(contents + data_.features, 0.0);
    Example example(*space_, data_);
    const std::size_t size = range.end - range.begin;
    for (std::size_t i = size * part / kParts; i < size * (part + 1) / kParts; ++i) {
      if (i % kExamplesBetweenQuestions == 0 && interrupt.requested()) return;
      example.read(range.begin + i);
      const double factor = use(i, example.dot(expanded_.data(), features));
      if (!out.empty()) example.add(factor, squares, sums.data(), sums.data() + contents);
    }
  });
  interrupt.check();
  if (out.empty()) return;
  std::ranges::fill(out, 0.0);
  const auto parameter_of = space_->parameter_of();
  for (const std::vector<double>& sums : parts_) {
    for (std::size_t i = 0; i < contents; ++i) out[parameter_of[i]] += sums[i];
    for (std::size_t i = 0; i < data_.features; ++i) {
      out[space_->parameters() + i] += sums[contents + i];
    }
  }
}

// factors_: what the squared error of each example counts near `base`.
void ValueFit::weigh(std::size_t stage, Interrupt& interrupt) {
  const StageRange& range = stages_[stage];
  factors_[stage].resize(range.end - range.begin);
  const auto weight = [&](std::size_t i) {
    const std::size_t example = range.begin + i;
    return example >= range.core_begin && example < range.core_end ? 1.0 : settings_.nearby;
  };
  if (!settings_.logistic) {
    for (std::size_t i = 0; i < factors_[stage].size(); ++i) {
      factors_[stage][i] = static_cast<float>(weight(i));
    }
    return;
  }
  pass(stage, of(state_.base, stage), {}, false, interrupt, [&](std::size_t i, double dot) {
    const double p = logistic(dot);
    factors_[stage][i] = static_cast<float>(weight(i) * std::max(p * (1.0 - p), 1e-4));
    return 0.0;
  });
}

void ValueFit::begin_quadratic(std::size_t stage, Interrupt& interrupt) {
  const StageRange& range = stages_[stage];
  const auto weights = of(state_.weights, stage);
  std::ranges::copy(weights, of(state_.base, stage).begin());
  weigh(stage, interrupt);
  const auto residual = of(state_.residual, stage);
  pass(stage, weights, residual, false, interrupt, [&](std::size_t i, double dot) {
    const std::size_t example = range.begin + i;
    const auto label = static_cast<double>(data_.labels[example]);
    if (!settings_.logistic) return static_cast<double>(factors_[stage][i]) * (label - dot);
    const bool core = example >= range.core_begin && example < range.core_end;
    return (core ? 1.0 : settings_.nearby) * (label - logistic(dot));
  });
  const auto diagonal = of(state_.diagonal, stage);
  pass(stage, weights, diagonal, true, interrupt,
       [&](std::size_t i, double) { return static_cast<double>(factors_[stage][i]); });
  const auto direction = of(state_.direction, stage);
  double slope = 0.0;
  for (std::size_t j = 0; j < unknowns_; ++j) {
    residual[j] -= l2_of(j) * weights[j];
    direction[j] = residual[j] / (diagonal[j] + l2_of(j));
    slope += residual[j] * direction[j];
  }
  state_.slope[stage] = slope;
}

void ValueFit::step(Interrupt& interrupt) {
  const bool again = state_.loop == 0 ||
                     (settings_.logistic && state_.loop % settings_.loops_of_a_newton_step == 0);
  std::vector<double> image(unknowns_);
  for (std::size_t stage = 0; stage < stages_.size(); ++stage) {
    if (again) begin_quadratic(stage, interrupt);
    const auto direction = of(state_.direction, stage);
    pass(stage, direction, image, false, interrupt,
         [&](std::size_t i, double dot) { return static_cast<double>(factors_[stage][i]) * dot; });
    double curvature = 0.0;
    for (std::size_t j = 0; j < unknowns_; ++j) {
      image[j] += l2_of(j) * direction[j];
      curvature += image[j] * direction[j];
    }
    if (!(curvature > 0.0)) continue;  // solved, or a stage without examples
    const double length = state_.slope[stage] / curvature;
    const auto weights = of(state_.weights, stage);
    const auto residual = of(state_.residual, stage);
    const auto diagonal = of(state_.diagonal, stage);
    double slope = 0.0;
    for (std::size_t j = 0; j < unknowns_; ++j) {
      weights[j] += length * direction[j];
      residual[j] -= length * image[j];
      slope += residual[j] * residual[j] / (diagonal[j] + l2_of(j));
    }
    const double kept = slope / state_.slope[stage];
    for (std::size_t j = 0; j < unknowns_; ++j) {
      direction[j] = residual[j] / (diagonal[j] + l2_of(j)) + kept * direction[j];
    }
    state_.slope[stage] = slope;
  }
  ++state_.loop;
}

void ValueFit::restore(ValueFitState state, Interrupt& interrupt) {
  for (const auto* values :
       {&state.weights, &state.base, &state.residual, &state.direction, &state.diagonal}) {
    if (values->size() != stages_.size() * unknowns_) {
      throw std::invalid_argument("the state is that of another fit");
    }
  }
  if (state.slope.size() != stages_.size() || state.loop < 0) {
    throw std::invalid_argument("the state is that of another fit");
  }
  state_ = std::move(state);
  for (std::size_t stage = 0; stage < stages_.size(); ++stage) weigh(stage, interrupt);
}

std::vector<float> value_sums(const PatternSpace& space, const ValueData& data, std::size_t begin,
                              std::size_t end, std::span<const double> weights, int threads,
                              Interrupt& interrupt) {
  std::vector<float> expanded;
  expand(space, weights, expanded);
  std::vector<float> sums(end - begin);
  Crew(threads).run(kParts, interrupt, [&](std::size_t part) {
    Example example(space, data);
    for (std::size_t i = sums.size() * part / kParts; i < sums.size() * (part + 1) / kParts; ++i) {
      if (i % kExamplesBetweenQuestions == 0 && interrupt.requested()) return;
      example.read(begin + i);
      sums[i] =
          static_cast<float>(example.dot(expanded.data(), weights.data() + space.parameters()));
    }
  });
  interrupt.check();
  return sums;
}

}  // namespace katachi
