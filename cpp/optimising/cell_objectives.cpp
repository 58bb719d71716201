#include "optimising/cell_objectives.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "games/random.h"
#include "learning/crew.h"
#include "optimising/walk_games.h"

namespace katachi {
namespace {

std::uint64_t hash(std::span<const std::uint8_t> row) {
  std::uint64_t value = 0;
  std::uint64_t word = 0;
  std::size_t packed = 0;
  for (const std::uint8_t byte : row) {
    word = word << 8U | byte;
    if (++packed == 8) {
      value = scramble(value ^ word);
      word = 0;
      packed = 0;
    }
  }
  return scramble(value ^ word);
}

}  // namespace

CellCounts::CellCounts(const Topology& topology) : topology_(topology) {
  const int cells = topology.cells();
  std::vector<int> number(static_cast<std::size_t>(cells), -1);
  for (Cell cell = 0; cell < cells; ++cell) {
    int& known = number[topology.orbit(cell)];
    if (known < 0) known = static_cast<int>(classes_++);
    if (classes_ > kMaxClasses) throw std::invalid_argument("the board has too many cell classes");
    class_of_.push_back(static_cast<std::uint8_t>(known));
  }
}

void CellCounts::add_row(std::span<const std::uint8_t> row) {
  const auto number = static_cast<std::uint32_t>(row_count());
  const std::uint32_t known = table_.insert(hash(row), number, [&](std::uint32_t r) {
    return std::equal(row.begin(), row.end(),
                      rows_.begin() + static_cast<std::ptrdiff_t>(r * stride()));
  });
  if (known != RowTable::kNone) {
    ++times_[known];
    return;
  }
  rows_.insert(rows_.end(), row.begin(), row.end());
  times_.push_back(1);
}

void CellCounts::add(const AnyPosition& start, const GameMoves& games, bool forced_moves,
                     Interrupt& interrupt) {
  if (&start.topology() != &topology_) {
    throw std::invalid_argument("the games belong to another board");
  }
  const auto cells = static_cast<std::size_t>(topology_.cells());
  MoveList moves;
  std::vector<std::uint8_t> row(stride());
  walk_games(start, games, interrupt, [&](const AnyPosition& position, Move move) {
    if (move >= cells) return;
    position.legal_moves(moves);
    std::fill(row.begin(), row.end(), std::uint8_t{0});
    std::size_t candidates = 0;
    for (const Move other : moves) {
      if (other >= cells) continue;
      ++row[class_of_[other]];
      ++candidates;
    }
    if (!forced_moves && candidates <= 1) return;
    row[classes_] = class_of_[move];
    add_row(row);
    ++positions_;
  });
}

std::vector<double> CellCounts::appearances() const {
  std::vector<double> counts(classes_);
  for (std::size_t r = 0; r < row_count(); ++r) {
    for (std::size_t c = 0; c < classes_; ++c) {
      counts[c] += static_cast<double>(times_[r]) * rows_[r * stride() + c];
    }
  }
  return counts;
}

double CellCounts::mean_probability(std::span<const double> weights, int threads,
                                    Interrupt& interrupt) const {
  constexpr std::size_t kChunks = 16;
  std::array<double, kChunks> parts{};
  Crew crew(threads);
  crew.run(kChunks, interrupt, [&](std::size_t chunk) {
    const std::size_t end = row_count() * (chunk + 1) / kChunks;
    for (std::size_t r = row_count() * chunk / kChunks; r < end; ++r) {
      const std::uint8_t* const counts = rows_.data() + r * stride();
      double sum = 0.0;
      for (std::size_t c = 0; c < classes_; ++c) sum += counts[c] * weights[c];
      parts[chunk] += times_[r] * weights[counts[classes_]] / sum;
    }
  });
  interrupt.check();
  double total = 0.0;
  const double count = std::max(1.0, static_cast<double>(positions_));
  for (const double part : parts) total += part / count;
  return total;
}

CellObjectives CellCounts::evaluate(std::span<const double> weights, int threads,
                                    Interrupt& interrupt) const {
  constexpr std::size_t kChunks = 16;
  std::array<CellObjectives, kChunks> parts;
  Crew crew(threads);
  crew.run(kChunks, interrupt, [&](std::size_t chunk) {
    CellObjectives& part = parts[chunk];
    const std::size_t end = row_count() * (chunk + 1) / kChunks;
    for (std::size_t r = row_count() * chunk / kChunks; r < end; ++r) {
      const std::uint8_t* const counts = rows_.data() + r * stride();
      const std::size_t played = counts[classes_];
      double sum = 0.0;
      for (std::size_t c = 0; c < classes_; ++c) sum += counts[c] * weights[c];
      const double probability = weights[played] / sum;
      double better = 0.0;
      double equal = -1.0;  // the played move itself
      double pairs = -0.5;  // likewise: sigmoid(0)
      for (std::size_t c = 0; c < classes_; ++c) {
        if (counts[c] == 0) continue;
        if (weights[c] > weights[played]) better += counts[c];
        if (weights[c] == weights[played]) equal += counts[c];
        pairs += counts[c] / (1.0 + std::exp(probability - weights[c] / sum));
      }
      const double times = times_[r];
      part.probability += times * probability;
      part.improbable += probability < kImprobable ? times : 0.0;
      part.rank += times * (1.0 + better + equal / 2.0);
      part.pairs += times * pairs;
      part.log_evidence += times * std::log(probability);
    }
  });
  interrupt.check();
  CellObjectives total;
  const double count = std::max(1.0, static_cast<double>(positions_));
  for (const CellObjectives& part : parts) {
    total.probability += part.probability / count;
    total.improbable += part.improbable / count;
    total.rank += part.rank / count;
    total.pairs += part.pairs / count;
    total.log_evidence += part.log_evidence / count;
  }
  return total;
}

}  // namespace katachi
