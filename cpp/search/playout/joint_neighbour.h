// Strengths for the base policy from the board: neighbour moves 40, joint moves 30, others 5.
#pragma once

#include "search/part.h"

namespace katachi {

struct JointNeighbourPart {
  bool joint_neighbour = false;

  static constexpr auto declare() {
    using Self = JointNeighbourPart;
    return Declaration{
        .name = "joint and neighbour moves",
        .sentence = "Strengths for the base policy from the stones around a cell.",
        .source = "HAVANNAH 4.6.1",
        .fields =
            std::tuple{
                flag("joint_neighbour", &Self::joint_neighbour,
                     "Strengths 40, 30 and 5 of neighbour, joint and other moves.",
                     "HAVANNAH 4.6.1"),
            },
        .asks = kAsksNothing<Self>,
        .needs = {{{"joint_neighbour", "playout.base of epsilon_greedy, roulette, softmax"},
                   {"joint_neighbour", "no playout weights",
                    "{what} and playout weights exclude each other"}}},
        .suits = {{{"joint_neighbour", Capability::connections}}},
    };
  }
};

}  // namespace katachi
