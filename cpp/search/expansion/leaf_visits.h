// When a leaf gets children.
#pragma once

#include "search/part.h"

namespace katachi {

struct LeafVisitsPart {
  int visits = 1;

  static constexpr auto declare() {
    return Declaration{
        .name = "leaf visits",
        .sentence = "When a leaf gets children.",
        .source = "Coulom 2006",
        .fields =
            std::tuple{
                number("visits", &LeafVisitsPart::visits, {0, 1e9},
                       "A leaf gets children on the visit after this many."),
            },
        .asks = kAsksNothing<LeafVisitsPart>,
    };
  }
};

}  // namespace katachi
