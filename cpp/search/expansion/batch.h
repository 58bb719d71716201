// Leaves wait for their children until knowledge is asked about several at once, which networks
// answer faster. A leaf that waits is played out from as before; a wait ends with the run.
#pragma once

#include "search/part.h"

namespace katachi {

struct BatchPart {
  int batch = 1;

  static constexpr auto declare() {
    return Declaration{
        .name = "batch",
        .sentence = "Knowledge is asked about several leaves at once.",
        .source = "",
        .fields =
            std::tuple{
                number("batch", &BatchPart::batch, {1, 1024},
                       "Leaves that wait until they are this many; 1: nobody waits."),
            },
        .asks = kAsksNothing<BatchPart>,
    };
  }
};

}  // namespace katachi
