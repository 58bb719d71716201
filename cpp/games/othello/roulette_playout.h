// Othello on 8 x 8 has its roulette in one piece, if nothing comes before it.
#pragma once

#include <optional>

#include "games/othello/roulette.h"
#include "search/roulette_playout.h"

namespace katachi {

template <>
class RoulettePlayout<OthelloPosition<8>> {
 public:
  using P = OthelloPosition<8>;

  RoulettePlayout(const PlayoutSettings& settings, const Knowledge<P>* knowledge)
      : roulette_(roulette_of(settings, knowledge)) {}

  [[nodiscard]] bool ready() const { return roulette_.has_value(); }
  Outcome play(const P& start, Rng& rng, Simulation& record) const {
    return roulette_->play(start, rng, record);  // NOLINT(*-optional-access): ready() was asked
  }

 private:
  // Nothing if the strengths cannot be had.
  static std::optional<OthelloRoulette> roulette_of(const PlayoutSettings& settings,
                                                    const Knowledge<P>* knowledge) {
    if (settings.base != PlayoutSettings::Base::roulette || settings.last_good_reply > 0 ||
        settings.ngrams > 0 || knowledge == nullptr || !OthelloRoulette::supported()) {
      return {};
    }
    const auto shortcut = knowledge->shortcut();
    if (!shortcut.by_move.empty()) return OthelloRoulette(shortcut.by_move);
    if (shortcut.bit_shapes == nullptr) return {};
    return OthelloRoulette(*shortcut.bit_shapes);
  }

  std::optional<OthelloRoulette> roulette_;
};

}  // namespace katachi
