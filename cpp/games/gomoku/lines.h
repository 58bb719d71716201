// Stones of Gomoku as bits on the lines of the board.
//
// Every cell lies on four lines: its row, its column and two diagonals. A line is one word for each
// colour, so that a stone is four bits and "five in a row" a few shifts: in a word b, bit i of
//   b & b >> 1 & b >> 2 & b >> 3 & b >> 4
// is set where five stones begin. With the rule `exact` neither neighbour of the five may be a
// stone of the same colour. Lines of at most 19 cells begin at bit 1, so that a shift never loses a
// neighbour and bits outside the board are 0.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/position.h"
#include "games/topology.h"

namespace katachi::gomoku {

inline constexpr int kAxes = 4;
// Rows, columns and twice 2 n - 1 diagonals.
constexpr int line_count(int size) { return 6 * size - 2; }

// Cells of one line, or stones of one colour on it; cell i of the line is bit i + 1.
using Line = std::uint32_t;

// Where the lines of a board lie; shared, thread-safe.
class LineMap {
 public:
  static const LineMap& of(int size);

  struct Place {
    std::uint8_t line;
    std::uint8_t bit;
  };
  // By cell: its place on the four lines.
  [[nodiscard]] const std::array<Place, kAxes>& places(Cell cell) const { return places_[cell]; }
  // The bits of a line that are cells of the board.
  [[nodiscard]] Line cells(std::size_t line) const { return cells_[line]; }
  // The cell at a bit of a line; precondition: it is one.
  [[nodiscard]] Cell cell(std::size_t line, unsigned bit) const { return cell_[line * 32 + bit]; }

  explicit LineMap(int size);

 private:
  std::vector<std::array<Place, kAxes>> places_;
  std::vector<Line> cells_;
  std::vector<Cell> cell_;
};

// Bits where five of the line begin; with `exact` only rows of no more than five.
inline Line fives(Line stones, bool exact) {
  const Line pairs = stones & (stones >> 1U);
  const Line five = pairs & (pairs >> 2U) & (stones >> 4U);
  if (!exact) return five;
  return five & ~(stones << 1U) & ~(stones >> 5U);
}

// Empty cells of the line where one more stone makes a five.
inline Line winning_cells(Line stones, Line empty, bool exact) {
  Line found = 0;
  if (!exact) {
    // Stones at distances -4 .. 4 of each cell, and windows of five with one missing.
    const Line b1 = stones << 1U, b2 = b1 & (stones << 2U), b3 = b2 & (stones << 3U);
    const Line a1 = stones >> 1U, a2 = a1 & (stones >> 2U), a3 = a2 & (stones >> 3U);
    found = (b3 & (stones << 4U)) | (b3 & a1) | (b2 & a2) | (b1 & a3) | (a3 & (stones >> 4U));
    return found & empty;
  }
  for (Line rest = empty; rest != 0; rest &= rest - 1) {
    const Line cell = rest & (~rest + 1);
    if (fives(stones | cell, true) != 0) found |= cell;
  }
  return found;
}

// The stones of both colours on all lines of a board.
template <int kLines>
class Stones {
 public:
  Stones() {
    lines_[0].fill(0);
    lines_[1].fill(0);
  }

  [[nodiscard]] Line line(Color color, std::size_t number) const {
    return lines_[index_of(color)][number];
  }
  [[nodiscard]] Color at(const std::array<LineMap::Place, kAxes>& places) const {
    const LineMap::Place row = places[0];
    if (((lines_[0][row.line] >> row.bit) & 1U) != 0) return Color::black;
    return ((lines_[1][row.line] >> row.bit) & 1U) != 0 ? Color::white : Color::none;
  }
  void place(const std::array<LineMap::Place, kAxes>& places, Color color) {
    auto& lines = lines_[index_of(color)];
    for (const LineMap::Place place : places) lines[place.line] |= Line{1} << place.bit;
  }
  // Whether a stone of the colour on the cell, which may be there already, makes a five.
  [[nodiscard]] bool wins(const std::array<LineMap::Place, kAxes>& places, Color color,
                          bool exact) const {
    const auto& lines = lines_[index_of(color)];
    Line found = 0;
    for (const LineMap::Place place : places) {
      found |= fives(lines[place.line] | (Line{1} << place.bit), exact);
    }
    return found != 0;
  }

  bool operator==(const Stones&) const = default;

 private:
  std::array<std::array<Line, kLines>, 2> lines_;
};

}  // namespace katachi::gomoku
