// A Hex board as rows of bits, and the winner of a random fill.
//
// A random game that goes on to the last cell gives each player a uniformly random half of the
// empty cells, and later stones cannot undo a connection. So: draw one random bit per cell, correct
// the count of black stones to the exact half by moving random cells (a uniform k-subset with
// random elements removed or added stays uniform), and find out whether Black joins top and bottom.
//
// Several rows share a word; row y starts at bit (y mod rows_per_word) * size, bit x is column x.
#pragma once

#include <array>
#include <cstdint>

#include "games/position.h"
#include "games/random.h"

namespace katachi {

class HexRows {
 public:
  static constexpr int kMaxSize = 19;
  static constexpr std::size_t kMaxWords = 7;
  using Words = std::array<std::uint64_t, kMaxWords>;
  using Rows = std::array<std::uint32_t, kMaxSize>;

  explicit HexRows(int size) : size_(size), rows_per_word_(64 / size) {
    words_ = (size_ + rows_per_word_ - 1) / rows_per_word_;
    for (int y = 0; y < size_; ++y) {
      empty_[word_of(y)] |= ((std::uint64_t{1} << size_) - 1) << shift_of(y);
    }
    empty_count_ = size * size;
  }

  void place(int x, int y, Color color) {
    const std::uint64_t bit = std::uint64_t{1} << (shift_of(y) + static_cast<unsigned>(x));
    empty_[word_of(y)] &= ~bit;
    if (color == Color::black) black_[word_of(y)] |= bit;
    --empty_count_;
  }

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] int empty_count() const { return empty_count_; }

  // Black's stones after a random fill in which `first` places the first of the remaining stones.
  [[nodiscard]] Words fill(Color first, Rng& rng) const {
    Words filled{};
    int black = 0;
    for (std::size_t w = 0; w < static_cast<std::size_t>(words_); ++w) {
      filled[w] = rng.next() & empty_[w];
      black += count(filled[w]);
    }
    const int quota = (empty_count_ + (first == Color::black ? 1 : 0)) / 2;
    for (; black > quota; --black) remove_one(filled, black, rng);
    if (black < quota) {
      // Too few black cells: take from the white ones in the same way.
      Words white{};
      for (std::size_t w = 0; w < kMaxWords; ++w) white[w] = empty_[w] & ~filled[w];
      for (; black < quota; ++black) remove_one(white, empty_count_ - black, rng);
      for (std::size_t w = 0; w < kMaxWords; ++w) filled[w] = empty_[w] & ~white[w];
    }
    for (std::size_t w = 0; w < kMaxWords; ++w) filled[w] |= black_[w];
    return filled;
  }

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

  // Population count without an instruction for it: a portable build has none.
  static int count(std::uint64_t bits) {
    bits -= (bits >> 1U) & 0x5555555555555555ULL;
    bits = (bits & 0x3333333333333333ULL) + ((bits >> 2U) & 0x3333333333333333ULL);
    bits = (bits + (bits >> 4U)) & 0x0f0f0f0f0f0f0f0fULL;
    return static_cast<int>((bits * 0x0101010101010101ULL) >> 56U);
  }

  // Clears a random one of the `set` bits that are set.
  void remove_one(Words& words, int set, Rng& rng) const {
    constexpr int kSparse = 6;  // below one bit in six, guessing costs more than counting
    if (set * kSparse < words_ * 64) {
      remove_nth(words, rng.below(static_cast<std::uint32_t>(set)));
      return;
    }
    for (;;) {
      const std::uint64_t random = rng.next();
      const std::size_t w = ((random >> 32U) * static_cast<std::uint64_t>(words_)) >> 32U;
      const std::uint64_t bit = std::uint64_t{1} << (random & 63U);
      if ((words[w] & bit) == 0) continue;
      words[w] ^= bit;
      return;
    }
  }

  // Clears the n-th set bit, from 0.
  static void remove_nth(Words& words, std::uint32_t n) {
    std::size_t w = 0;
    for (;; ++w) {
      const auto here = static_cast<std::uint32_t>(count(words[w]));
      if (n < here) break;
      n -= here;
    }
    std::uint64_t rest = words[w];
    for (; n != 0; --n) rest &= rest - 1;
    words[w] ^= rest & (~rest + 1);
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
  int words_ = 0;
  int empty_count_ = 0;
  Words black_{};
  Words empty_{};
};

}  // namespace katachi
