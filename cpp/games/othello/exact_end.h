// Othello's end by the solver of alpha-beta.
#pragma once

#include <functional>
#include <memory>

#include "games/exact_end.h"
#include "games/othello/alphabeta_kernel.h"
#include "games/othello/position.h"

namespace katachi {

template <int kSize>
struct ExactEnd<OthelloPosition<kSize>> {
 public:
  static constexpr bool kSolves = true;
  using P = OthelloPosition<kSize>;

  ExactEnd();
  static int left(const P& position) {
    return kSize * kSize - othello::count(static_cast<typename P::Bits>(
                               position.discs(Color::black) | position.discs(Color::white)));
  }
  [[nodiscard]] float score(const P& position);

 private:
  // Held, because the kernel refers to its settings and table.
  struct Solver;
  std::shared_ptr<Solver> solver_;
};

}  // namespace katachi
