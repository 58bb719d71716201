// Sets of cells of a board of hexagons as rows of bits, and everything that one step reaches.
//
// Bit x of row y is cell (x, y). Two empty rows above and below let a step look over the edge; what
// leaves a row is lost. All cells take a step at once.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "games/topology.h"

namespace katachi {

struct HexagonStep {
  int dx, dy;
};

// The six neighbours in circular order, as in games/topology.h.
template <Grid kGrid>
inline constexpr std::array<HexagonStep, 6> kHexagonStepsOf =
    kGrid == Grid::rhombus
        ? std::array<HexagonStep, 6>{{{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}}}
        : std::array<HexagonStep, 6>{{{-1, -1}, {0, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 0}}};

// Row: std::uint16_t or std::uint32_t, with a bit for each column.
template <class Row, int kRows>
class RowSet {
 public:
  void add(int x, int y) { row(y) = static_cast<Row>(row(y) | Row{1} << x); }
  [[nodiscard]] bool has(int x, int y) const { return (row(y) >> x & 1) != 0; }
  [[nodiscard]] bool any() const {
    Row all = 0;
    for (const Row one : rows_) all = static_cast<Row>(all | one);
    return all != 0;
  }
  // The cells that a step leads to.
  template <int kDx, int kDy>
  [[nodiscard]] RowSet moved() const {
    RowSet out;
    for (std::size_t y = kPad; y < kRows + kPad; ++y) {
      const Row from = rows_[y - static_cast<std::size_t>(kDy)];
      if constexpr (kDx >= 0) {
        out.rows_[y] = static_cast<Row>(from << kDx);
      } else {
        out.rows_[y] = static_cast<Row>(from >> -kDx);
      }
    }
    return out;
  }
  // f(x, y) for every cell.
  template <class F>
  void for_each(F f) const {
    for (int y = 0; y < kRows; ++y) {
      for (Row rest = row(y); rest != 0; rest = static_cast<Row>(rest & (rest - 1))) {
        f(std::countr_zero(rest), y);
      }
    }
  }

  friend RowSet operator|(const RowSet& a, const RowSet& b) {
    return combined(a, b, [](Row x, Row y) { return x | y; });
  }
  friend RowSet operator&(const RowSet& a, const RowSet& b) {
    return combined(a, b, [](Row x, Row y) { return x & y; });
  }
  friend RowSet operator^(const RowSet& a, const RowSet& b) {
    return combined(a, b, [](Row x, Row y) { return x ^ y; });
  }
  [[nodiscard]] RowSet without(const RowSet& other) const {
    return combined(*this, other, [](Row x, Row y) { return x & ~y; });
  }
  bool operator==(const RowSet&) const = default;

 private:
  static constexpr std::size_t kPad = 2;

  template <class F>
  static RowSet combined(const RowSet& a, const RowSet& b, F f) {
    RowSet out;
    for (std::size_t y = 0; y < out.rows_.size(); ++y) {
      out.rows_[y] = static_cast<Row>(f(a.rows_[y], b.rows_[y]));
    }
    return out;
  }
  [[nodiscard]] Row& row(int y) { return rows_[static_cast<std::size_t>(y) + kPad]; }
  [[nodiscard]] Row row(int y) const { return rows_[static_cast<std::size_t>(y) + kPad]; }

  std::array<Row, kRows + 2 * kPad> rows_{};
};

// Wide enough for boards with at most 16 rows and columns, or for all.
template <bool kSmall>
using BoardSet = std::conditional_t<kSmall, RowSet<std::uint16_t, 16>, RowSet<std::uint32_t, 24>>;

// f<direction>() for the six directions.
template <class F>
constexpr void for_each_direction(F f) {
  [&]<std::size_t... kDirection>(std::index_sequence<kDirection...>) {
    (f.template operator()<kDirection>(), ...);
  }(std::make_index_sequence<6>{});
}

}  // namespace katachi
