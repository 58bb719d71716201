// The same initial visits for every move, half of them won: knowledge of nothing. The control of
// enhancements that give initial visits by knowledge. Whatever these visits do beside telling moves
// apart, less exploration above all, is in the control too.
#pragma once

#include "search/part.h"

namespace katachi {

struct EqualVisitsPart {
  float equal_visits = 0.0F;

  static constexpr auto declare() {
    using Self = EqualVisitsPart;
    return Declaration{
        .name = "equal visits",
        .sentence =
            "The same initial visits for every move, half of them won: the control of "
            "initial visits that know something.",
        .source = "",
        .fields =
            std::tuple{
                number("equal_visits", &Self::equal_visits, {0, 1e9},
                       "Initial visits of every move; 0: off."),
            },
        .asks = std::array{Asks<Self>{Demand::initial,
                                      [](const Self& s) { return s.equal_visits > 0.0F; }}},
    };
  }
};

}  // namespace katachi
