// What a value of Gomoku may be learned from beside the shapes on the board: rows that can still
// become a five, and what one more stone makes of them.
//
// Forced replies are played first: while the player to act cannot make a five and the opponent
// threatens exactly one, the cell is filled and the opponent acts. All numbers are then counted for
// who acts and for who waits, and given their sign by whether the one who acts is the player to
// move of the position. So exchanging colours and turn changes nothing.
//
//   turn                    1, or -1 after an odd number of forced replies
//   five                    who acts can make a five, or who waits has two cells for one
//   open four               who acts can make an open four or two fours at once
//   four and three          else: a four and an open three at once
//   their open four, their four and three      else: what who waits could make
//   two threes, their two threes               else: two open threes at once
//   rows of 1 .. 3          rows of five cells with so many stones of one player and none of the
//                           other
//   fours, threes           cells where a stone makes a four, or an open three
// An open three becomes an open four by one more stone. Two fours on one line are not seen.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "features/position_features.h"
#include "games/gomoku/position.h"

namespace katachi {

template <int kSize>
struct PositionFeatures<GomokuPosition<kSize>> {
  static constexpr std::array<std::string_view, 18> kNames{"turn",
                                                           "five",
                                                           "open four",
                                                           "four and three",
                                                           "their open four",
                                                           "their four and three",
                                                           "two threes",
                                                           "their two threes",
                                                           "rows of 1",
                                                           "their rows of 1",
                                                           "rows of 2",
                                                           "their rows of 2",
                                                           "rows of 3",
                                                           "their rows of 3",
                                                           "fours",
                                                           "their fours",
                                                           "threes",
                                                           "their threes"};

  static void of(const GomokuPosition<kSize>& position, PositionNumbers wanted,
                 std::span<int> numbers);
};

extern template struct PositionFeatures<GomokuPosition<15>>;
extern template struct PositionFeatures<GomokuPosition<19>>;

}  // namespace katachi
