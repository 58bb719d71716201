// With a budget of simulations, end when no other move can get as many visits any more: the same
// move in less time, and a smaller tree for the next one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "search/part.h"
#include "search/tree.h"

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

  // Whether the most visited child stays the only one so for `left` simulations more; with
  // `allowed`, among the children of these indices.
  [[nodiscard]] static bool decided(const Children& c, std::span<const std::uint32_t> allowed,
                                    std::uint64_t left) {
    std::uint64_t most = 0, second = 0;
    const auto meet = [&](std::uint64_t visits) {
      second = std::max(second, std::min(most, visits));
      most = std::max(most, visits);
    };
    if (allowed.empty()) {
      for (std::uint32_t i = 0; i < c.count; ++i) meet(c.visits[i]);
    } else {
      for (const std::uint32_t i : allowed) meet(c.visits[i]);
    }
    return most > second + left;
  }
};

}  // namespace katachi
