// The games of the core: the one list of them, and one way to the concrete position.
//
// A game is a struct in games/<game>/game.h with
//   Positions      its position types
//   bind(module)   what Python sees of it alone, its factory first (games/<game>/binding.cpp)
// and its header includes what general code asks of a position type: TacticsOf, PlanesOf,
// BoardProperties, AlphaBetaOf. To add a game, include its header and add it to AllGames.
#pragma once

#include <stdexcept>
#include <type_traits>
#include <utility>

#include "games/any_position.h"
#include "games/compiled/game.h"
#include "games/go/game.h"
#include "games/gomoku/game.h"
#include "games/havannah/game.h"
#include "games/hex/game.h"
#include "games/othello/game.h"
#include "games/types.h"
#include "games/y/game.h"

namespace katachi {

using AllGames = Types<OthelloGame, GoGame, HexGame, HavannahGame, GomokuGame, YGame, CompiledGame>;

template <class... Games>
auto positions_of(Types<Games...>) -> typename JoinedTypes<typename Games::Positions...>::List;
using AllPositions = decltype(positions_of(AllGames{}));

template <class F, class First, class... Rest>
decltype(auto) visit_as(Types<First, Rest...>, const AnyPosition& position, F&& f) {
  if (const First* typed = position_as<First>(position)) return f(*typed);
  if constexpr (sizeof...(Rest) > 0) {
    return visit_as(Types<Rest...>{}, position, std::forward<F>(f));
  } else {
    throw std::invalid_argument("this works for the games of the core only");
  }
}

// Calls f with the concrete position and returns what it returns, which is of one type for all of
// them. Throws std::invalid_argument for a position of no game of the core.
template <class F>
decltype(auto) visit(const AnyPosition& position, F&& f) {
  return visit_as(AllPositions{}, position, std::forward<F>(f));
}

}  // namespace katachi
