// Which move is played.
#pragma once

#include "search/part.h"

namespace katachi {

struct FinalChoicePart {
  enum class Choice : std::uint8_t { most_visits, best_value };

  Choice choice = Choice::most_visits;
  float temperature = 0.0F;

  static constexpr auto declare() {
    using Self = FinalChoicePart;
    return Declaration{
        .name = "choice",
        .sentence = "Which move is played.",
        .source = "Chaslot et al. 2008",
        .fields =
            std::tuple{
                katachi::choice("choice", &Self::choice, "By what the moves are compared.",
                                std::array{
                                    katachi::Choice{Choice::most_visits, "most_visits",
                                                    "the most visits, ties by value"},
                                    katachi::Choice{Choice::best_value, "best_value",
                                                    "the best value, ties by visits"},
                                }),
                number("temperature", &Self::temperature, {0, 1e3},
                       "Draws the move by visits^(1/temperature), for varied self-play; 0: the "
                       "best."),
            },
        .asks = kAsksNothing<Self>,
    };
  }
};

}  // namespace katachi
