#include "games/othello/playout.h"

namespace katachi {
namespace {

constexpr std::uint32_t kLanes = 4;

// One running game, from the point of view of the player to move.
template <int kSize>
struct Lane {
  othello::Bits<kSize> own, other;
  int length;
  bool black_to_move;
  bool passed;  // the last move was a pass
};

template <int kSize>
Lane<kSize> lane_at(const OthelloPosition<kSize>& position) {
  return {position.discs(position.to_move()), position.discs(opponent(position.to_move())), 0,
          position.to_move() == Color::black, false};
}

template <int kSize>
Outcome outcome_of(const Lane<kSize>& lane) {
  const int lead = othello::count(lane.own) - othello::count(lane.other);
  const int margin = lane.black_to_move ? lead : -lead;
  Color winner = Color::none;
  if (margin != 0) winner = margin > 0 ? Color::black : Color::white;
  return {winner, Reason::discs, static_cast<float>(margin)};
}

// The game was found over one step late, after a pass that nobody plays.
template <int kSize>
void finish(const Lane<kSize>& lane, Tally& tally) {
  tally.add(outcome_of(lane), lane.length - 1);
}

#define KATACHI_LANES_NAME run_portable
#define KATACHI_LANES_SINGLE play_portable
#define KATACHI_LANES_TARGET
#define KATACHI_LANES_OPS othello::Portable
#include "games/othello/lanes.inc"
#undef KATACHI_LANES_NAME
#undef KATACHI_LANES_SINGLE
#undef KATACHI_LANES_TARGET
#undef KATACHI_LANES_OPS

#ifdef KATACHI_X86
#define KATACHI_LANES_NAME run_avx2
#define KATACHI_LANES_SINGLE play_avx2
#define KATACHI_LANES_TARGET KATACHI_AVX2
#define KATACHI_LANES_OPS othello::Avx2
#include "games/othello/lanes.inc"
#undef KATACHI_LANES_NAME
#undef KATACHI_LANES_SINGLE
#undef KATACHI_LANES_TARGET
#undef KATACHI_LANES_OPS
#endif

}  // namespace

template <int kSize>
void Playouts<OthelloPosition<kSize>>::run(const OthelloPosition<kSize>& start,
                                           std::uint32_t playouts, Rng& rng, Tally& tally) {
  Tally own;
#ifdef KATACHI_X86
  if constexpr (kSize == 8) {
    static const bool fast = othello::Avx2::supported();
    if (fast) {
      run_avx2<kSize>(start, playouts, rng, own);
      tally.add(own);
      return;
    }
  }
#endif
  run_portable<kSize>(start, playouts, rng, own);
  tally.add(own);
}

template <int kSize>
Outcome Playouts<OthelloPosition<kSize>>::play(const OthelloPosition<kSize>& start, Rng& rng,
                                               Move* moves, std::uint32_t* length) {
#ifdef KATACHI_X86
  if constexpr (kSize == 8) {
    static const bool fast = othello::Avx2::supported();
    if (fast) return play_avx2<kSize>(start, rng, moves, length);
  }
#endif
  return play_portable<kSize>(start, rng, moves, length);
}

template struct Playouts<OthelloPosition<6>>;
template struct Playouts<OthelloPosition<8>>;
template struct Playouts<OthelloPosition<10>>;

}  // namespace katachi
