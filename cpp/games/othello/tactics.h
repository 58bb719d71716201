// The tactical features of Othello. All look at the board before and after the move.
//
//   corner          1 takes a corner; 2, 3, 4 an X-square (diagonally beside a corner) whose corner
//                   is empty, own, opposing; 5, 6, 7 a C-square (beside a corner on the edge)
//                   likewise
//   corners given   1, 2 or more corners that the opponent can take afterwards
//   corners denied  1, 2 or more corners that he could have taken, and cannot afterwards
//   opposing moves, own moves   how many more or fewer of them there are after the move, counted as
//                   if that player were to move: 1 to 8 fewer, 1 to 8 more; opposing moves have one
//                   level more: the opponent must pass
//   own frontier    discs beside an empty cell, likewise: 1 to 4 fewer, 1 to 8 more
//   opposing frontier   1 to 8 fewer; it never grows
//   stable discs    1 to 4, 5 or more won that can never be flipped, as far as lines show it
//   flips           1 to 8
//   empty region    1 to 6 cells joined to this one (with it, over sides and corners of cells);
//                   7 an odd number above
//
// A pass has no feature: it is forced. Nothing depends on the last moves, which positions of
// Othello do not remember.
#pragma once

#include "features/tactics.h"
#include "games/othello/bits.h"
#include "games/othello/position.h"

namespace katachi {

template <int kSize>
class OthelloTactics final : public Tactics {
 public:
  explicit OthelloTactics(const Topology& topology);

  [[nodiscard]] std::unique_ptr<Survey> make_survey() const override;
  void levels(const BoardView& view, const Survey* survey, Move move,
              std::uint32_t* out) const override;
};

// What is the same for all moves of a position.
template <int kSize>
class OthelloSurvey final : public Survey {
 public:
  using Bits = othello::Bits<kSize>;

  void take(const BoardView& view) override;

  Bits own = 0, other = 0;
  Bits other_moves = 0;
  int own_moves = 0;
  int own_frontier = 0, other_frontier = 0;
  int stable = 0;
};

template <int kSize>
struct TacticsOf<OthelloPosition<kSize>> {
  static std::shared_ptr<Tactics> make(const OthelloPosition<kSize>& start, bool /*history*/) {
    return std::make_shared<OthelloTactics<kSize>>(start.topology());
  }
};

}  // namespace katachi
