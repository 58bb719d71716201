// When a search stops: the first limit that is reached. Every search takes the same budget and
// looks at the limits that it knows.
#pragma once

#include <cstdint>

namespace katachi {

struct Budget {
  std::uint64_t simulations = 0;  // of a tree search; 0: no limit
  double seconds = 0.0;           // 0: no limit
  // Moves in the tree, visited or not, or positions that alpha-beta looks at; 0: no limit but the
  // memory.
  std::uint64_t nodes = 0;
  int depth = -1;               // plies of alpha-beta; negative: those of its settings
  bool processor_time = false;  // seconds of work of the first thread to use them, not of the clock
};

}  // namespace katachi
