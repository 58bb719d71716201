// Initial visits and wins by knowledge: half a win a visit for a move of average strength, more for
// a stronger one.
#pragma once

#include "search/part.h"

namespace katachi {

struct KnowledgeVisitsPart {
  float knowledge_visits = 0.0F;

  static constexpr auto declare() {
    using Self = KnowledgeVisitsPart;
    return Declaration{
        .name = "knowledge visits",
        .sentence = "Initial visits and wins of a move by knowledge.",
        .source = "Gelly and Silver 2007",
        .fields =
            std::tuple{
                number("knowledge_visits", &Self::knowledge_visits, {0, 1e9},
                       "Visits that the strength of a move is worth; 0: off."),
            },
        .asks = std::array{Asks<Self>{Demand::initial,
                                      [](const Self& s) { return s.knowledge_visits > 0.0F; }}},
        .needs = {{{"knowledge_visits", "knowledge"}}},
    };
  }

  // Wins for a share of the strength of all moves, of which there are `count`.
  [[nodiscard]] float wins(float share, std::uint32_t count) const {
    const float average = 1.0F / static_cast<float>(count);
    return knowledge_visits * share / (share + average);
  }
};

}  // namespace katachi
