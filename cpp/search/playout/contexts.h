// The moves before: what last good replies and N-grams look up. `kNoMove` stands for a move before
// the start. Pairs of moves are hashed into a table of fixed size where boards are large: a clash
// overwrites (replies) or shares an entry (N-grams).
#pragma once

#include <algorithm>
#include <cstddef>

#include "games/position.h"

namespace katachi {

// Number of contexts of one or two moves, and where each is found.
class Contexts {
 public:
  static constexpr std::size_t kMostPairs = std::size_t{1} << 16U;

  explicit Contexts(std::size_t moves) : base_(moves + 1) {}
  [[nodiscard]] std::size_t singles() const { return base_; }
  [[nodiscard]] std::size_t pairs() const { return std::min(base_ * base_, kMostPairs); }
  [[nodiscard]] std::size_t single(Move last) const { return last == kNoMove ? base_ - 1 : last; }
  [[nodiscard]] std::size_t pair(Move before, Move last) const {
    return (single(before) * base_ + single(last)) % kMostPairs;  // fewer pairs are less anyway
  }

 private:
  std::size_t base_;
};

}  // namespace katachi
