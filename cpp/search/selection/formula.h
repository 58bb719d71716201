// The formula of selection: value + exploration. Notation: v value and n visits of a child, N
// visits of its parent, C the constant of exploration, P the share of the strength.
#pragma once

#include <limits>

#include "search/part.h"
#include "search/selection/look.h"

namespace katachi {

struct FormulaPart {
  enum class Formula : std::uint8_t { uct, uct_two, ucb1_tuned, puct };

  Formula formula = Formula::uct;
  float exploration = 0.7F;
  float first_play_urgency = std::numeric_limits<float>::infinity();

  static constexpr auto declare() {
    return Declaration{
        .name = "formula",
        .sentence = "Which child to visit: its value and how little is known of it.",
        .source = "Kocsis and Szepesvari 2006",
        .fields =
            std::tuple{
                choice(
                    "formula", &FormulaPart::formula, "The term for exploration.",
                    std::array{
                        Choice{Formula::uct, "uct", "v + C sqrt(ln N / n)", "HAVANNAH 2.1"},
                        Choice{Formula::uct_two, "uct_two", "v + C sqrt(2 ln N / n)", "AGENTS 1.2"},
                        Choice{Formula::ucb1_tuned, "ucb1_tuned",
                               "v + C sqrt(ln N / n min(1/4, v(1-v) + sqrt(2 ln N / n)))",
                               "Auer et al. 2002"},
                        Choice{Formula::puct, "puct", "v + C P sqrt(N) / (1 + n), P from knowledge",
                               "Silver et al. 2016"},
                    }),
                number("exploration", &FormulaPart::exploration, {0, 1e6}, "C.",
                       "Kocsis and Szepesvari 2006: 1 / sqrt 2"),
                number_or_infinity("first_play_urgency", &FormulaPart::first_play_urgency,
                                   {-1e6, 1e6},
                                   "Value of a child without visits; below 0: so much less than "
                                   "the mean of those with visits; inf: every child is tried "
                                   "once first, in random order.",
                                   "Gelly and Wang 2006"),
            },
        .asks = std::array{Asks<FormulaPart>{
            Demand::strength, [](const FormulaPart& s) { return s.formula == Formula::puct; }}},
        .needs = {{{"formula = 'puct'", "knowledge"}}},
    };
  }

  template <class Look>
  KATACHI_INLINE void explore(Look& look) const {
    const auto at_least_one = [](float n) { return std::max(n, 1.0F); };
    const Children& c = look.c;
    const auto& visits = look.visits;
    auto& explore = look.explore;
    switch (formula) {
      case Formula::uct:
      case Formula::uct_two: {
        const float numerator =
            formula == Formula::uct_two ? 2.0F * look.log_parent : look.log_parent;
        KATACHI_LANES
        for (std::size_t k = 0; k < Look::kLanes; ++k) {
          explore[k] = exploration * std::sqrt(numerator / at_least_one(visits[k]));
        }
        break;
      }
      case Formula::ucb1_tuned:
        KATACHI_LANES
        for (std::size_t k = 0; k < Look::kLanes; ++k) {
          const float ratio = look.log_parent / at_least_one(visits[k]);
          // Results are wins and losses, so v(1-v) is their variance. Initial values (1000 wins of
          // one visit, HAVANNAH 3.7.3) and urgencies may be above 1 or negative; shares are not.
          const float share = std::min(std::max(look.value[k], 0.0F), 1.0F);
          const float variance = share * (1.0F - share) + std::sqrt(2.0F * ratio);
          explore[k] = exploration * std::sqrt(ratio * std::min(0.25F, variance));
        }
        break;
      case Formula::puct:
        KATACHI_LANES
        for (std::size_t k = 0; k < Look::kLanes; ++k) {
          explore[k] = exploration * c.strength[look.first + k] * std::sqrt(look.parent) /
                       (1.0F + visits[k]);
        }
        break;
    }
  }
};

}  // namespace katachi
