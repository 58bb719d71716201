// A board of Y as rows of bits, and the winner of a random fill.
//
// The winner of a full board is found without following chains. Each cell of a board that is one
// row smaller takes the majority of the three cells that touch each other at its place: (x, y),
// (x, y+1) and (x+1, y+1). The smaller board has the same winner, and the only cell of the smallest
// board names it (van Rijswijck, "Set colouring games", 2006, section 3: Y-reduction).
//
// A word has four rows of 16 bits, bit x is column x; bits beyond a row's end are 0 and stay so,
// because a majority needs two.
#pragma once

#include <array>
#include <cstdint>

#include "games/connection/random_fill.h"

namespace katachi {

class YRows {
 public:
  static constexpr int kMaxSize = 15;  // bit 15 of every row is free
  static constexpr std::size_t kMaxWords = 4;
  using Cells = RandomFill<kMaxWords>;
  using Words = Cells::Words;

  explicit YRows(int size) : size_(size) {
    for (int y = 0; y < size; ++y) {
      for (int x = 0; x <= y; ++x) cells_.add(word_of(y), bit_of(x, y));
    }
  }

  void place(int x, int y, Color color) { cells_.place(word_of(y), bit_of(x, y), color); }

  [[nodiscard]] int empty_count() const { return cells_.empty_count(); }

  // Black's stones after a random fill in which `first` places the first of the remaining stones.
  [[nodiscard]] Words fill(Color first, Rng& rng) const { return cells_.fill(first, rng); }

  // Whether these stones join the three sides; all other cells are the opponent's.
  [[nodiscard]] bool joins_all_sides(Words stones) const {
    for (int rows = size_; rows > 1; --rows) {
      const auto words = static_cast<std::size_t>((rows + kRowsPerWord - 1) / kRowsPerWord);
      for (std::size_t w = 0; w < words; ++w) {
        const std::uint64_t next = w + 1 < words ? stones[w + 1] : 0;
        const std::uint64_t here = stones[w];
        const std::uint64_t below = (here >> kRowBits) | (next << (64 - kRowBits));
        const std::uint64_t beside = below >> 1U;
        stones[w] = (here & (below | beside)) | (below & beside);
      }
    }
    return (stones[0] & 1U) != 0;
  }

  // Who owns the cells that were empty before the fill, by cell; the others: none. Up to seven more
  // places are written.
  void write_owners(const Words& filled, Color* owner) const {
    for (int y = 0; y < size_; ++y) {
      const auto cells = static_cast<unsigned>(y + 1);
      cells_.write_owners(filled, word_of(y), shift_of(y), cells, owner);
      owner += cells;
    }
  }

 private:
  static constexpr int kRowsPerWord = 4;
  static constexpr unsigned kRowBits = 16;

  static std::size_t word_of(int y) { return static_cast<std::size_t>(y / kRowsPerWord); }
  static unsigned shift_of(int y) { return static_cast<unsigned>(y % kRowsPerWord) * kRowBits; }
  static std::uint64_t bit_of(int x, int y) {
    return std::uint64_t{1} << (shift_of(y) + static_cast<unsigned>(x));
  }

  int size_;
  Cells cells_;
};

}  // namespace katachi
