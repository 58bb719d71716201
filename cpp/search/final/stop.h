// With a budget of simulations, end when no other move can get as many visits any more: the same
// move in less time, and a smaller tree for the next one.
#pragma once

#include "search/part.h"

namespace katachi {

struct StopPart {
  bool stop_when_decided = false;

  static constexpr auto declare() {
    return Declaration{
        .name = "stop",
        .sentence = "A search with a budget of simulations ends when its move is certain.",
        .source = "Baier and Winands 2016",
        .fields =
            std::tuple{
                flag("stop_when_decided", &StopPart::stop_when_decided,
                     "End when no other move can get as many visits as the first: the same move, "
                     "sooner."),
            },
        .asks = kAsksNothing<StopPart>,
        .needs = {{{"stop_when_decided", "final_move.choice = 'most_visits'"},
                   {"stop_when_decided", "final_move.temperature = 0"},
                   {"stop_when_decided", "selection.solver = false"},
                   {"stop_when_decided", "threads = 1"}}},
    };
  }
};

}  // namespace katachi
