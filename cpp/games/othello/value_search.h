// Alpha-beta of Othello with learned values: selective in the middle game, exact at the end.
//
// Iterative deepening with aspiration windows and principal variation search; entries of the table
// that are deep enough cut, also those of replies (enhanced transposition cut-off, Plaat et al.
// 1996); Multi-ProbCut (alphabeta/values.h). Once half the way to the end is searched, the search
// goes to the end at once, first selectively and then by how much the game is won. With a limit it
// searches deeper and deeper until the rest of the budget is enough to prove who wins, and last by
// how much.
//
// value_search.inc is compiled for every processor and for AVX2, as the solver is.
#pragma once

#include <memory>

#include "alphabeta/any_alphabeta.h"
#include "alphabeta/values.h"
#include "games/othello/position.h"

namespace katachi {

// Precondition: settings.values is not null. Throws std::invalid_argument if the values are for
// another board or have too many placements.
template <int kSize>
std::unique_ptr<AnyAlphaBeta> make_othello_value_search(const AlphaBetaSettings& settings);

}  // namespace katachi
