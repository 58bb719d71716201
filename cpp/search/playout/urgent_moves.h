// Moves that a playout should not miss where stones have liberties, before the base policy (FOREST
// 4.6; Gelly et al. 2006). The game with chains and liberties says which they are.
#pragma once

#include "search/part.h"

namespace katachi {

struct UrgentMovesPart {
  bool atari_escapes = false;
  bool ladders = false;
  bool attacks = false;
  bool nakade = false;
  bool near_shapes = false;
  bool captures = false;
  float self_atari_refusal = 0.0F;

  // Whether any of them is on.
  [[nodiscard]] constexpr bool has_urgent_moves() const {
    return atari_escapes || attacks || nakade || near_shapes || captures ||
           self_atari_refusal > 0.0F;
  }

  static constexpr auto declare() {
    using Self = UrgentMovesPart;
    constexpr auto kChains = Capability::chains_and_liberties;
    return Declaration{
        .name = "urgent moves",
        .sentence = "Moves around chains in danger, before the base policy.",
        .source = "FOREST 4.6; Gelly et al. 2006",
        .fields =
            std::tuple{
                flag("atari_escapes", &Self::atari_escapes,
                     "Save chains that the last move put in atari.", "FOREST 4.6"),
                flag("ladders", &Self::ladders, "But do not run where a ladder catches them."),
                flag("attacks", &Self::attacks,
                     "Catch the chain of the last move, at once or in a ladder."),
                flag("nakade", &Self::nakade,
                     "Play the vital point of a small eye beside the last move."),
                flag("near_shapes", &Self::near_shapes, "3 x 3 shapes around the last move.",
                     "FOREST 4.6"),
                flag("captures", &Self::captures, "Take any chain in atari.", "FOREST 4.6"),
                number("self_atari_refusal", &Self::self_atari_refusal, {0, 1},
                       "Probability that a random move refuses self-atari.", "FOREST 4.6"),
            },
        .asks = std::array{Asks<Self>{Demand::policy,
                                      [](const Self& s) { return s.has_urgent_moves(); }}},
        .needs = {{{"ladders", "playout.atari_escapes"}}},
        .suits = {{{"atari_escapes", kChains},
                   {"attacks", kChains},
                   {"nakade", kChains},
                   {"near_shapes", kChains},
                   {"captures", kChains},
                   {"self_atari_refusal", kChains}}},
    };
  }
};

}  // namespace katachi
