// Who owns each point of a Go board in the end, counted from playouts.
//
// Playouts with Go's heuristics (playout_heuristics.h) begin with the position as it stands, also
// after two passes: then half of them with either colour. A point belongs to the colour of its
// stone, or to the only colour that its empty region touches; what both touch is nobody's, as the
// shared liberties of a seki, which stay empty because both sides refuse self-atari.
//
// The counts depend on the seed, not on the number of threads.
#pragma once

#include <cstdint>
#include <vector>

#include "games/any_position.h"
#include "search/settings.h"

namespace katachi {

struct Ownership {
  std::uint64_t playouts = 0;
  std::vector<std::uint32_t> black, white;  // by cell: playouts that ended with that owner
  double score = 0.0;                       // sum of Black's margins, komi included
  double score_squares = 0.0;

  void add(const Ownership& other);
};

// Throws std::invalid_argument if it is not a position of Go; Interrupted.
Ownership count_ownership(const AnyPosition& start, const PlayoutSettings& policy,
                          std::uint64_t count, std::uint64_t seed, int threads,
                          Interrupt& interrupt);

}  // namespace katachi
