// Useless cells are not played (HAVANNAH 3.4).
#pragma once

#include "search/part.h"

namespace katachi {

struct PlayoutDeadCellsPart {
  bool dead_cells = false;

  static constexpr auto declare() {
    using Self = PlayoutDeadCellsPart;
    return Declaration{
        .name = "dead cells in playouts",
        .sentence = "Useless cells are not played.",
        .source = "HAVANNAH 3.4",
        .fields =
            std::tuple{
                flag("dead_cells", &Self::dead_cells,
                     "Cells that can change nothing are played only when nothing else is left.",
                     "HAVANNAH 3.4"),
            },
        .asks = std::array{Asks<Self>{Demand::policy, [](const Self& s) { return s.dead_cells; }}},
        .suits = {{{"dead_cells", Capability::connections}}},
    };
  }
};

}  // namespace katachi
