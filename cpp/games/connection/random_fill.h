// The empty cells of a board as bits, and a random fill of them.
//
// In a connection game a random game that goes on to the last cell gives each player a uniformly
// random half of the empty cells, and later stones cannot undo a connection. So: draw one random
// bit per cell, and correct the count of black stones to the exact half by moving random cells (a
// uniform k-subset with random elements removed or added stays uniform).
#pragma once

#include <array>
#include <cstdint>

#include "games/position.h"
#include "games/random.h"

namespace katachi {

template <std::size_t kMaxWords>
class RandomFill {
 public:
  using Words = std::array<std::uint64_t, kMaxWords>;

  // One more empty cell of the board.
  void add(std::size_t word, std::uint64_t bit) {
    empty_[word] |= bit;
    ++empty_count_;
    if (words_ <= static_cast<int>(word)) words_ = static_cast<int>(word) + 1;
  }

  void place(std::size_t word, std::uint64_t bit, Color color) {
    empty_[word] &= ~bit;
    if (color == Color::black) black_[word] |= bit;
    --empty_count_;
  }

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

  // Who owns the cells of `count` bits of a word, from bit `first` on: of those that were empty
  // before the fill, others: none. Up to seven more places are written.
  void write_owners(const Words& filled, std::size_t word, unsigned first, unsigned count,
                    Color* owner) const {
    static_assert(index_of(Color::black) == 0 && index_of(Color::white) == 1 &&
                  index_of(Color::none) == 2);
    const std::uint64_t white = (empty_[word] & ~filled[word]) >> first;
    const std::uint64_t none = ~empty_[word] >> first;
    for (unsigned i = 0; i < count; i += 8) {
      const std::uint64_t colors = one_in_each_byte(white >> i) | one_in_each_byte(none >> i) << 1U;
      for (unsigned k = 0; k < 8; ++k) owner[i + k] = static_cast<Color>(colors >> 8U * k & 0xffU);
    }
  }

 private:
  // The lowest eight bits, one to a byte, the lowest first.
  static constexpr std::uint64_t one_in_each_byte(std::uint64_t bits) {
    const std::uint64_t apart =
        ((bits & 0xffU) * 0x0101010101010101ULL) & 0x8040201008040201ULL;  // bit k in byte k
    return ((apart + 0x7f7f7f7f7f7f7f7fULL) >> 7U) & 0x0101010101010101ULL;
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

  int words_ = 0;
  int empty_count_ = 0;
  Words black_{};
  Words empty_{};
};

}  // namespace katachi
