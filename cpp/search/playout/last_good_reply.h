// Last good replies: the answer that won last time is tried again (HAVANNAH 2.2.4).
//
// Replies are learned from the moves of a playout, the first of which replies to the last move of
// the tree; one that lost may be forgotten. Tables belong to one thread.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "games/position.h"
#include "search/part.h"
#include "search/playout/contexts.h"

namespace katachi {

struct LastGoodReplyPart {
  int last_good_reply = 0;
  bool forgetting = false;
  bool keep_replies = true;

  static constexpr auto declare() {
    using Self = LastGoodReplyPart;
    return Declaration{
        .name = "last good reply",
        .sentence = "The answer that won last time is tried again.",
        .source = "Drake 2009; Baier and Drake 2010; HAVANNAH 2.2.4",
        .fields =
            std::tuple{
                number("last_good_reply", &Self::last_good_reply, {0, 2},
                       "1: the reply to a move, 2: to two moves (LGR-1, LGR-2); 0: off.",
                       "HAVANNAH 2.2.4"),
                flag("forgetting", &Self::forgetting, "A reply that lost is forgotten (LGRF).",
                     "Baier and Drake 2010"),
                flag("keep_replies", &Self::keep_replies, "The tables go on after a real move."),
            },
        .asks = std::array{Asks<Self>{Demand::policy,
                                      [](const Self& s) { return s.last_good_reply > 0; }}},
        .needs = {{{"forgetting", "playout.last_good_reply"}}},
    };
  }
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

}  // namespace katachi
