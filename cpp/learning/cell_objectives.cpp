#include "learning/cell_objectives.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>

#include "games/random.h"
#include "learning/crew.h"

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

void CellCounts::grow() {
  table_.assign(std::max<std::size_t>(1024, 2 * table_.size()), 0);
  const std::size_t mask = table_.size() - 1;
  for (std::size_t r = 0; r < row_count(); ++r) {
    std::size_t slot = hash(std::span(rows_).subspan(r * stride(), stride())) & mask;
    while (table_[slot] != 0) slot = (slot + 1) & mask;
    table_[slot] = static_cast<std::uint32_t>(r + 1);
  }
}

void CellCounts::add_row(std::span<const std::uint8_t> row) {
  if (2 * (row_count() + 1) > table_.size()) grow();
  const std::size_t mask = table_.size() - 1;
  std::size_t slot = hash(row) & mask;
  for (; table_[slot] != 0; slot = (slot + 1) & mask) {
    const std::size_t r = table_[slot] - 1;
    if (std::equal(row.begin(), row.end(),
                   rows_.begin() + static_cast<std::ptrdiff_t>(r * stride()))) {
      ++times_[r];
      return;
    }
  }
  table_[slot] = static_cast<std::uint32_t>(row_count() + 1);
  rows_.insert(rows_.end(), row.begin(), row.end());
  times_.push_back(1);
}

void CellCounts::add(const AnyPosition& start, const GameMoves& games, bool forced_moves) {
  if (&start.topology() != &topology_) {
    throw std::invalid_argument("the games belong to another board");
  }
  const auto cells = static_cast<std::size_t>(topology_.cells());
  MoveList moves;
  std::vector<std::uint8_t> row(stride());
  for (std::size_t g = 0; g < games.games(); ++g) {
    const AnyPosition* position = &start;
    std::unique_ptr<AnyPosition> held;
    std::size_t ply = 0;
    for (const Move move : games.game(g)) {
      ++ply;
      if (const char* reason = position->refusal(move)) {
        throw std::invalid_argument("game " + std::to_string(g + 1) + ", ply " +
                                    std::to_string(ply) + ": move number " + std::to_string(move) +
                                    " is illegal: " + reason);
      }
      if (move < cells) {
        position->legal_moves(moves);
        std::fill(row.begin(), row.end(), std::uint8_t{0});
        std::size_t candidates = 0;
        for (const Move other : moves) {
          if (other >= cells) continue;
          ++row[class_of_[other]];
          ++candidates;
        }
        if (forced_moves || candidates > 1) {
          row[classes_] = class_of_[move];
          add_row(row);
          ++positions_;
        }
      }
      held = position->after(move);
      position = held.get();
    }
  }
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

double CellCounts::mean_probability(std::span<const double> weights, int threads) const {
  constexpr std::size_t kChunks = 16;
  std::array<double, kChunks> parts{};
  Crew crew(threads);
  crew.run(kChunks, [&](std::size_t chunk) {
    const std::size_t end = row_count() * (chunk + 1) / kChunks;
    for (std::size_t r = row_count() * chunk / kChunks; r < end; ++r) {
      const std::uint8_t* const counts = rows_.data() + r * stride();
      double sum = 0.0;
      for (std::size_t c = 0; c < classes_; ++c) sum += counts[c] * weights[c];
      parts[chunk] += times_[r] * weights[counts[classes_]] / sum;
    }
  });
  double total = 0.0;
  const double count = std::max(1.0, static_cast<double>(positions_));
  for (const double part : parts) total += part / count;
  return total;
}

CellObjectives CellCounts::evaluate(std::span<const double> weights, int threads) const {
  constexpr std::size_t kChunks = 16;
  std::array<CellObjectives, kChunks> parts;
  Crew crew(threads);
  crew.run(kChunks, [&](std::size_t chunk) {
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
