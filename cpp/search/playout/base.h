// The base policy: what a playout plays when no other part has a move.
#pragma once

#include "search/part.h"

namespace katachi {

struct BasePart {
  enum class Base : std::uint8_t { uniform, roulette, epsilon_greedy, softmax, mast, nst };

  Base base = Base::uniform;
  float epsilon = 0.1F;
  float temperature = 1.0F;

  static constexpr auto declare() {
    return Declaration{
        .name = "base",
        .sentence = "What a playout plays when no other part has a move.",
        .source = "HAVANNAH 3.5 and 3.6",
        .fields =
            std::tuple{
                choice(
                    "base", &BasePart::base, "How the move is drawn.",
                    std::array{
                        Choice{Base::uniform, "uniform", "every move alike"},
                        Choice{Base::roulette, "roulette", "p = strength / sum", "HAVANNAH 3.5"},
                        Choice{Base::epsilon_greedy, "epsilon_greedy",
                               "the strongest move with probability 1 - epsilon", "HAVANNAH 3.6"},
                        Choice{Base::softmax, "softmax", "p = exp(strength / temperature) / sum"},
                        Choice{Base::mast, "mast", "softmax over the win rates of moves",
                               "Finnsson and Bjornsson 2008"},
                        Choice{Base::nst, "nst",
                               "softmax over means of win rates of moves and N-grams",
                               "Tak et al. 2012"},
                    }),
                number("epsilon", &BasePart::epsilon, {0, 1},
                       "Share of moves that epsilon_greedy and N-grams leave to chance.",
                       "HAVANNAH 3.6"),
                number("temperature", &BasePart::temperature, {1e-3, 1e6},
                       "Of softmax, mast and nst; 1 leaves strengths as they are."),
            },
        .asks =
            std::array{
                Asks<BasePart>{Demand::policy,
                               [](const BasePart& s) { return s.base != Base::uniform; }},
                Asks<BasePart>{
                    Demand::history,
                    [](const BasePart& s) { return s.base == Base::mast || s.base == Base::nst; }},
            },
        .needs = {{{"base of roulette, epsilon_greedy, softmax",
                    "playout weights or playout.joint_neighbour", "{what} needs playout weights"},
                   {"base = 'nst'", "playout.ngrams = 0",
                    "{what} reads N-grams of both lengths: playout.ngrams must be 0"}}},
    };
  }
};

}  // namespace katachi
