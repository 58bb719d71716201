#include "games/othello/exact_end.h"

namespace katachi {

template <int kSize>
struct ExactEnd<OthelloPosition<kSize>>::Solver {
  static constexpr int kMegabytes = 4;  // few positions, and each search begins afresh
  AlphaBetaSettings settings;
  Table<OthelloSides<kSize>> table{kMegabytes};
  std::unique_ptr<OthelloKernel<kSize>> kernel = make_othello_kernel<kSize>(settings, table);
};

template <int kSize>
ExactEnd<OthelloPosition<kSize>>::ExactEnd() : solver_(std::make_shared<Solver>()) {}

template <int kSize>
float ExactEnd<OthelloPosition<kSize>>::score(const P& position) {
  const std::function<bool()> never;
  SearchClock clock(Budget{}, never);
  solver_->table.forget();
  const OthelloSides<kSize> sides{position.discs(position.to_move()),
                                  position.discs(opponent(position.to_move()))};
  constexpr int kAll = kSize * kSize;
  return static_cast<float>(solver_->kernel->solve(sides, -kAll, kAll, clock));
}

template struct ExactEnd<OthelloPosition<6>>;
template struct ExactEnd<OthelloPosition<8>>;
template struct ExactEnd<OthelloPosition<10>>;

}  // namespace katachi
