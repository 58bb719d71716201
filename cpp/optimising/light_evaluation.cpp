#include "optimising/light_evaluation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

namespace katachi {
namespace {

// Adds logarithms of many numbers as one logarithm of their product.
class LogSum {
 public:
  void add(double factor) {
    product_ *= factor;
    if (product_ < 1e-200 || product_ > 1e200) flush();
  }
  double total() {
    flush();
    return total_;
  }

 private:
  void flush() {
    total_ += std::log(product_);
    product_ = 1.0;
  }
  double product_ = 1.0;
  double total_ = 0.0;
};

}  // namespace

LightEvaluation::LightEvaluation(std::shared_ptr<const ClassTeams> train,
                                 std::shared_ptr<const ClassTeams> test, Frame frame,
                                 LightSettings settings, int threads)
    : train_(std::move(train)),
      test_(std::move(test)),
      frame_(std::move(frame)),
      settings_(settings),
      crew_(threads),
      sums_(kLanes) {}

void LightEvaluation::encode(const ClassTeams& teams, const ShapePlaces& shape,
                             std::vector<std::uint32_t>& levels, Interrupt& interrupt) const {
  constexpr std::size_t kStrip = 2048;
  const std::size_t count = teams.team_count();
  levels.resize(count);
  std::array<std::uint32_t, kStrip> strip;
  for (std::size_t begin = 0; begin < count; begin += kStrip) {
    if (interrupt.requested()) return;
    const std::size_t length = std::min(kStrip, count - begin);
    std::uint32_t* const out = levels.data() + begin;
    const std::uint8_t* const stage = teams.stages() > 1 ? teams.stage().data() + begin : nullptr;
    for (std::size_t r = 0; r < frame_.readings.size(); ++r) {
      std::uint32_t* const read = r == 0 ? out : strip.data();
      std::fill_n(read, length, 0U);
      for (const std::uint16_t place : shape) {
        const std::uint8_t* const content = teams.content(frame_.readings[r][place]) + begin;
        const std::uint32_t base = frame_.base;
        for (std::size_t t = 0; t < length; ++t) read[t] = read[t] * base + content[t];
      }
      if (r > 0) {
        for (std::size_t t = 0; t < length; ++t) out[t] = std::min(out[t], strip[t]);
      }
    }
    if (stage == nullptr) continue;
    const std::uint32_t contents = contents_of(shape);
    for (std::size_t t = 0; t < length; ++t) out[t] += contents * stage[t];
  }
}

std::uint32_t LightEvaluation::contents_of(const ShapePlaces& shape) const {
  std::uint32_t contents = 1;
  for (std::size_t i = 0; i < shape.size(); ++i) contents *= frame_.base;
  return contents;
}

void LightEvaluation::number_levels(ShapeColumn& made) const {
  std::vector<std::uint32_t> number(std::size_t{contents_of(made.shape)} * train_->stages(), 0);
  std::uint32_t seen = 0;
  for (std::uint32_t& level : made.train) {
    std::uint32_t& known = number[level];
    if (known == 0) known = ++seen;
    level = known;
  }
  for (std::uint32_t& level : made.test) level = number[level];
  made.wins.assign(seen + 1, 0.0);
  made.appearances.assign(seen + 1, 0.0);
}

void LightEvaluation::count_levels(ShapeColumn& made) const {
  const float* const times = train_->times();
  const float* const weight = train_->weight();
  for (const auto& bundle : train_->bundles()) {
    std::size_t t = bundle.first_team;
    for (std::size_t j = 0; j < bundle.competitions; ++j) {
      for (std::size_t i = 0; i < bundle.teams; ++i, ++t) {
        made.wins[made.train[t]] += static_cast<double>(times[t]);
        made.appearances[made.train[t]] +=
            static_cast<double>(weight[bundle.first_competition + j]);
      }
    }
  }
}

const ShapeColumn& LightEvaluation::column(const ShapePlaces& shape, Interrupt& interrupt) {
  for (auto entry = cache_.begin(); entry != cache_.end(); ++entry) {
    if (entry->shape != shape) continue;
    cache_.splice(cache_.begin(), cache_, entry);
    return cache_.front();
  }
  ++encoded_;
  // The oldest column makes room, and lends its memory.
  if (cache_.size() < kKept) {
    cache_.emplace_front();
  } else {
    cache_.splice(cache_.begin(), cache_, std::prev(cache_.end()));
  }
  ShapeColumn& made = cache_.front();
  made.shape = shape;
  crew_.run(2, interrupt, [&](std::size_t job) {
    encode(job == 0 ? *train_ : *test_, shape, job == 0 ? made.train : made.test, interrupt);
  });
  if (interrupt.requested()) {
    cache_.pop_front();
    throw Interrupted();
  }
  number_levels(made);
  count_levels(made);
  return made;
}

// Adds strength / E of every team of the lane to its level of the feature. kFeatures: how many
// there are, or 0 for any number.
template <int kFeatures>
void LightEvaluation::add(const std::vector<const ShapeColumn*>& columns, std::size_t feature,
                          std::size_t lane, Interrupt& interrupt) {
  const std::size_t features = kFeatures > 0 ? kFeatures : columns.size();
  std::array<const std::uint32_t*, kFeatures> levels;
  std::array<const double*, kFeatures> gammas;
  for (std::size_t f = 0; f < kFeatures; ++f) {
    levels[f] = columns[f]->train.data();
    gammas[f] = gammas_[f].data();
  }
  const double* const factor = train_->factor().empty() ? nullptr : train_->factor().data();
  const auto strength = [&](std::size_t t) {
    double product = factor != nullptr ? factor[t] : 1.0;
    if constexpr (kFeatures > 0) {
      for (std::size_t f = 0; f < kFeatures; ++f) product *= gammas[f][levels[f][t]];
    } else {
      for (std::size_t f = 0; f < features; ++f) product *= gammas_[f][columns[f]->train[t]];
    }
    return product;
  };
  const std::uint32_t* const own = columns[feature]->train.data();
  const double* const rest = train_->rest();
  const float* const weight = train_->weight();
  auto& sums = sums_[lane];
  sums.assign(columns[feature]->wins.size(), 0.0);
  std::array<double, kMaxCells + 1> strengths;
  for (const auto& bundle : train_->bundles()) {
    if (interrupt.requested()) return;
    const std::size_t begin = bundle.competitions * lane / kLanes;
    const std::size_t end = bundle.competitions * (lane + 1) / kLanes;
    std::size_t t = bundle.first_team + begin * bundle.teams;
    for (std::size_t j = bundle.first_competition + begin; j < bundle.first_competition + end;
         ++j) {
      if (bundle.teams == 1) {
        const double s = strength(t);
        sums[own[t]] += s * static_cast<double>(weight[j]) / (rest[j] + s);
        ++t;
        continue;
      }
      double evidence = rest[j];
      for (std::size_t i = 0; i < bundle.teams; ++i) {
        strengths[i] = strength(t + i);
        evidence += strengths[i];
      }
      const double share = static_cast<double>(weight[j]) / evidence;
      for (std::size_t i = 0; i < bundle.teams; ++i) sums[own[t + i]] += strengths[i] * share;
      t += bundle.teams;
    }
  }
}

// The sum over all positions of ln P(chosen).
double LightEvaluation::log_evidence(const ClassTeams& teams,
                                     const std::vector<const ShapeColumn*>& columns, bool test,
                                     Interrupt& interrupt) {
  std::array<double, kLanes> totals{};
  crew_.run(kLanes, interrupt, [&](std::size_t lane) {
    const double* const factor = teams.factor().empty() ? nullptr : teams.factor().data();
    double logarithms = 0.0;
    LogSum once;  // numbers that count once, as most do
    for (const auto& bundle : teams.bundles()) {
      if (interrupt.requested()) return;
      const std::size_t begin = bundle.competitions * lane / kLanes;
      const std::size_t end = bundle.competitions * (lane + 1) / kLanes;
      std::size_t t = bundle.first_team + begin * bundle.teams;
      for (std::size_t j = bundle.first_competition + begin; j < bundle.first_competition + end;
           ++j) {
        double evidence = teams.rest()[j];
        for (std::size_t i = 0; i < bundle.teams; ++i, ++t) {
          double product = 1.0;
          for (std::size_t f = 0; f < columns.size(); ++f) {
            product *= gammas_[f][test ? columns[f]->test[t] : columns[f]->train[t]];
          }
          evidence += factor != nullptr ? factor[t] * product : product;
          const float times = teams.times()[t];
          if (times == 1.0F) {
            once.add(product);
          } else if (times > 0.0F) {
            logarithms += static_cast<double>(times) * std::log(product);
          }
        }
        const float weight = teams.weight()[j];
        if (weight == 1.0F) {
          once.add(1.0 / evidence);
        } else {
          logarithms -= static_cast<double>(weight) * std::log(evidence);
        }
      }
    }
    totals[lane] = logarithms + once.total();
  });
  interrupt.check();
  double total = teams.fixed_log_evidence();
  for (const double part : totals) total += part;
  return total;
}

void LightEvaluation::add_all(const std::vector<const ShapeColumn*>& columns, std::size_t feature,
                              Interrupt& interrupt) {
  crew_.run(kLanes, interrupt, [&](std::size_t lane) {
    switch (columns.size()) {
      case 1:
        return add<1>(columns, feature, lane, interrupt);
      case 2:
        return add<2>(columns, feature, lane, interrupt);
      case 3:
        return add<3>(columns, feature, lane, interrupt);
      case 4:
        return add<4>(columns, feature, lane, interrupt);
      case 5:
        return add<5>(columns, feature, lane, interrupt);
      default:
        return add<0>(columns, feature, lane, interrupt);
    }
  });
  interrupt.check();
}

void LightEvaluation::fit(const std::vector<const ShapeColumn*>& columns, Interrupt& interrupt) {
  gammas_.resize(columns.size());
  for (std::size_t f = 0; f < columns.size(); ++f) gammas_[f].assign(columns[f]->wins.size(), 1.0);
  const Prior prior = settings_.prior;
  for (int loop = 0; loop < settings_.loops; ++loop) {
    for (std::size_t f = 0; f < columns.size(); ++f) {
      add_all(columns, f, interrupt);
      for (std::size_t level = 0; level < gammas_[f].size(); ++level) {
        double sum = 0.0;
        for (const auto& lane : sums_) sum += lane[level];
        const double old = gammas_[f][level];
        const double losses = sum / old + (prior.wins + prior.losses) / (old + 1.0);
        if (!(losses > 0.0)) continue;  // never seen, and no prior
        gammas_[f][level] = std::clamp((columns[f]->wins[level] + prior.wins) / losses,
                                       BradleyTerry::kWeakest, BradleyTerry::kStrongest);
      }
    }
  }
}

LightEvaluation::Value LightEvaluation::evaluate(const std::vector<ShapePlaces>& shapes,
                                                 bool train_too, Interrupt& interrupt) {
  std::vector<ShapeColumn> kept;  // more shapes than the cache holds
  std::vector<const ShapeColumn*> columns;
  if (shapes.size() > kKept) {
    kept.reserve(shapes.size());
    for (const ShapePlaces& shape : shapes)
      columns.push_back(&kept.emplace_back(column(shape, interrupt)));
  } else {
    for (const ShapePlaces& shape : shapes) columns.push_back(&column(shape, interrupt));
  }
  fit(columns, interrupt);
  const auto mean = [](double sum, const ClassTeams& teams) {
    return teams.total() > 0.0 ? sum / teams.total() : 0.0;
  };
  Value value;
  if (train_too) value.train = mean(log_evidence(*train_, columns, false, interrupt), *train_);
  value.test = mean(log_evidence(*test_, columns, true, interrupt), *test_);
  return value;
}

}  // namespace katachi
