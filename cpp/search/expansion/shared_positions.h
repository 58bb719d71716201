// Equal positions share their children; the table is in search/transpositions.h.
#pragma once

#include "search/part.h"

namespace katachi {

struct SharedPositionsPart {
  bool transpositions = false;

  static constexpr auto declare() {
    return Declaration{
        .name = "shared positions",
        .sentence = "Positions that are reached in several ways share what is below them.",
        .source = "Childs, Brodeur and Kocsis 2008",
        .fields =
            std::tuple{
                flag("transpositions", &SharedPositionsPart::transpositions,
                     "Equal positions share their children.", "Childs, Brodeur and Kocsis 2008"),
            },
        .asks = kAsksNothing<SharedPositionsPart>,
        .suits = {{{"transpositions", Capability::transpositions}}},
    };
  }
};

}  // namespace katachi
