// Progressive history (Nijssen and Winands 2010): a bonus for moves that won elsewhere in the
// search, + W h / (losses + 1); it fades with the losses of the child.
#pragma once

#include "search/part.h"
#include "search/selection/look.h"

namespace katachi {

struct ProgressiveHistoryPart {
  float history_weight = 0.0F;

  static constexpr auto declare() {
    return Declaration{
        .name = "progressive history",
        .sentence = "A bonus for moves that won elsewhere in the search.",
        .source = "HAVANNAH 2.3",
        .fields =
            std::tuple{
                number("history_weight", &ProgressiveHistoryPart::history_weight, {0, 1e6},
                       "W of the bonus W h / (losses + 1), h the win rate of the move; 0: off.",
                       "HAVANNAH 2.3"),
            },
        .asks = std::array{Asks<ProgressiveHistoryPart>{
            Demand::history,
            [](const ProgressiveHistoryPart& s) { return s.history_weight > 0.0F; }}},
    };
  }

  template <class Look>
  KATACHI_INLINE void add(Look& look) const {
    if (history_weight <= 0.0F) return;
    const Children& c = look.c;
    const std::size_t player = index_of(c.mover);
    KATACHI_LANES
    for (std::size_t k = 0; k < Look::kLanes; ++k) {
      const std::size_t i = look.first + k;
      const float losses = static_cast<float>(c.visits[i]) - static_cast<float>(c.value[i]);
      look.scores[k] +=
          look.view.history.rate(player, c.move[i]) * history_weight / (losses + 1.0F);
    }
  }
};

}  // namespace katachi
