// The choice of a child in one piece, for the usual settings: UCT, with AMAF or without, and no
// other part. The general way (selection.h) leaves every part its own step, which costs as much
// again as the arithmetic; scores and choice are the same here, to the last bit.
#pragma once

#include <cstdint>

#include "search/selection/look.h"
#include "search/settings.h"

namespace katachi {

class UsualLook {
 public:
  // `initial`: children have initial visits; `untried`: the value of a child without any.
  UsualLook(const MctsSettings& settings, bool initial, float untried);

  // Whether the settings are the usual ones and the processor has the vectors for it.
  [[nodiscard]] bool ready() const { return ready_; }

  // Scores the first `count` children; the first of those with the highest score. Precondition:
  // ready.
  std::uint32_t score(const Children& children, std::uint32_t count,
                      Siblings::Scores& scores) const;

 private:
  bool ready_;
  bool amaf_;
  bool initial_;
  float exploration_;
  float equivalence_;
  float untried_;
};

}  // namespace katachi
