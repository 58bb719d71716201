// Progressive bias: knowledge about moves in the score, less as visits come. Notation: v value and
// n visits of a child, N visits of its parent, H or P its share of the strength, a the weight of
// RAVE.
#pragma once

#include "search/part.h"
#include "search/selection/look.h"

namespace katachi {

struct BiasPart {
  enum class Bias : std::uint8_t { none, simple, chaslot, huang, ikeda };

  Bias bias = Bias::none;
  float bias_weight = 0.5F;
  float bias_horizon = 5000.0F;
  float bias_constant = 0.0F;

  static constexpr auto declare() {
    return Declaration{
        .name = "bias",
        .sentence = "Knowledge about moves in the score of a child, less as visits come.",
        .source = "Chaslot et al. 2008; SHAPES 2.2 to 2.4",
        .fields =
            std::tuple{
                choice("bias", &BiasPart::bias, "The term for knowledge.",
                       std::array{
                           Choice{Bias::none, "none", "off"},
                           Choice{Bias::simple, "simple", "+ W H / n", "Chaslot et al. 2008"},
                           Choice{Bias::chaslot, "chaslot",
                                  "(1-a) v + a rave + (G + W / ln(2 + n)) H", "SHAPES 2.2"},
                           Choice{Bias::huang, "huang",
                                  "(1-a) (v + C sqrt(ln N / n)) + a rave + W H / N", "SHAPES 2.3"},
                           Choice{Bias::ikeda, "ikeda", "UCB + W sqrt(K / (N + K)) P",
                                  "SHAPES 2.4 and 5.1"},
                       }),
                number("bias_weight", &BiasPart::bias_weight, {-1e6, 1e6},
                       "W, also called C_BT and C_PB.", "SHAPES 5.1"),
                number("bias_horizon", &BiasPart::bias_horizon, {1e-6, 1e12}, "K of ikeda.",
                       "SHAPES 5.1"),
                number("bias_constant", &BiasPart::bias_constant, {-1e6, 1e6}, "G of chaslot.",
                       "SHAPES 2.2"),
            },
        .asks = std::array{Asks<BiasPart>{Demand::strength,
                                          [](const BiasPart& s) { return s.bias != Bias::none; }}},
        .needs = {{{"bias", "knowledge"}}},
    };
  }

  template <class Look>
  KATACHI_INLINE void sum(Look& look) const {
    const Children& c = look.c;
    auto& scores = look.scores;
    const auto& value = look.value;
    auto& explore = look.explore;
    const auto& visits = look.visits;
    switch (bias) {
      case Bias::none:
        KATACHI_LANES
        for (std::size_t k = 0; k < Look::kLanes; ++k) scores[k] = value[k] + explore[k];
        break;
      case Bias::simple:
        KATACHI_LANES
        for (std::size_t k = 0; k < Look::kLanes; ++k) {
          scores[k] = value[k] + explore[k] +
                      bias_weight * c.strength[look.first + k] / std::max(visits[k], 1.0F);
        }
        break;
      case Bias::chaslot:
        KATACHI_LANES
        for (std::size_t k = 0; k < Look::kLanes; ++k) {
          scores[k] = value[k] + (bias_constant + bias_weight / std::log(2.0F + visits[k])) *
                                     c.strength[look.first + k];
        }
        break;
      case Bias::huang:
        // SHAPES 2.3 weighs the whole of UCT.
        if (look.mixes_amaf) {
          KATACHI_LANES
          for (std::size_t k = 0; k < Look::kLanes; ++k) explore[k] *= 1.0F - look.amaf_share[k];
        }
        KATACHI_LANES
        for (std::size_t k = 0; k < Look::kLanes; ++k) {
          scores[k] =
              value[k] + explore[k] + bias_weight * c.strength[look.first + k] / look.parent;
        }
        break;
      case Bias::ikeda: {
        const float weight = bias_weight * std::sqrt(bias_horizon / (look.parent + bias_horizon));
        KATACHI_LANES
        for (std::size_t k = 0; k < Look::kLanes; ++k) {
          scores[k] = value[k] + explore[k] + weight * c.strength[look.first + k];
        }
        break;
      }
    }
  }
};

}  // namespace katachi
