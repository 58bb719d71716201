// What the tree looks at in Go: no own eyes, and the pass early.
#pragma once

#include "games/go/position.h"
#include "search/expansion.h"

namespace katachi {

template <int kCapacity>
void search_moves(const GoPosition<kCapacity>& position, const ExpansionSettings&,
                  MoveList& moves) {
  MoveList all;
  position.legal_moves(all);
  moves.clear();
  for (const Move move : all) {
    if (move == position.pass() || !position.board().is_eye(move, position.to_move())) {
      moves.push_back(move);
    }
  }
}

// Records say little of the pass, but a game that nobody needs to go on with must end.
template <int kCapacity>
Move never_late(const GoPosition<kCapacity>& position) {
  return position.pass();
}

}  // namespace katachi
