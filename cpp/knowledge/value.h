// A value: who is ahead in a position, as far as it was learned.
//
// The counterpart of Knowledge, which speaks of moves. Leaves of the search may be judged by one in
// place of a playout or mixed with it.
#pragma once

namespace katachi {

template <class P>
class PositionValue {
 public:
  PositionValue() = default;
  PositionValue(const PositionValue&) = delete;
  PositionValue& operator=(const PositionValue&) = delete;
  virtual ~PositionValue() = default;
  // The probability that the player to move wins, 0 to 1, a draw counting one half. Called from
  // several threads at once. Precondition: the game is not over.
  [[nodiscard]] virtual float value(const P& position) const = 0;
};

}  // namespace katachi
