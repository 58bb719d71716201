// Weights of board properties that evolve while the search runs (AGENTS 3.2.3): what they think of
// the board after a move is added to its score, and biases the final choice by value. The
// population is in population.h.
#pragma once

#include "search/part.h"
#include "search/selection/look.h"

namespace katachi {

struct GeneticPart {
  enum class Genetic : std::uint8_t { none, agents2017, any_sign };

  Genetic genetic = Genetic::none;
  float genetic_weight = 1.0F;

  static constexpr auto declare() {
    return Declaration{
        .name = "genetic",
        .sentence =
            "Weights of board properties evolve during the search and bias selection and "
            "the final choice by value.",
        .source = "AGENTS 3.2.3; Lucas, Samothrakis and Perez 2014",
        .fields =
            std::tuple{
                choice("genetic", &GeneticPart::genetic,
                       "Which weights: + W h, h their sum over the properties per cell.",
                       std::array{
                           Choice{Genetic::none, "none", "off"},
                           Choice{Genetic::agents2017, "agents2017",
                                  "weights from 0 to 1; what is bad for the player counts "
                                  "negatively",
                                  "AGENTS 3.2.3"},
                           Choice{Genetic::any_sign, "any_sign",
                                  "weights from -1 to 1, nothing known of what is good"},
                       }),
                number("genetic_weight", &GeneticPart::genetic_weight, {0, 1e6},
                       "W; AGENTS gives none."),
            },
        .asks = std::array{Asks<GeneticPart>{
            Demand::properties, [](const GeneticPart& s) { return s.genetic != Genetic::none; }}},
        .suits = {{{"genetic", Capability::board_properties}}},
    };
  }

  // A child without visits has no properties yet.
  template <class Look>
  KATACHI_INLINE void add(Look& look) const {
    if (look.view.genes == nullptr) return;
    for (std::size_t p = 0; p < kPropertyCount; ++p) {
      const float weight = genetic_weight * static_cast<float>((*look.view.genes)[p]);
      const float* property = look.c.property(p) + look.first;
      KATACHI_LANES
      for (std::size_t k = 0; k < Look::kLanes; ++k) look.scores[k] += weight * property[k];
    }
  }
};

}  // namespace katachi
