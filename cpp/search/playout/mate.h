// Havannah-Mate: two threats at once cannot both be stopped, so the playout ends there (threats.h).
#pragma once

#include <algorithm>

#include "search/part.h"

namespace katachi {

struct MatePart {
  float mate = 0.0F;

  static constexpr auto declare() {
    return Declaration{
        .name = "mate",
        .sentence = "A playout ends at a double threat.",
        .source = "HAVANNAH 2.2.3",
        .fields =
            std::tuple{
                number("mate", &MatePart::mate, {0, 1e6},
                       "c: it does so in the first cells / c plies; 0: off.", "HAVANNAH 2.2.3"),
            },
        .asks = std::array{Asks<MatePart>{Demand::policy,
                                          [](const MatePart& s) { return s.mate > 0.0F; }}},
        .suits = {{{"mate", Capability::winning_cells}}},
    };
  }

  // How long a playout looks for double threats; a tiny c asks for more plies than there are.
  [[nodiscard]] int mate_plies(int cells) const {
    if (mate <= 0.0F) return 0;
    const auto most = static_cast<float>(cells);
    return static_cast<int>(std::min(most / mate, most));
  }
};

}  // namespace katachi
