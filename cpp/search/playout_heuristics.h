// Moves that a playout of a game should not miss, asked before the base policy. The general form
// has none; a game states its own in games/<game>/playout_heuristics.h.
#pragma once

#include "search/runner.h"
#include "search/settings.h"

namespace katachi {

template <class P>
class PlayoutHeuristics {
 public:
  explicit PlayoutHeuristics(const P&, const PlayoutSettings&) {}
  // Whether any of them is switched on.
  [[nodiscard]] static bool used() { return false; }
  void begin(const Runner<P>&) {}
  // After the runner has played.
  void played(const Runner<P>&, Move, Color) {}
  // A move that must not wait, or kNoMove.
  Move urgent(const Runner<P>&, Move /*last*/, Rng&) { return kNoMove; }
  // A random move otherwise.
  Move quiet(Runner<P>& runner, Rng& rng) { return runner.random(rng); }
};

}  // namespace katachi
