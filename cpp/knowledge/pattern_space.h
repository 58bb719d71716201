// Shapes laid over the whole board, for values: which contents lie where.
//
// A table belongs to one shape and counts the contents of its cells; all placements of the shape
// (its images under the symmetries of the board, or its translations) share the table. A content is
// a number in base 3 with a digit for each cell: 0 other, 1 empty, 2 own, from the mover's side.
// Held as the distance from the empty placement, a content is a sum of +-3^i over its stones. So a
// stone changes it by a constant, and exchanging the colours changes its sign: a move of Othello
// costs a few vector additions, and one table serves both players.
//
// Contents that are mirror images within a shape share a parameter: parameter_of says which.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "games/position.h"

namespace katachi {

class PatternSpace {
 public:
  static constexpr std::size_t kLongest = 10;  // cells of a shape: contents fit 16 bits
  // Lanes are rounded up to this, so that loops over them are whole vectors.
  static constexpr std::size_t kVector = 16;

  struct Table {
    std::vector<std::vector<Cell>> placements;  // each with the cells in the order of the shape
    std::vector<std::uint32_t> parameter_of;    // [3^cells], numbered from 0 within the table
  };

  // Throws std::invalid_argument if a table is empty or too long, or a cell is off the board.
  PatternSpace(std::size_t cells, std::span<const Table> tables);

  [[nodiscard]] std::size_t cells() const { return cells_; }
  // Words of 64 bits that hold one player's stones.
  [[nodiscard]] std::size_t words() const { return (cells_ + 63) / 64; }
  [[nodiscard]] std::size_t placements() const { return origins_.size(); }
  // placements() rounded up; the rest is always zero.
  [[nodiscard]] std::size_t lanes() const { return lanes_; }
  [[nodiscard]] std::size_t contents() const { return parameter_of_.size(); }
  [[nodiscard]] std::size_t parameters() const { return parameters_; }
  // [contents]: all tables in a row.
  [[nodiscard]] std::span<const std::uint32_t> parameter_of() const { return parameter_of_; }
  // [placements]: the number among all contents of the empty placement.
  [[nodiscard]] std::span<const std::uint32_t> origins() const { return origins_; }
  // int16 [lanes]: what one's own stone on a cell adds.
  [[nodiscard]] const std::int16_t* of_cell(std::size_t cell) const {
    return of_cells_.data() + cell * lanes_;
  }

  // Distances from the empty placement, int16 [lanes]; own and other are [words].
  void find(const std::uint64_t* own, const std::uint64_t* other, std::int16_t* distances) const;

 private:
  std::size_t cells_;
  std::size_t lanes_ = 0;
  std::size_t parameters_ = 0;
  std::vector<std::uint32_t> parameter_of_;
  std::vector<std::uint32_t> origins_;
  std::vector<std::int16_t> of_cells_;
  // [bytes of a word][256][lanes]: what eight cells at once add.
  std::vector<std::int16_t> of_bytes_;
};

}  // namespace katachi
