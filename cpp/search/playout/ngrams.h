// N-grams: the move that won most often after the last one or two moves (HAVANNAH 2.2.5).
//
// They are learned from the moves of a playout, the first of which follows the last move of the
// tree. Tables belong to one thread.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <vector>

#include "games/position.h"
#include "games/random.h"
#include "search/part.h"
#include "search/playout/contexts.h"
#include "search/playout/rate_keys.h"

namespace katachi {

struct NgramsPart {
  int ngrams = 0;
  float ngram_decay = 0.0F;
  float ngram_threshold = 0.0F;
  bool ngram_averaging = false;

  static constexpr auto declare() {
    return Declaration{
        .name = "N-grams",
        .sentence =
            "The move that won most often after the last moves, except for a share epsilon.",
        .source = "Stankiewicz, Winands and Uiterwijk 2012; HAVANNAH 2.2.5",
        .fields =
            std::tuple{
                number("ngrams", &NgramsPart::ngrams, {0, 2},
                       "How many moves they look back (N-gram1, N-gram2); 0: off.",
                       "HAVANNAH 2.2.5"),
                number("ngram_decay", &NgramsPart::ngram_decay, {0, 1},
                       "gamma: what is left of the counts after every real move.",
                       "HAVANNAH 2.2.5"),
                number("ngram_threshold", &NgramsPart::ngram_threshold, {0, 1e9},
                       "T: only N-grams that were played more often.", "HAVANNAH 2.2.5"),
                flag("ngram_averaging", &NgramsPart::ngram_averaging,
                     "The mean of lengths 1 and 2.", "HAVANNAH 2.2.5"),
            },
        .asks = std::array{Asks<NgramsPart>{Demand::policy,
                                            [](const NgramsPart& s) { return s.ngrams > 0; }}},
        .needs = {{{"ngram_averaging", "playout.ngrams = 2"}}},
    };
  }
};

struct NgramEntry {
  float wins = 0.0F;
  float played = 0.0F;
};

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
