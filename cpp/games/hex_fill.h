// Random Hex games without playing them: fill the board, then look who has won.
//
// A random game that goes on to the last cell gives each player a uniformly random half of the
// empty cells, and later stones cannot undo a connection. So: draw one random bit per cell, correct
// the count of black stones to the exact half by moving random cells (a uniform k-subset with
// random elements removed or added stays uniform), and find out whether Black joins top and bottom.
//
// The board is rows of bits, several rows to a word.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "games/hex.h"
#include "games/playout.h"

namespace katachi {

class HexFill {
 public:
  static constexpr int kMaxSize = 19;

  template <int kCapacity>
  explicit HexFill(const HexPosition<kCapacity>& start) : size_(start.topology().size()) {
    const Topology& topology = start.topology();
    rows_per_word_ = 64 / size_;
    words_ = (size_ + rows_per_word_ - 1) / rows_per_word_;
    for (Cell cell = 0; cell < topology.cells(); ++cell) {
      const Place place = place_of(topology.x(cell), topology.y(cell));
      if (start.at(cell) == Color::black) black_[place.word] |= place.bit;
      if (start.at(cell) != Color::none) continue;
      empty_[place.word] |= place.bit;
      places_[empty_count_++] = place;
    }
    const bool black_first = start.to_move() == Color::black;
    black_quota_ = static_cast<int>(empty_count_ + (black_first ? 1U : 0U)) / 2;
  }

  [[nodiscard]] int length() const { return static_cast<int>(empty_count_); }

  // Who wins a random fill.
  Color winner(Rng& rng) const {
    std::array<std::uint64_t, kMaxWords> filled;
    int surplus = -black_quota_;
    for (int w = 0; w < words_; ++w) {
      const auto i = static_cast<std::size_t>(w);
      filled[i] = rng.next() & empty_[i];
      surplus += std::popcount(filled[i]);
    }
    const bool remove = surplus > 0;
    for (int change = remove ? surplus : -surplus; change > 0;) {
      const Place& place = places_[rng.below(empty_count_)];
      const bool black = (filled[place.word] & place.bit) != 0;
      // Branch-free: about every second draw hits a cell of the wrong colour and changes nothing.
      const bool hit = black == remove;
      filled[place.word] ^= hit ? place.bit : 0;
      change -= static_cast<int>(hit);
    }
    std::array<std::uint32_t, kMaxSize> rows;
    const std::uint64_t row_mask = (std::uint64_t{1} << size_) - 1;
    int y = 0;
    for (int w = 0; w < words_; ++w) {
      const auto i = static_cast<std::size_t>(w);
      std::uint64_t word = filled[i] | black_[i];
      for (int r = 0; r < rows_per_word_ && y < size_; ++r, ++y) {
        rows[static_cast<std::size_t>(y)] = static_cast<std::uint32_t>(word & row_mask);
        word >>= static_cast<unsigned>(size_);
      }
    }
    return joins_top_and_bottom(rows) ? Color::black : Color::white;
  }

  // Rows of Black's stones, top row first; bit x is column x. For a board of any filling.
  [[nodiscard]] bool joins_top_and_bottom(const std::array<std::uint32_t, kMaxSize>& rows) const {
    // reached: stones joined to the top. Sweep down and up until nothing is added.
    std::array<std::uint32_t, kMaxSize> reached{};
    const auto last = static_cast<std::size_t>(size_ - 1);
    reached[0] = rows[0];
    for (bool grown = true; grown;) {
      for (std::size_t y = 1; y <= last; ++y) {
        // (x, y) touches (x, y-1) and (x+1, y-1).
        reached[y] |= spread((reached[y - 1] | (reached[y - 1] >> 1U)) & rows[y], rows[y]);
      }
      if (reached[last] != 0) return true;
      grown = false;
      for (std::size_t y = last; y-- > 0;) {
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

 private:
  static constexpr std::size_t kMaxWords = 7;

  struct Place {
    std::uint64_t bit;
    std::size_t word;
  };

  [[nodiscard]] Place place_of(int x, int y) const {
    return {std::uint64_t{1} << (y % rows_per_word_ * size_ + x),
            static_cast<std::size_t>(y / rows_per_word_)};
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
  int rows_per_word_ = 0;
  int words_ = 0;
  std::uint32_t empty_count_ = 0;
  int black_quota_ = 0;
  std::array<std::uint64_t, kMaxWords> black_{};
  std::array<std::uint64_t, kMaxWords> empty_{};
  std::array<Place, kMaxCells> places_;
};

template <int kCapacity>
struct Playouts<HexPosition<kCapacity>> {
  static void run(const HexPosition<kCapacity>& start, std::uint32_t playouts, Rng& rng,
                  Tally& tally) {
    const HexFill fill(start);
    Rng own = rng;
    for (std::uint32_t i = 0; i < playouts; ++i) {
      const Color winner = start.is_over() ? start.outcome().winner : fill.winner(own);
      const int length = start.is_over() ? 0 : fill.length();
      tally.add({winner, Reason::connection, winner == Color::black ? 1.0F : -1.0F}, length);
    }
    rng = own;
  }
};

}  // namespace katachi
