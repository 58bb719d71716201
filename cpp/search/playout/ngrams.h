// N-grams: the move that won most often after the last one or two moves. The tables are in
// replies.h.
#pragma once

#include "search/part.h"

namespace katachi {

struct NgramsPart {
  int ngrams = 0;
  float ngram_decay = 0.0F;
  float ngram_threshold = 0.0F;
  bool ngram_averaging = false;

  static constexpr auto declare() {
    return Declaration{
        .name = "N-grams",
        .sentence =
            "The move that won most often after the last moves, except for a share epsilon.",
        .source = "Stankiewicz, Winands and Uiterwijk 2012; HAVANNAH 2.2.5",
        .fields =
            std::tuple{
                number("ngrams", &NgramsPart::ngrams, {0, 2},
                       "How many moves they look back (N-gram1, N-gram2); 0: off.",
                       "HAVANNAH 2.2.5"),
                number("ngram_decay", &NgramsPart::ngram_decay, {0, 1},
                       "gamma: what is left of the counts after every real move.",
                       "HAVANNAH 2.2.5"),
                number("ngram_threshold", &NgramsPart::ngram_threshold, {0, 1e9},
                       "T: only N-grams that were played more often.", "HAVANNAH 2.2.5"),
                flag("ngram_averaging", &NgramsPart::ngram_averaging,
                     "The mean of lengths 1 and 2.", "HAVANNAH 2.2.5"),
            },
        .asks = std::array{Asks<NgramsPart>{Demand::policy,
                                            [](const NgramsPart& s) { return s.ngrams > 0; }}},
        .needs = {{{"ngram_averaging", "playout.ngrams = 2"}}},
    };
  }
};

}  // namespace katachi
