// What earlier simulations teach a playout: last good replies and N-grams (HAVANNAH 2.2.4, 2.2.5).
//
// Both answer the question: after these one or two moves, what did well? `kNoMove` stands for a
// move before the start. They learn from the moves of the playout, the first of which replies to
// the last move of the tree. Tables belong to one thread. Pairs of moves are hashed into a table of
// fixed size where boards are large: a clash overwrites (replies) or shares an entry (N-grams).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "games/position.h"

namespace katachi {

inline constexpr Move kNoMove = 0xffff;

// Number of contexts of one or two moves, and where each is found.
class Contexts {
 public:
  static constexpr std::size_t kMostPairs = std::size_t{1} << 16U;

  explicit Contexts(std::size_t moves) : base_(moves + 1) {}
  [[nodiscard]] std::size_t singles() const { return base_; }
  [[nodiscard]] std::size_t pairs() const { return std::min(base_ * base_, kMostPairs); }
  [[nodiscard]] std::size_t single(Move last) const { return last == kNoMove ? base_ - 1 : last; }
  [[nodiscard]] std::size_t pair(Move before, Move last) const {
    return (single(before) * base_ + single(last)) % pairs();
  }

 private:
  std::size_t base_;
};

class LastGoodReplies {
 public:
  LastGoodReplies(std::size_t moves, int length) : contexts_(moves), length_(length) { clear(); }

  void clear() {
    for (auto& table : first_) table.assign(length_ >= 1 ? contexts_.singles() : 0, kNoMove);
    for (auto& table : second_) table.assign(length_ >= 2 ? contexts_.pairs() : 0, kNoMove);
  }

  // The reply to the last two moves if one is known and playable, else to the last, else kNoMove.
  template <class Playable>
  [[nodiscard]] Move reply(Color player, Move before, Move last, Playable playable) const {
    const std::size_t p = index_of(player);
    if (length_ >= 2) {
      const Move move = second_[p][contexts_.pair(before, last)];
      if (move != kNoMove && playable(move)) return move;
    }
    const Move move = first_[p][contexts_.single(last)];
    return move != kNoMove && playable(move) ? move : kNoMove;
  }

  // Learns one move of a finished simulation.
  void learn(Color player, Move before, Move last, Move move, bool won, bool forget) {
    const std::size_t p = index_of(player);
    const auto update = [&](Move& entry) {
      if (won) {
        entry = move;
      } else if (forget && entry == move) {
        entry = kNoMove;
      }
    };
    update(first_[p][contexts_.single(last)]);
    if (length_ >= 2) update(second_[p][contexts_.pair(before, last)]);
  }

 private:
  Contexts contexts_;
  int length_;
  std::array<std::vector<Move>, 2> first_, second_;
};

struct NgramEntry {
  float wins = 0.0F;
  float played = 0.0F;
};

class Ngrams {
 public:
  // The largest table of pairs, in entries; small boards fit without sharing.
  static constexpr std::size_t kMostEntries = std::size_t{1} << 22U;

  Ngrams(std::size_t moves, int length) : contexts_(moves), moves_(moves), length_(length) {
    for (auto& t : first_) t.assign(length_ >= 1 ? contexts_.singles() * moves_ : 0, NgramEntry{});
    pair_rows_ = std::min(contexts_.pairs(), kMostEntries / moves_);
    for (auto& t : second_) t.assign(length_ >= 2 ? pair_rows_ * moves_ : 0, NgramEntry{});
  }

  void decay(float factor) {
    for (auto* tables : {&first_, &second_}) {
      for (auto& table : *tables) {
        for (NgramEntry& entry : table) {
          entry.wins *= factor;
          entry.played *= factor;
        }
      }
    }
  }

  void learn(Color player, Move before, Move last, Move move, float value) {
    const std::size_t p = index_of(player);
    const auto update = [&](NgramEntry& entry) {
      entry.played += 1.0F;
      entry.wins += value;
    };
    update(first_[p][contexts_.single(last) * moves_ + move]);
    if (length_ >= 2) update(second_[p][row(before, last) + move]);
  }

  // The row of win rates to compare moves by: rate(move) is negative if the move is not considered.
  class Row {
   public:
    [[nodiscard]] float rate(Move move) const {
      const bool one = first[move].played > threshold;
      const bool two = second != nullptr && second[move].played > threshold;
      if (average && one && two) return 0.5F * (ratio(first[move]) + ratio(second[move]));
      if (two) return ratio(second[move]);
      return one ? ratio(first[move]) : -1.0F;
    }

    // NST: the mean of the win rate of the move anywhere and of the N-grams that are considered.
    [[nodiscard]] float mean_with(float anywhere, Move move) const {
      float sum = anywhere;
      float count = 1.0F;
      for (const NgramEntry* row : {first, second}) {
        if (row == nullptr || !(row[move].played > threshold)) continue;
        sum += ratio(row[move]);
        count += 1.0F;
      }
      return sum / count;
    }

   private:
    friend class Ngrams;
    static float ratio(const NgramEntry& entry) { return entry.wins / entry.played; }
    const NgramEntry* first = nullptr;
    const NgramEntry* second = nullptr;
    float threshold = 0.0F;
    bool average = false;
  };

  [[nodiscard]] Row row_of(Color player, Move before, Move last, float threshold,
                           bool average) const {
    const std::size_t p = index_of(player);
    Row row_view;
    row_view.first = &first_[p][contexts_.single(last) * moves_];
    if (length_ >= 2) row_view.second = &second_[p][row(before, last)];
    row_view.threshold = threshold;
    row_view.average = average;
    return row_view;
  }

 private:
  [[nodiscard]] std::size_t row(Move before, Move last) const {
    return contexts_.pair(before, last) % pair_rows_ * moves_;
  }

  Contexts contexts_;
  std::size_t moves_;
  int length_;
  std::size_t pair_rows_ = 0;
  std::array<std::vector<NgramEntry>, 2> first_, second_;
};

}  // namespace katachi
