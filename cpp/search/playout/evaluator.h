// The value of a leaf by an evaluator (knowledge/value.h), mixed with a playout or in its place.
//
// An evaluator that costs as much as ten playouts is not asked about every leaf. With
// `evaluator_visits` it judges a node once, when the node has so many visits since it got its
// children, and a leaf is worth what was said of the nearest judged node above it: its word is
// about one simulation in so many late, and as cheap. Above the first judged node playouts speak
// alone.
#pragma once

#include "games/position.h"
#include "knowledge/value.h"
#include "search/part.h"

namespace katachi {

struct EvaluatorPart {
  float evaluator_share = 0.0F;
  int evaluator_visits = 0;

  static constexpr auto declare() {
    using Self = EvaluatorPart;
    return Declaration{
        .name = "evaluator",
        .sentence = "A leaf is worth what an evaluator says, mixed with a playout or in its place.",
        .source = "Winands, Bjornsson and Saito 2010; Silver et al. 2016",
        .fields =
            std::tuple{
                number("evaluator_share", &Self::evaluator_share, {0, 1},
                       "Share of the evaluator in the value of a leaf; 0: playouts alone, 1: no "
                       "playouts."),
                number("evaluator_visits", &Self::evaluator_visits, {0, 1e9},
                       "A node is judged once, on the visit after this many that it had since it "
                       "got its children, and leaves below are worth the same; 0: every leaf is "
                       "judged."),
            },
        .asks = kAsksNothing<Self>,
        .needs = {{{"evaluator_share", "evaluator", "{what} needs an evaluator"},
                   {"evaluator_visits", "playout.evaluator_share"}}},
    };
  }
};

// What a position is worth to a player, 0 to 1; the evaluator is not asked about a finished game.
template <class P>
float value_for(Color player, const P& position, const PositionValue<P>& evaluator) {
  if (position.is_over()) {
    const Color winner = position.outcome().winner;
    if (winner == Color::none) return 0.5F;
    return winner == player ? 1.0F : 0.0F;
  }
  const float value = evaluator.value(position);
  return position.to_move() == player ? value : 1.0F - value;
}

}  // namespace katachi
