// Winning moves are played and the opponent's are stopped (Teytaud and Teytaud 2010).
#pragma once

#include "search/part.h"

namespace katachi {

struct DecisiveMovesPart {
  bool decisive = false;
  bool anti_decisive = false;

  static constexpr auto declare() {
    using Self = DecisiveMovesPart;
    return Declaration{
        .name = "decisive moves",
        .sentence = "Playouts see wins in one move.",
        .source = "Teytaud and Teytaud 2010",
        .fields =
            std::tuple{
                flag("decisive", &Self::decisive, "Play a winning move.",
                     "Teytaud and Teytaud 2010"),
                flag("anti_decisive", &Self::anti_decisive, "Stop the opponent's winning move.",
                     "Teytaud and Teytaud 2010"),
            },
        .asks = std::array{Asks<Self>{Demand::policy,
                                      [](const Self& s) { return s.decisive || s.anti_decisive; }}},
        .suits = {{{"decisive", Capability::winning_cells},
                   {"anti_decisive", Capability::winning_cells}}},
    };
  }
};

}  // namespace katachi
