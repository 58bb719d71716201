// Equal positions share their children; the table is in transposition_table.h.
#pragma once

#include "search/part.h"

namespace katachi {

struct TranspositionsPart {
  bool transpositions = false;

  static constexpr auto declare() {
    return Declaration{
        .name = "transpositions",
        .sentence = "Positions that are reached in several ways share what is below them.",
        .source = "Childs, Brodeur and Kocsis 2008",
        .fields =
            std::tuple{
                flag("transpositions", &TranspositionsPart::transpositions,
                     "Equal positions share their children.", "Childs, Brodeur and Kocsis 2008"),
            },
        .asks = kAsksNothing<TranspositionsPart>,
        .suits = {{{"transpositions", Capability::transpositions}}},
    };
  }
};

}  // namespace katachi
