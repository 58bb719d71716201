#include "search/selection.h"

#include "games/compiler.h"

namespace katachi {

KATACHI_TWICE
void Selection::score(const Family& family, const Children& c, std::uint32_t count,
                      const View& view, Scores& scores) const {
  using Formula = SelectionSettings::Formula;
  using Rave = SelectionSettings::Rave;
  using Bias = SelectionSettings::Bias;
  const SelectionSettings& s = settings_;
  const AncestorAmaf& ancestor = view.ancestor;
  const float parent = static_cast<float>(std::max(*c.parent_visits, 1U));
  const float log_parent = std::log(parent);
  const float urgency = std::isinf(s.first_play_urgency) ? 1.0F : s.first_play_urgency;

  // Value and visits, initial ones included (HAVANNAH 3.2).
  Scores visits;
  Scores value;
  for (std::uint32_t i = 0; i < count; ++i) visits[i] = static_cast<float>(c.visits[i]);
  for (std::uint32_t i = 0; i < count; ++i) value[i] = static_cast<float>(c.value[i]);
  if (statistics_.initial) {
    for (std::uint32_t i = 0; i < count; ++i) visits[i] += c.initial_visits[i];
    for (std::uint32_t i = 0; i < count; ++i) value[i] += c.initial_value[i];
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    value[i] = visits[i] > 0.0F ? value[i] / std::max(visits[i], 1e-9F) : urgency;
  }
  const Scores& own_value = value;

  // Exploration.
  Scores explore;
  const auto at_least_one = [](float n) { return std::max(n, 1.0F); };
  switch (s.formula) {
    case Formula::uct:
    case Formula::uct_two: {
      const float numerator = s.formula == Formula::uct_two ? 2.0F * log_parent : log_parent;
      for (std::uint32_t i = 0; i < count; ++i) {
        explore[i] = s.exploration * std::sqrt(numerator / at_least_one(visits[i]));
      }
      break;
    }
    case Formula::ucb1_tuned:
      for (std::uint32_t i = 0; i < count; ++i) {
        const float ratio = log_parent / at_least_one(visits[i]);
        // Results are wins and losses, so v(1-v) is their variance. Initial values (1000 wins of
        // one visit, HAVANNAH 3.7.3) and urgencies may be above 1 or negative; shares are not.
        const float share = std::min(std::max(own_value[i], 0.0F), 1.0F);
        const float variance = share * (1.0F - share) + std::sqrt(2.0F * ratio);
        explore[i] = s.exploration * std::sqrt(ratio * std::min(0.25F, variance));
      }
      break;
    case Formula::puct:
      for (std::uint32_t i = 0; i < count; ++i) {
        explore[i] = s.exploration * c.strength[i] * std::sqrt(parent) / (1.0F + visits[i]);
      }
      break;
  }

  // RAVE: mix the value with AMAF.
  Scores share;  // a, the weight of AMAF
  Scores amaf;
  const bool rave = s.rave != Rave::none;
  if (rave) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const float n = ancestor.set ? ancestor.visits[c.move[i]] : c.amaf_visits[i];
      const float w = ancestor.set ? ancestor.value[c.move[i]] : c.amaf_value[i];
      amaf[i] = n > 0.0F ? w / std::max(n, 1e-9F) : 0.5F;
      if (s.rave == Rave::hand_selected) {
        share[i] = s.rave_equivalence / (s.rave_equivalence + visits[i]);
      } else {
        share[i] = n / (n + visits[i] + 4.0F * n * visits[i] * s.rave_bias * s.rave_bias + 1e-9F);
      }
      share[i] = n > 0.0F ? share[i] : 0.0F;
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      value[i] = (1.0F - share[i]) * value[i] + share[i] * amaf[i];
      // SHAPES 2.3 weighs the whole of UCT.
      if (s.bias == Bias::huang) explore[i] *= 1.0F - share[i];
    }
  }

  // Knowledge.
  switch (s.bias) {
    case Bias::none:
      for (std::uint32_t i = 0; i < count; ++i) scores[i] = value[i] + explore[i];
      break;
    case Bias::simple:
      for (std::uint32_t i = 0; i < count; ++i) {
        scores[i] = value[i] + explore[i] + s.bias_weight * c.strength[i] / at_least_one(visits[i]);
      }
      break;
    case Bias::chaslot:
      for (std::uint32_t i = 0; i < count; ++i) {
        scores[i] = value[i] +
                    (s.bias_constant + s.bias_weight / std::log(2.0F + visits[i])) * c.strength[i];
      }
      break;
    case Bias::huang:
      for (std::uint32_t i = 0; i < count; ++i) {
        scores[i] = value[i] + explore[i] + s.bias_weight * c.strength[i] / parent;
      }
      break;
    case Bias::ikeda: {
      const float weight = s.bias_weight * std::sqrt(s.bias_horizon / (parent + s.bias_horizon));
      for (std::uint32_t i = 0; i < count; ++i) {
        scores[i] = value[i] + explore[i] + weight * c.strength[i];
      }
      break;
    }
  }

  // Progressive history (HAVANNAH 2.3): fades with the losses of the child.
  if (s.history_weight > 0.0F) {
    const std::size_t player = index_of(c.mover);
    for (std::uint32_t i = 0; i < count; ++i) {
      const float losses = static_cast<float>(c.visits[i]) - static_cast<float>(c.value[i]);
      scores[i] += view.history.rate(player, c.move[i]) * s.history_weight / (losses + 1.0F);
    }
  }

  // Evolving weights of board properties (AGENTS 3.2.3); a child without visits has none yet.
  if (view.genes != nullptr) {
    for (std::size_t k = 0; k < kPropertyCount; ++k) {
      const float weight = s.genetic_weight * static_cast<float>((*view.genes)[k]);
      const float* property = c.property(k);
      for (std::uint32_t i = 0; i < count; ++i) scores[i] += weight * property[i];
    }
  }

  // A move that cannot be better than what is proven already is not looked at: a lost move, and
  // with score bounds a move that is at most a draw where a draw is certain.
  if (s.solver) {
    constexpr float kNever = -std::numeric_limits<float>::infinity();
    const int certain = bounds_of(family.proof).low;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (c.proof[i] == Proof::unknown) continue;
      scores[i] = bounds_of(c.proof[i]).high <= certain ? kNever : scores[i];
    }
  }
}

}  // namespace katachi
