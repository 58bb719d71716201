#include "games/othello/roulette.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace katachi {

OthelloRoulette::OthelloRoulette(std::span<const float> by_move) {
  std::copy_n(by_move.begin(), std::min(by_move.size(), by_move_.size()), by_move_.begin());
}

#ifdef KATACHI_X86

namespace {

using Bits = std::uint64_t;
using othello::Avx2;

struct ShapeStrengths {
  const BitShapes* shapes;
  float pass = 1.0F;
  KATACHI_AVX2_INLINE const float* operator()(Bits own, Bits other, Bits moves,
                                              std::array<float, 64>& room) const {
    shapes->weigh(own, other, moves, room.data());
    return room.data();
  }
};

struct CellStrengthsByMove {
  const float* by_move;
  float pass;
  KATACHI_AVX2_INLINE const float* operator()(Bits, Bits, Bits, std::array<float, 64>&) const {
    return by_move;
  }
};

// The move where the running sum of strengths passes a random share of the whole.
KATACHI_AVX2_INLINE int draw(Bits moves, const float* strengths, Rng& rng) {
  constexpr std::size_t kLane = 8;
  std::array<float, 64 + kLane> up_to;
  std::size_t count = 0;
  float total = 0.0F;
  for (Bits rest = moves; rest != 0; rest &= rest - 1) {
    total += strengths[othello::first(rest)];
    up_to[count++] = total;
  }
  if (!(total > 0.0F)) {
    return Avx2::select(moves, rng.below(static_cast<std::uint32_t>(count)));
  }
  const float r = static_cast<float>(rng.next() >> 40U) * 0x1p-24F * total;
  // Sums only grow: the place is the number of sums that r has reached.
  for (std::size_t i = 0; i < kLane; ++i) up_to[count + i] = std::numeric_limits<float>::infinity();
  const __m256 shares = _mm256_set1_ps(r);
  unsigned place = 0;
  for (std::size_t i = 0; i < count; i += kLane) {
    const __m256 reached = _mm256_cmp_ps(shares, _mm256_loadu_ps(&up_to[i]), _CMP_GE_OQ);
    place +=
        static_cast<unsigned>(_mm_popcnt_u32(static_cast<unsigned>(_mm256_movemask_ps(reached))));
  }
  return Avx2::select(moves, std::min(place, static_cast<unsigned>(count) - 1));
}

template <class Strengths>
KATACHI_AVX2_INLINE Outcome roll(const OthelloPosition<8>& start, const Strengths& strengths,
                                 Rng& rng, Simulation& record) {
  constexpr Move kPass = OthelloPosition<8>::kPass;
  std::array<float, 64> room;
  Color player = start.to_move();
  Bits own = start.discs(player);
  Bits other = start.discs(opponent(player));
  bool passed = false;
  while (true) {
    const Bits moves = Avx2::mobility<8>(own, other);
    if (moves == 0) {
      // After a pass the opponent has a move, unless the game is over.
      if (passed || Avx2::mobility<8>(other, own) == 0) break;
      if (strengths.pass > 0.0F) rng.next();  // a draw among one
      record.note(kPass, player);
    } else {
      const int cell = draw(moves, strengths(own, other, moves, room), rng);
      record.note(static_cast<Move>(cell), player);
      const Bits flipped = Avx2::flips<8>(own, other, cell);
      own |= flipped | (Bits{1} << cell);
      other &= ~flipped;
    }
    passed = moves == 0;
    std::swap(own, other);
    player = opponent(player);
  }
  const bool black = player == Color::black;
  return OthelloPosition<8>(black ? own : other, black ? other : own, player).outcome();
}

KATACHI_AVX2 Outcome roll_by_shapes(const OthelloPosition<8>& start, const BitShapes& shapes,
                                    Rng& rng, Simulation& record) {
  return roll(start, ShapeStrengths{.shapes = &shapes}, rng, record);
}
KATACHI_AVX2 Outcome roll_by_cells(const OthelloPosition<8>& start, std::span<const float> by_move,
                                   Rng& rng, Simulation& record) {
  const CellStrengthsByMove strengths{.by_move = by_move.data(), .pass = by_move.back()};
  return roll(start, strengths, rng, record);
}

}  // namespace

bool OthelloRoulette::supported() { return othello::Avx2::supported(); }

Outcome OthelloRoulette::play(const P& start, Rng& rng, Simulation& record) const {
  if (shapes_ != nullptr) return roll_by_shapes(start, *shapes_, rng, record);
  return roll_by_cells(start, by_move_, rng, record);
}

#else

bool OthelloRoulette::supported() { return false; }
Outcome OthelloRoulette::play(const P& start, Rng&, Simulation&) const { return start.outcome(); }

#endif

}  // namespace katachi
