// How well one weight per class of cells predicts recorded moves (CELLS 3.2).
//
// With weights x, prob(a) = x of a's class / sum over the legal moves. A position therefore matters
// only through the number of legal moves in each class and the class that was played: millions of
// positions become some hundred thousand different rows. Passes and swaps are no cells: they do not
// compete, and positions where one was chosen are left out, as are positions with one legal cell
// unless asked for.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "features/number_table.h"
#include "games/any_position.h"
#include "games/replay.h"

namespace katachi {

struct CellObjectives {
  double probability = 0.0;   // f1: mean prob of the played move
  double improbable = 0.0;    // f2: share of positions where it is below 0.1
  double rank = 0.0;          // f3: mean rank, 1 is best, ties share their ranks
  double pairs = 0.0;         // f4: mean sum over other moves of sigmoid(prob - prob of the played)
  double log_evidence = 0.0;  // mean ln prob
};

class CellCounts {
 public:
  static constexpr double kImprobable = 0.1;  // CELLS: f2
  static constexpr std::size_t kMaxClasses = 128;

  // Throws std::invalid_argument if the board has more than kMaxClasses classes.
  explicit CellCounts(const Topology& topology);

  // Throws std::invalid_argument naming game and ply (from 1) of the first illegal move, and
  // Interrupted; what came before is added then.
  void add(const AnyPosition& start, const GameMoves& games, bool forced_moves,
           Interrupt& interrupt);

  [[nodiscard]] std::size_t class_count() const { return classes_; }
  // Positions, and how many different rows they make.
  [[nodiscard]] std::uint64_t position_count() const { return positions_; }
  [[nodiscard]] std::size_t row_count() const { return times_.size(); }
  // Legal moves over all positions, by class: where it is 0 the weight does not matter.
  [[nodiscard]] std::vector<double> appearances() const;

  // weights: [classes], positive. The results do not depend on the threads. Throws Interrupted.
  [[nodiscard]] CellObjectives evaluate(std::span<const double> weights, int threads,
                                        Interrupt& interrupt) const;
  // The first alone, which optimisers ask for most: an order of magnitude faster.
  [[nodiscard]] double mean_probability(std::span<const double> weights, int threads,
                                        Interrupt& interrupt) const;

 private:
  using RowTable = NumberTable<std::uint32_t, 2>;

  // counts of legal moves by class, then the class played
  [[nodiscard]] std::size_t stride() const { return classes_ + 1; }
  void add_row(std::span<const std::uint8_t> row);

  const Topology& topology_;
  std::size_t classes_ = 0;
  std::vector<std::uint8_t> class_of_;  // by cell
  std::vector<std::uint8_t> rows_;
  std::vector<std::uint32_t> times_;
  RowTable table_;
  std::uint64_t positions_ = 0;
};

}  // namespace katachi
