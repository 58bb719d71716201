// How many moves a game has, and the cell that a move acts on. In most games a move is a cell and
// one more number is a special move; a position type that says otherwise has move_count() and
// cell_of(move).
#pragma once

#include <cstddef>
#include <span>

#include "games/position.h"
#include "games/topology.h"

namespace katachi {

template <class P>
std::size_t move_count_of(const P& position) {
  if constexpr (requires { position.move_count(); }) {
    return position.move_count();
  } else {
    return static_cast<std::size_t>(position.topology().cells()) + 1;
  }
}

// A cell, or topology().off_board() for a move that acts on none.
template <class P>
Cell cell_of_move(const P& position, Move move) {
  if constexpr (requires { position.cell_of(move); }) {
    return position.cell_of(move);
  } else {
    return move;
  }
}

// Puts the cells that legal moves act on in their place.
template <class P>
void turn_into_cells(const P& position, std::span<Move> moves) {
  if constexpr (requires { position.cell_of(Move{}); }) {
    for (Move& move : moves) move = position.cell_of(move);
  }
}

}  // namespace katachi
