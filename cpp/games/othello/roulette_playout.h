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

  RoulettePlayout(const PlayoutSettings& settings, const StrengthSource<P>& source)
      : roulette_(roulette_of(settings, source)) {}

  [[nodiscard]] bool ready() const { return roulette_.has_value(); }
  Outcome play(const P& start, Rng& rng, Simulation& record) const {
    return roulette_->play(start, rng, record);
  }

 private:
  // Nothing if the strengths cannot be had.
  static std::optional<OthelloRoulette> roulette_of(const PlayoutSettings& settings,
                                                    const StrengthSource<P>& source) {
    if (settings.base != PlayoutSettings::Base::roulette || settings.last_good_reply > 0 ||
        settings.ngrams > 0 || !OthelloRoulette::supported()) {
      return {};
    }
    if (!source.by_move.empty()) return OthelloRoulette(source.by_move);
    const BitShapes* const shapes = source.knowledge ? source.knowledge->bit_shapes() : nullptr;
    if (shapes == nullptr) return {};
    return OthelloRoulette(*shapes);
  }

  std::optional<OthelloRoulette> roulette_;
};

}  // namespace katachi
