// A Hex board as rows of bits, and the winner of a random fill.
//
// The cells are drawn by games/connection/random_fill.h; here is found out whether Black joins top
// and bottom.
//
// Several rows share a word; row y starts at bit (y mod rows_per_word) * size, bit x is column x.
#pragma once

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
    Rows rows;
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
    // reached: stones joined to the top. Sweep down and up until nothing is added.
    Rows reached{};
    const std::size_t last = end - 1;
    reached[0] = rows[0];
    for (bool grown = true; grown;) {
      for (y = 1; y <= last; ++y) {
        // (x, y) touches (x, y-1) and (x+1, y-1).
        reached[y] |= spread((reached[y - 1] | (reached[y - 1] >> 1U)) & rows[y], rows[y]);
      }
      if (reached[last] != 0) return true;
      grown = false;
      for (y = last; y-- > 0;) {
        // (x, y) touches (x, y+1) and (x-1, y+1).
        const std::uint32_t seeds =
            (reached[y + 1] | (reached[y + 1] << 1U)) & rows[y] & ~reached[y];
        if (seeds == 0) continue;
        reached[y] |= spread(seeds, rows[y]);
        grown = true;
      }
    }
    return false;
  }

  // Whether a stone of the set stands at column x, row y.
  [[nodiscard]] bool contains(const Words& stones, int x, int y) const {
    return ((stones[word_of(y)] >> (shift_of(y) + static_cast<unsigned>(x))) & 1U) != 0;
  }

 private:
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
  static std::uint32_t spread(std::uint32_t seeds, std::uint32_t row) {
    // A carry runs to the upper end of each run, doubling steps go down.
    std::uint32_t run = row & ((row ^ (row + seeds)) | seeds);
    std::uint32_t open = row;
    for (unsigned step = 1; step < 32; step *= 2) {
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
