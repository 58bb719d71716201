// What earlier simulations teach a playout: last good replies and N-grams (HAVANNAH 2.2.4, 2.2.5).
//
// Both answer the question: after these one or two moves, what did well? `kNoMove` stands for a
// move before the start. They learn from the moves of the playout, the first of which replies to
// the last move of the tree. Tables belong to one thread. Pairs of moves are hashed into a table of
// fixed size where boards are large: a clash overwrites (replies) or shares an entry (N-grams).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "games/position.h"
#include "games/random.h"

namespace katachi {

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

// A win rate as a whole number with the same order, so that vectors of them are compared quickly:
// the bits of a float that is not negative. Negative: not considered.
using RateKey = std::int32_t;
inline constexpr RateKey kNoRate = -1;

// The move with the highest key, ties at random, among those with blocked[move] = 0 (others have
// -1); kNoMove if no key is left. A key of `two` goes before the key of `one`; `two` may be null.
Move best_by_key(std::span<const RateKey> one, const RateKey* two, const RateKey* blocked,
                 Rng& rng);

// Blocks all cells but the empty ones, and the move after the last cell (a pass).
void block_stones(std::span<const Color> stones, RateKey* blocked);

class Ngrams {
 public:
  // The largest table of pairs, in entries; small boards fit without sharing.
  static constexpr std::size_t kMostEntries = std::size_t{1} << 22U;

  // Only moves that were played more often than `threshold` are considered.
  Ngrams(std::size_t moves, int length, float threshold)
      : contexts_(moves), moves_(moves), length_(length), threshold_(threshold) {
    pair_rows_ = std::min(contexts_.pairs(), kMostEntries / moves_);
    for (Table& t : first_) t.reset(length_ >= 1 ? contexts_.singles() * moves_ : 0);
    for (Table& t : second_) t.reset(length_ >= 2 ? pair_rows_ * moves_ : 0);
  }

  void decay(float factor) {
    for (auto* tables : {&first_, &second_}) {
      for (Table& table : *tables) {
        for (std::size_t i = 0; i < table.entries.size(); ++i) {
          NgramEntry& entry = table.entries[i];
          if (entry.played <= 0.0F) continue;
          entry.wins *= factor;
          entry.played *= factor;
          table.keys[i] = key_of(entry);
        }
      }
    }
  }

  void learn(Color player, Move before, Move last, Move move, float value) {
    const std::size_t p = index_of(player);
    const auto update = [&](Table& table, std::size_t at) {
      NgramEntry& entry = table.entries[at];
      entry.played += 1.0F;
      entry.wins += value;
      table.keys[at] = key_of(entry);
    };
    update(first_[p], contexts_.single(last) * moves_ + move);
    if (length_ >= 2) update(second_[p], row(before, last) + move);
  }

  // The row of win rates to compare moves by: rate(move) is negative if the move is not considered.
  class Row {
   public:
    [[nodiscard]] float rate(Move move) const {
      const bool one = first_keys[move] >= 0;
      const bool two = second != nullptr && second_keys[move] >= 0;
      const float first_rate = one ? std::bit_cast<float>(first_keys[move]) : -1.0F;
      if (!two) return first_rate;
      const auto second_rate = std::bit_cast<float>(second_keys[move]);
      return average && one ? 0.5F * (first_rate + second_rate) : second_rate;
    }

    // The best move that is not blocked: as rate() would find it, but many moves at a time.
    [[nodiscard]] Move best(const RateKey* blocked, Rng& rng) const {
      return best_by_key({first_keys, moves}, second_keys, blocked, rng);
    }
    [[nodiscard]] bool averages() const { return average; }

    // NST: the mean of the win rate of the move anywhere and of the N-grams that are considered.
    [[nodiscard]] float mean_with(float anywhere, Move move) const {
      float sum = anywhere;
      float count = 1.0F;
      if (first_keys[move] >= 0) {
        sum += ratio(first[move]);
        count += 1.0F;
      }
      if (second != nullptr && second_keys[move] >= 0) {
        sum += ratio(second[move]);
        count += 1.0F;
      }
      return sum / count;
    }

   private:
    friend class Ngrams;
    const NgramEntry* first = nullptr;
    const NgramEntry* second = nullptr;
    const RateKey* first_keys = nullptr;
    const RateKey* second_keys = nullptr;
    std::size_t moves = 0;
    bool average = false;
  };

  [[nodiscard]] Row row_of(Color player, Move before, Move last, bool average) const {
    const std::size_t p = index_of(player);
    const std::size_t one = contexts_.single(last) * moves_;
    Row row_view;
    row_view.first = &first_[p].entries[one];
    row_view.first_keys = &first_[p].keys[one];
    if (length_ >= 2) {
      const std::size_t two = row(before, last);
      row_view.second = &second_[p].entries[two];
      row_view.second_keys = &second_[p].keys[two];
    }
    row_view.moves = moves_;
    row_view.average = average;
    return row_view;
  }

 private:
  struct Table {
    std::vector<NgramEntry> entries;
    std::vector<RateKey> keys;

    void reset(std::size_t size) {
      entries.assign(size, NgramEntry{});
      keys.assign(size, kNoRate);
    }
  };

  static float ratio(const NgramEntry& entry) { return entry.wins / entry.played; }

  [[nodiscard]] RateKey key_of(const NgramEntry& entry) const {
    return entry.played > threshold_ ? std::bit_cast<RateKey>(ratio(entry)) : kNoRate;
  }

  [[nodiscard]] std::size_t row(Move before, Move last) const {
    return contexts_.pair(before, last) % pair_rows_ * moves_;
  }

  Contexts contexts_;
  std::size_t moves_;
  int length_;
  float threshold_;
  std::size_t pair_rows_ = 0;
  std::array<Table, 2> first_, second_;
};

}  // namespace katachi
