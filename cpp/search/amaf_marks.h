// Which moves each player made first in a simulation, as bits, and the AMAF counters of rows of
// children that get its result: many children at a time where the processor can.
#pragma once

#include <array>
#include <cstdint>

#include "games/position.h"
#include "search/simulation.h"
#include "search/tree.h"

namespace katachi {

class AmafMarks {
 public:
  static constexpr float kMostVisits = 8388608.0F;  // 2^23: halves are still counted exactly

  // Reads who first played each of the moves 0 .. moves-1.
  void read(const Simulation::Owners& owner, std::size_t moves);

  // From now on `player` was the first to play the move.
  void mark(Move move, Color player) {
    const std::uint32_t bit = std::uint32_t{1} << (move % kBits);
    bits_[index_of(player)][move / kBits] |= bit;
    bits_[index_of(opponent(player))][move / kBits] &= ~bit;
  }

  // One more AMAF visit with this value for every child whose move the mover of the family made
  // first, unless it has kMostVisits: a float cannot count further than twice as far, and a visit
  // that only its value remembers would raise the mean. AMAF weighs nothing beside so many visits.
  // Counters behind the last child, up to the stride, may change too: nobody reads them.
  void add_to(Children c, float value) const;

 private:
  static constexpr std::size_t kBits = 32;
  static constexpr std::size_t kWords = 16;  // two vectors
  static_assert(kWords * kBits >= Simulation::Owners{}.size());

  alignas(32) std::array<std::array<std::uint32_t, kWords>, 2> bits_{};  // by player
  bool many_moves_ = false;  // the first vector does not hold all
};

}  // namespace katachi
