#include "learning/query_quality.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace katachi {
namespace {

using Children = std::span<const WinsLosses>;

WinsLosses sum_of(Children children) {
  WinsLosses all;
  for (const WinsLosses& child : children) {
    all.wins += child.wins;
    all.losses += child.losses;
  }
  return all;
}

constexpr bool needs_both(Criterion criterion) { return criterion >= Criterion::wrs; }
constexpr bool needs_split_wins(Criterion criterion) {
  return criterion == Criterion::ws || criterion == Criterion::ews;
}
constexpr bool needs_split_losses(Criterion criterion) {
  return criterion == Criterion::ls || criterion == Criterion::els;
}

template <class Part>
double evenness(Children children, double total, Part part) {
  const double share = 1.0 / static_cast<double>(children.size());
  double sum = 0.0;
  for (const WinsLosses& child : children) sum += std::abs(share - part(child) / total);
  return -sum;
}

template <class Part>
double entropy(Children children, double total, Part part) {
  double sum = 0.0;
  for (const WinsLosses& child : children) {
    const double share = part(child) / total;
    if (share > 0.0) sum += share * std::log2(share);
  }
  return -sum;
}

// Sum of term(child, win rate) over children with descents.
template <class Term>
double sum_over(Children children, Term term) {
  double sum = 0.0;
  for (const WinsLosses& child : children) {
    if (child.descents() > 0.0) sum += term(child, child.wins / child.descents());
  }
  return sum;
}

double most_decided(Children children, bool weighted) {
  double win = -std::numeric_limits<double>::infinity();
  double loss = win;
  for (const WinsLosses& child : children) {
    if (child.descents() == 0.0) continue;
    const double weight = weighted ? child.descents() : 1.0;
    const double rate = child.wins / child.descents();
    win = std::max(win, weight * std::log2(rate));
    loss = std::max(loss, weight * std::log2(1.0 - rate));
  }
  return win + loss;
}

}  // namespace

Criterion criterion_named(std::string_view name) {
  for (std::size_t i = 0; i < kCriteria; ++i) {
    if (kCriterionNames[i] == name) return static_cast<Criterion>(i);
  }
  std::string known;
  for (const auto& one : kCriterionNames) known += (known.empty() ? "" : ", ") + std::string(one);
  throw std::invalid_argument("no criterion '" + std::string(name.substr(0, 40)) +
                              "'; known: " + known);
}

bool may_split(Criterion criterion, const WinsLosses& all) {
  if (needs_both(criterion)) return all.wins > 0.0 && all.losses > 0.0;
  if (needs_split_wins(criterion)) return all.wins > 1.0;
  if (needs_split_losses(criterion)) return all.losses > 1.0;
  return true;
}

bool is_suitable(Criterion criterion, Children children) {
  const WinsLosses all = sum_of(children);
  if (!may_split(criterion, all)) return false;
  return std::none_of(children.begin(), children.end(), [&](const WinsLosses& child) {
    return child.descents() == all.descents() ||
           (needs_split_wins(criterion) && child.wins == all.wins) ||
           (needs_split_losses(criterion) && child.losses == all.losses);
  });
}

double quality(Criterion criterion, Children children) {
  const WinsLosses all = sum_of(children);
  const double d = all.descents();
  const double r = all.wins / d;
  const auto descents = [](const WinsLosses& child) { return child.descents(); };
  const auto wins = [](const WinsLosses& child) { return child.wins; };
  const auto losses = [](const WinsLosses& child) { return child.losses; };
  const auto off = [&](double rate) { return std::abs(rate - r); };
  const auto mixed = [&](double rate) { return std::min(rate / r, (1.0 - rate) / (1.0 - r)); };
  switch (criterion) {
    case Criterion::nds:
      return -std::abs(0.5 - children.back().descents() / d);
    case Criterion::ds:
      return evenness(children, d, descents);
    case Criterion::ws:
      return evenness(children, all.wins, wins);
    case Criterion::ls:
      return evenness(children, all.losses, losses);
    case Criterion::eds:
      return entropy(children, d, descents);
    case Criterion::ews:
      return entropy(children, all.wins, wins);
    case Criterion::els:
      return entropy(children, all.losses, losses);
    case Criterion::wrs:
      return -sum_over(children, [&](const WinsLosses&, double rate) { return off(rate); });
    case Criterion::wls:
      return sum_over(children, [&](const WinsLosses&, double rate) { return off(rate); });
    case Criterion::wwls:
      return sum_over(children, [&](const WinsLosses& child, double rate) {
        return child.descents() * off(rate);
      });
    case Criterion::ss:
      return -sum_over(children, [&](const WinsLosses&, double rate) { return mixed(rate); });
    case Criterion::wss:
      return -sum_over(children, [&](const WinsLosses& child, double rate) {
        return child.descents() * mixed(rate);
      });
    case Criterion::we:
      return most_decided(children, false);
    case Criterion::wwe:
      return most_decided(children, true);
  }
  return 0.0;
}

}  // namespace katachi
