// The parts of Othello's alpha-beta search that depend on the instruction set: moves, evaluation
// and the exact solver of the end of the game.
//
// othello_kernel.inc is compiled once for every processor and once for AVX2; the choice is made at
// run time. A call through this interface costs a few nanoseconds a node in the middle of the game;
// the solver stays inside one instruction set and makes none.
#pragma once

#include <memory>

#include "alphabeta/clock.h"
#include "alphabeta/settings.h"
#include "alphabeta/table.h"
#include "games/othello/bits.h"
#include "games/random.h"

namespace katachi {

// A position from the point of view of the player to move.
template <int kSize>
struct OthelloSides {
  using Bits = othello::Bits<kSize>;
  Bits own = 0;
  Bits other = 0;

  bool operator==(const OthelloSides&) const = default;
  [[nodiscard]] std::uint64_t hash() const {
    std::uint64_t low = static_cast<std::uint64_t>(own) * 0x9e3779b97f4a7c15ULL;
    low ^= std::rotl(static_cast<std::uint64_t>(other) * 0xbf58476d1ce4e5b9ULL, 32);
    if constexpr (sizeof(Bits) > 8) {
      low ^= scramble(static_cast<std::uint64_t>(own >> 64U) * 3 +
                      static_cast<std::uint64_t>(other >> 64U));
    }
    low = (low ^ (low >> 29U)) * 0x94d049bb133111ebULL;
    return low ^ (low >> 32U);
  }
};

template <int kSize>
class OthelloKernel {
 public:
  using Sides = OthelloSides<kSize>;
  using Bits = othello::Bits<kSize>;
  using SharedTable = Table<Sides>;

  OthelloKernel() = default;
  OthelloKernel(const OthelloKernel&) = delete;
  OthelloKernel& operator=(const OthelloKernel&) = delete;
  virtual ~OthelloKernel() = default;

  [[nodiscard]] virtual Bits mobility(const Sides& sides) const = 0;
  // The position after a legal move on a cell.
  [[nodiscard]] virtual Sides play(const Sides& sides, int cell) const = 0;
  // How promising a legal move looks for the order of moves.
  [[nodiscard]] virtual int promise(const Sides& sides, int cell, int depth) const = 0;
  // The evaluation, or the score of a finished game and true.
  virtual bool over_or_evaluate(const Sides& sides, int& score) const = 0;

  // The final difference of discs with best play, if it lies within (alpha, beta), else a bound of
  // it on the same side. Means nothing once the clock has stopped.
  virtual int solve(const Sides& sides, int alpha, int beta, SearchClock& clock) = 0;
  // The difference of discs where nobody can move.
  [[nodiscard]] virtual int final_margin(const Sides& sides) const = 0;
};

// `settings` and `table` must outlive the kernel.
template <int kSize>
std::unique_ptr<OthelloKernel<kSize>> make_othello_kernel(const AlphaBetaSettings& settings,
                                                          Table<OthelloSides<kSize>>& table);

}  // namespace katachi
