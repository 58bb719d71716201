// A Hex board as rows of bits, and the winner of a random fill.
//
// The cells are drawn by games/connection/random_fill.h; here is found out whether Black joins top
// and bottom.
//
// Several rows share a word; row y starts at bit (y mod rows_per_word) * size, bit x is column x.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "games/connection/random_fill.h"

namespace katachi {

class HexRows {
 public:
  static constexpr int kMaxSize = 19;
  static constexpr std::size_t kMaxWords = 7;
  using Cells = RandomFill<kMaxWords>;
  using Words = Cells::Words;
  using Rows = std::array<std::uint32_t, kMaxSize>;

  explicit HexRows(int size) : size_(size), rows_per_word_(64 / size) {
    for (int y = 0; y < size_; ++y) {
      for (int x = 0; x < size_; ++x) cells_.add(word_of(y), bit_of(x, y));
    }
  }

  void place(int x, int y, Color color) { cells_.place(word_of(y), bit_of(x, y), color); }

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] int empty_count() const { return cells_.empty_count(); }

  // Black's stones after a random fill in which `first` places the first of the remaining stones.
  [[nodiscard]] Words fill(Color first, Rng& rng) const { return cells_.fill(first, rng); }

  // Whether these stones join the top to the bottom row; other cells count as the opponent's.
  [[nodiscard]] bool joins_top_and_bottom(const Words& stones) const {
    return size_ <= 16 ? joins<8>(stones) : joins<16>(stones);
  }

  // Who owns the cells that were empty before the fill, by cell; the others: none. Up to seven more
  // places are written.
  void write_owners(const Words& filled, Color* owner) const {
    const unsigned cells = static_cast<unsigned>(rows_per_word_ * size_);
    unsigned left = static_cast<unsigned>(size_ * size_);
    for (std::size_t w = 0; left > 0; ++w) {
      const unsigned here = std::min(cells, left);
      cells_.write_owners(filled, w, 0, here, owner);
      owner += here;
      left -= here;
    }
  }

 private:
  // `kLongest` is the longest of the steps 1, 2, 4 ... that together go along a whole row.
  template <unsigned kLongest>
  [[nodiscard]] bool joins(const Words& stones) const {
    Rows rows{};
    const std::uint64_t row_mask = (std::uint64_t{1} << size_) - 1;
    std::size_t y = 0;
    const auto end = static_cast<std::size_t>(size_);
    for (std::size_t w = 0; y < end; ++w) {
      std::uint64_t word = stones[w];
      for (int r = 0; r < rows_per_word_ && y < end; ++r, ++y) {
        rows[y] = static_cast<std::uint32_t>(word & row_mask);
        word >>= static_cast<unsigned>(size_);
      }
    }
    // reached: stones joined to the top, always whole runs of a row. Sweep down and up until
    // nothing is added; `deepest` is the last row with such stones.
    Rows reached{};
    const std::size_t last = end - 1;
    std::size_t deepest = 0;
    for (std::uint32_t row = reached[0] = rows[0]; deepest < last; ++deepest) {
      // (x, y) touches (x, y-1) and (x+1, y-1).
      row = spread<kLongest>((row | (row >> 1U)) & rows[deepest + 1], rows[deepest + 1]);
      if (row == 0) break;
      reached[deepest + 1] = row;
    }
    while (deepest < last) {
      bool grown = false;
      for (y = deepest; y-- > 0;) {
        // (x, y) touches (x, y+1) and (x-1, y+1).
        const std::uint32_t seeds =
            (reached[y + 1] | (reached[y + 1] << 1U)) & rows[y] & ~reached[y];
        if (seeds == 0) continue;
        reached[y] |= spread<kLongest>(seeds, rows[y]);
        grown = true;
      }
      if (!grown) return false;
      for (y = 1; y <= std::min(deepest + 1, last); ++y) {
        const std::uint32_t seeds =
            (reached[y - 1] | (reached[y - 1] >> 1U)) & rows[y] & ~reached[y];
        if (seeds == 0) continue;
        reached[y] |= spread<kLongest>(seeds, rows[y]);
        deepest = std::max(deepest, y);
      }
    }
    return true;
  }

  [[nodiscard]] std::size_t word_of(int y) const {
    return static_cast<std::size_t>(y / rows_per_word_);
  }
  [[nodiscard]] unsigned shift_of(int y) const {
    return static_cast<unsigned>(y % rows_per_word_ * size_);
  }
  [[nodiscard]] std::uint64_t bit_of(int x, int y) const {
    return std::uint64_t{1} << (shift_of(y) + static_cast<unsigned>(x));
  }

  // The runs of `row` that hold at least one seed.
  template <unsigned kLongest>
  static std::uint32_t spread(std::uint32_t seeds, std::uint32_t row) {
    // A carry runs to the upper end of each run, doubling steps go down.
    std::uint32_t run = row & ((row ^ (row + seeds)) | seeds);
    std::uint32_t open = row;
    for (unsigned step = 1; step <= kLongest; step *= 2) {
      run |= open & (run >> step);
      open &= open >> step;
    }
    return run;
  }

  int size_;
  int rows_per_word_;
  Cells cells_;
};

}  // namespace katachi
