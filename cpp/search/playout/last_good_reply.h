// Last good replies: the answer that won last time is tried again. The tables are in replies.h.
#pragma once

#include "search/part.h"

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

}  // namespace katachi
