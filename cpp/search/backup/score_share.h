// The scaled score of AGENTS in the value of an end: (s + b^2) / (2 b^2), b^2 the cells.
#pragma once

#include <algorithm>

#include "search/part.h"

namespace katachi {

struct ScoreSharePart {
  float score_share = 0.0F;

  static constexpr auto declare() {
    return Declaration{
        .name = "score share",
        .sentence = "Mixes the scaled score into the value of an end; the rest is the win.",
        .source = "AGENTS",
        .fields =
            std::tuple{
                number("score_share", &ScoreSharePart::score_share, {0, 1},
                       "Share of (s + b^2) / (2 b^2), s the score and b^2 the cells.", "AGENTS"),
            },
        .asks = kAsksNothing<ScoreSharePart>,
    };
  }

  // The value of an end for Black, of which `value` is the win; `most` is b^2.
  [[nodiscard]] double mixed(double value, float score, double most) const {
    const auto share = static_cast<double>(score_share);
    if (share <= 0.0) return value;
    const double scaled = std::clamp((static_cast<double>(score) + most) / (2.0 * most), 0.0, 1.0);
    return (1.0 - share) * value + share * scaled;
  }
};

}  // namespace katachi
