// Useless cells get no node (HAVANNAH 3.4). Games with connections say which they are.
#pragma once

#include "search/part.h"

namespace katachi {

struct DeadCellsPart {
  bool dead_cells = false;

  static constexpr auto declare() {
    return Declaration{
        .name = "dead cells",
        .sentence = "Useless cells get no node.",
        .source = "HAVANNAH 3.4",
        .fields =
            std::tuple{
                flag("dead_cells", &DeadCellsPart::dead_cells,
                     "Leave out cells that can change nothing, but never all.", "HAVANNAH 3.4"),
            },
        .asks = kAsksNothing<DeadCellsPart>,
        .suits = {{{"dead_cells", Capability::connections}}},
    };
  }
};

}  // namespace katachi
