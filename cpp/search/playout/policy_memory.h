// What a policy has learned from earlier playouts: last good replies and N-grams.
#pragma once

#include "search/settings.h"
#include "search/simulation.h"

namespace katachi {

// What a policy remembers; one per thread.
struct PolicyMemory {
  LastGoodReplies replies;
  Ngrams ngrams;

  PolicyMemory(std::size_t moves, const PlayoutSettings& settings)
      : replies(moves, settings.last_good_reply),
        ngrams(moves, ngram_length(settings), settings.ngram_threshold) {}

  // NST reads the tables of both lengths.
  static int ngram_length(const PlayoutSettings& settings) {
    return settings.base == PlayoutSettings::Base::nst ? 2 : settings.ngrams;
  }

  // Learns a playout that followed the moves `before` and `last`. A draw teaches no reply.
  void learn(const PlayoutSettings& settings, const Simulation& record, Move before, Move last,
             Color winner) {
    const bool replying = settings.last_good_reply > 0 && winner != Color::none;
    const bool counting = ngram_length(settings) > 0;
    if (!replying && !counting) return;
    for (std::uint32_t i = 0; i < record.length; ++i) {
      const Move move = record.moves[i];
      const Color player = record.players[i];
      if (replying) {
        replies.learn(player, before, last, move, winner == player, settings.forgetting);
      }
      if (counting) {
        const float value = winner == Color::none ? 0.5F : winner == player ? 1.0F : 0.0F;
        ngrams.learn(player, before, last, move, value);
      }
      before = last;
      last = move;
    }
  }

  void after_real_move(const PlayoutSettings& settings) {
    if (!settings.keep_replies) replies.clear();
    ngrams.decay(settings.ngram_decay);
  }
};

}  // namespace katachi
