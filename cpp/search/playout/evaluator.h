// The value of a leaf by an evaluator (knowledge/value.h), mixed with a playout or in its place.
#pragma once

#include "games/position.h"
#include "knowledge/value.h"
#include "search/part.h"

namespace katachi {

struct EvaluatorPart {
  float evaluator_share = 0.0F;

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
            },
        .asks = kAsksNothing<Self>,
        .needs = {{{"evaluator_share", "evaluator", "{what} needs an evaluator"}}},
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
