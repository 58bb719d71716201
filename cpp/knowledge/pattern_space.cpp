#include "knowledge/pattern_space.h"

#include <algorithm>
#include <stdexcept>

#include "games/compiler.h"

namespace katachi {
namespace {

std::size_t power_of_three(std::size_t exponent) {
  std::size_t power = 1;
  for (; exponent > 0; --exponent) power *= 3;
  return power;
}

void check(std::size_t cells, const PatternSpace::Table& table) {
  if (table.placements.empty()) throw std::invalid_argument("a shape has no placement");
  const std::size_t length = table.placements[0].size();
  if (length == 0 || length > PatternSpace::kLongest) {
    throw std::invalid_argument("a shape for values has 1 to 10 cells");
  }
  for (const auto& placement : table.placements) {
    if (placement.size() != length ||
        std::ranges::any_of(placement, [&](Cell cell) { return cell >= cells; })) {
      throw std::invalid_argument("a placement of a shape does not fit the board");
    }
  }
  if (table.parameter_of.size() != power_of_three(length)) {
    throw std::invalid_argument("a shape needs a parameter for each content");
  }
}

KATACHI_TWICE void add_bytes(const std::int16_t* table, std::size_t lanes, std::uint64_t stones,
                             std::size_t first_byte, std::int16_t sign, std::int16_t* distances) {
  for (std::size_t byte = first_byte; stones != 0; ++byte, stones >>= 8U) {
    const std::size_t pattern = stones & 0xffU;
    if (pattern == 0) continue;
    const std::int16_t* row = table + (byte * 256 + pattern) * lanes;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      distances[lane] = static_cast<std::int16_t>(distances[lane] + sign * row[lane]);
    }
  }
}

}  // namespace

PatternSpace::PatternSpace(std::size_t cells, std::span<const Table> tables) : cells_(cells) {
  if (cells == 0 || cells > kMaxCells) throw std::invalid_argument("a board has 1 to 361 cells");
  std::size_t placements = 0;
  for (const Table& table : tables) {
    check(cells, table);
    placements += table.placements.size();
  }
  lanes_ = (placements + kVector - 1) / kVector * kVector;
  of_cells_.assign(cells * lanes_, 0);
  for (const Table& table : tables) {
    const std::size_t contents = table.parameter_of.size();
    for (const auto& placement : table.placements) {
      std::size_t power = 1;
      for (const Cell cell : placement) {
        std::int16_t& step = of_cells_[cell * lanes_ + origins_.size()];
        step = static_cast<std::int16_t>(step + static_cast<std::int16_t>(power));
        power *= 3;
      }
      origins_.push_back(static_cast<std::uint32_t>(parameter_of_.size() + contents / 2));
    }
    std::size_t last = 0;
    for (const std::uint32_t parameter : table.parameter_of) {
      if (parameter >= contents) throw std::invalid_argument("a parameter is out of range");
      last = std::max<std::size_t>(last, parameter);
      parameter_of_.push_back(static_cast<std::uint32_t>(parameters_ + parameter));
    }
    parameters_ += last + 1;
  }
  of_bytes_.assign(words() * 8 * 256 * lanes_, 0);
  for (std::size_t cell = 0; cell < cells; ++cell) {
    for (std::size_t pattern = 0; pattern < 256; ++pattern) {
      if ((pattern >> (cell % 8) & 1U) == 0) continue;
      std::int16_t* row = of_bytes_.data() + (cell / 8 * 256 + pattern) * lanes_;
      for (std::size_t lane = 0; lane < lanes_; ++lane) {
        row[lane] = static_cast<std::int16_t>(row[lane] + of_cells_[cell * lanes_ + lane]);
      }
    }
  }
}

void PatternSpace::find(const std::uint64_t* own, const std::uint64_t* other,
                        std::int16_t* distances) const {
  std::fill_n(distances, lanes_, std::int16_t{0});
  for (std::size_t word = 0; word < words(); ++word) {
    add_bytes(of_bytes_.data(), lanes_, own[word], 8 * word, 1, distances);
    add_bytes(of_bytes_.data(), lanes_, other[word], 8 * word, -1, distances);
  }
}

}  // namespace katachi
