#include "learning/bradley_terry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace katachi {

BradleyTerry::BradleyTerry(const Teams& teams, Prior prior, std::vector<double> gammas, int threads,
                           const std::vector<std::size_t>& kept, Interrupt& interrupt)
    : teams_(teams),
      prior_(prior),
      gammas_(std::move(gammas)),
      wins_(teams.wins()),
      places_(teams.format().feature_count()),
      kept_(teams.format().feature_count(), false),
      products_(teams.blocks().size()),
      sums_(Teams::kChunks),
      crew_(threads) {
  for (const std::size_t feature : kept) kept_[feature] = true;
  const TeamFormat& format = teams.format();
  if (gammas_.empty()) gammas_.assign(format.total_levels(), 1.0);
  for (std::size_t g = 0; g < format.group_count(); ++g) {
    const auto& features = format.features(g);
    for (std::size_t c = 0; c < features.size(); ++c) {
      places_[features[c]].push_back({.group = g, .column = c});
    }
  }
  multiply(interrupt);
  measure(kNone, interrupt);
}

void BradleyTerry::multiply(Interrupt& interrupt) {
  crew_.run(products_.size(), interrupt, [&](std::size_t b) {
    products_[b].multiply(teams_.blocks()[b], teams_.format(), {.gammas = gammas_});
  });
  interrupt.check();
}

void BradleyTerry::apply(std::size_t feature, const TeamBlock& block,
                         BlockProducts& products) const {
  double* const evidence = products.evidence.data();
  const double* const ratios = ratios_.data();
  const std::uint32_t fixed = fixed_level(feature);
  for (const Place place : places_[feature]) {
    const TeamGroup& group = block.groups[place.group];
    double* const strengths = products.strengths[place.group].data();
    const std::uint16_t* const competition = group.competition.data();
    group.columns[place.column].visit([&](const auto& levels) {
      for (std::size_t t = 0; t < levels.size();) {
        const std::uint16_t here = competition[t];
        double change = 0.0;
        for (; t < levels.size() && competition[t] == here; ++t) {
          if (levels[t] == fixed) continue;
          const double old = strengths[t];
          const double changed = old * ratios[levels[t]];
          strengths[t] = changed;
          change += changed - old;
        }
        evidence[here] += change;
      }
    });
  }
}

void BradleyTerry::add(std::size_t feature, const TeamBlock& block, const BlockProducts& products,
                       std::vector<double>& sums) const {
  const double* const evidence = products.evidence.data();
  double* const target = sums.data();
  const std::uint32_t fixed = fixed_level(feature);
  for (const Place place : places_[feature]) {
    const TeamGroup& group = block.groups[place.group];
    const double* const strengths = products.strengths[place.group].data();
    const std::uint16_t* const competition = group.competition.data();
    group.columns[place.column].visit([&](const auto& levels) {
      for (std::size_t t = 0; t < levels.size();) {
        const std::uint16_t here = competition[t];
        const double part = 1.0 / evidence[here];
        for (; t < levels.size() && competition[t] == here; ++t) {
          if (levels[t] != fixed) target[levels[t]] += strengths[t] * part;
        }
      }
    });
  }
}

void BradleyTerry::update(std::size_t feature) {
  const TeamFormat& format = teams_.format();
  const std::size_t begin = format.level_begin(feature);
  const std::size_t count = format.level_count(feature);
  const std::size_t fixed = format.has_baseline(feature) ? 1 : 0;
  ratios_.assign(count, 1.0);
  for (std::size_t level = fixed; level < count; ++level) {
    double sum = 0.0;
    for (const auto& sums : sums_) sum += sums[level];
    const double old = gammas_[begin + level];
    const double losses = sum / old + (prior_.wins + prior_.losses) / (old + 1.0);
    if (!(losses > 0.0)) continue;  // never seen, and no prior
    const double changed =
        std::clamp((wins_[begin + level] + prior_.wins) / losses, kWeakest, kStrongest);
    gammas_[begin + level] = changed;
    ratios_[level] = changed / old;
  }
}

void BradleyTerry::pass(Interrupt& interrupt) {
  if (stale_) multiply(interrupt);
  stale_ = true;
  const std::vector<double> before = gammas_;
  try {
    update_all(interrupt);
  } catch (const Interrupted&) {
    gammas_ = before;
    throw;
  }
  stale_ = false;
}

void BradleyTerry::update_all(Interrupt& interrupt) {
  std::size_t last = kNone;
  for (std::size_t feature = 0; feature < places_.size(); ++feature) {
    if (kept_[feature]) continue;
    crew_.run(Teams::kChunks, interrupt, [&](std::size_t chunk) {
      sums_[chunk].assign(teams_.format().level_count(feature), 0.0);
      std::size_t b = teams_.chunk_begin(chunk);
      for (const TeamBlock& block : teams_.chunk(chunk)) {
        if (interrupt.requested()) return;
        if (last != kNone) apply(last, block, products_[b]);
        add(feature, block, products_[b], sums_[chunk]);
        ++b;
      }
    });
    interrupt.check();
    update(feature);
    last = feature;
  }
  measure(last, interrupt);
}

// Applies the last change, makes sums of evidence anew against drift, and takes the likelihood.
void BradleyTerry::measure(std::size_t last_feature, Interrupt& interrupt) {
  std::array<double, Teams::kChunks> totals{};
  crew_.run(Teams::kChunks, interrupt, [&](std::size_t chunk) {
    std::size_t b = teams_.chunk_begin(chunk);
    for (const TeamBlock& block : teams_.chunk(chunk)) {
      if (interrupt.requested()) return;
      if (last_feature != kNone) apply(last_feature, block, products_[b]);
      products_[b].add_up(block);
      totals[chunk] += products_[b].log_evidence(block);
      ++b;
    }
  });
  interrupt.check();
  double total = 0.0;
  for (const double part : totals) total += part;
  const std::size_t count = teams_.competition_count();
  mean_log_evidence_ = count == 0 ? 0.0 : total / static_cast<double>(count);
}

double BradleyTerry::objective() const {
  double total = mean_log_evidence_ * static_cast<double>(teams_.competition_count());
  const TeamFormat& format = teams_.format();
  for (std::size_t f = 0; f < format.feature_count(); ++f) {
    if (kept_[f]) continue;
    const std::size_t begin = format.level_begin(f);
    for (std::size_t level = format.has_baseline(f) ? 1 : 0; level < format.level_count(f);
         ++level) {
      const double gamma = gammas_[begin + level];
      total += prior_.wins * std::log(gamma) - (prior_.wins + prior_.losses) * std::log1p(gamma);
    }
  }
  return total;
}

}  // namespace katachi
