// The outcome with best play for positions near the end, where a game's room can solve them.
//
//   ExactEnd<P>()                         not shared between threads
//   static int left(const P&)             cells that may still be filled
//   float score(const P&)                 the margin for the player to move with best play
// A room that has a solver specialises this; kSolves is false for the others.
#pragma once

namespace katachi {

template <class P>
struct ExactEnd {
  static constexpr bool kSolves = false;
};

}  // namespace katachi
