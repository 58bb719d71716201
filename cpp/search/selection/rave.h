// RAVE: the value of a move wherever it was played (all moves as first, AMAF) is mixed with the
// value of the child, less and less as the child is visited. Notation: n visits of the child, m its
// AMAF visits.
//
// GRAVE takes AMAF from the nearest ancestor of the same player with enough visits, because a young
// node has little of its own.
#pragma once

#include "search/part.h"
#include "search/selection/look.h"
#include "search/simulation.h"

namespace katachi {

struct RavePart {
  enum class Rave : std::uint8_t { none, hand_selected, minimum_mse };

  Rave rave = Rave::none;
  float rave_equivalence = 50.0F;
  float rave_bias = 0.1F;
  int grave_visits = 0;
  int amaf_moves = 0;
  int killer_moves = 0;

  static constexpr auto declare() {
    return Declaration{
        .name = "rave",
        .sentence = "Mixes the value of a child with that of its move wherever it was played.",
        .source = "Gelly and Silver 2011; HAVANNAH 2.2",
        .fields =
            std::tuple{
                choice("rave", &RavePart::rave, "How the weight a of AMAF fades.",
                       std::array{
                           Choice{Rave::none, "none", "off"},
                           Choice{Rave::hand_selected, "hand_selected", "a = R / (R + n)",
                                  "HAVANNAH 2.2"},
                           Choice{Rave::minimum_mse, "minimum_mse", "a = m / (n + m + 4 n m b^2)",
                                  "Gelly and Silver 2011"},
                       }),
                number("rave_equivalence", &RavePart::rave_equivalence, {1e-6, 1e12},
                       "R of hand_selected.", "HAVANNAH 4.1"),
                number("rave_bias", &RavePart::rave_bias, {0, 1e6}, "b of minimum_mse."),
                number("grave_visits", &RavePart::grave_visits, {0, 1e9},
                       "AMAF comes from the nearest ancestor with at least this many visits; 0: "
                       "from the node itself.",
                       "Cazenave 2015"),
                number(
                    "amaf_moves", &RavePart::amaf_moves, {0, 1e9},
                    "Extended RAVE: only the first moves of a playout count, this many; 0: all."),
                number("killer_moves", &RavePart::killer_moves, {0, 1e9},
                       "Killer RAVE: of each player only the moves with the best win rates in the "
                       "search so far count, this many; 0: all.",
                       "Lorentz 2010"),
            },
        .asks =
            std::array{
                Asks<RavePart>{Demand::amaf,
                               [](const RavePart& s) { return s.rave != Rave::none; }},
                Asks<RavePart>{Demand::history,
                               [](const RavePart& s) { return s.killer_moves > 0; }},
            },
        .needs = {{{"grave_visits", "selection.rave"},
                   {"amaf_moves", "selection.rave"},
                   {"killer_moves", "selection.rave"}}},
        .suits = {{{"amaf_moves", Capability::order_of_moves}}},
    };
  }

  template <class Look>
  KATACHI_INLINE void mix(Look& look) const {
    if (rave == Rave::none) return;
    const AncestorAmaf& ancestor = look.view.ancestor;
    const Children& c = look.c;
    const auto& visits = look.visits;
    auto& share = look.amaf_share;
    look.mixes_amaf = true;
    typename Look::Lanes n, w, amaf;
    if (ancestor.set) {
      for (std::size_t k = 0; k < Look::kLanes; ++k) {
        const Move move = c.move[look.first + k];
        n[k] = ancestor.visits[move];
        w[k] = ancestor.value[move];
      }
    } else {
      std::copy_n(c.amaf_visits + look.first, Look::kLanes, n.begin());
      std::copy_n(c.amaf_value + look.first, Look::kLanes, w.begin());
    }
    KATACHI_LANES
    for (std::size_t k = 0; k < Look::kLanes; ++k) {
      amaf[k] = n[k] > 0.0F ? w[k] / std::max(n[k], 1e-9F) : 0.5F;
    }
    if (rave == Rave::hand_selected) {
      KATACHI_LANES
      for (std::size_t k = 0; k < Look::kLanes; ++k) {
        share[k] = rave_equivalence / (rave_equivalence + visits[k]);
      }
    } else {
      KATACHI_LANES
      for (std::size_t k = 0; k < Look::kLanes; ++k) {
        share[k] =
            n[k] / (n[k] + visits[k] + 4.0F * n[k] * visits[k] * rave_bias * rave_bias + 1e-9F);
      }
    }
    KATACHI_LANES
    for (std::size_t k = 0; k < Look::kLanes; ++k) share[k] = n[k] > 0.0F ? share[k] : 0.0F;
    KATACHI_LANES
    for (std::size_t k = 0; k < Look::kLanes; ++k) {
      look.value[k] = (1.0F - share[k]) * look.value[k] + share[k] * amaf[k];
    }
  }

  // GRAVE: where AMAF comes from below a node with these children.
  void refer_to(const Children& c, AncestorAmaf& ancestor) const {
    if (grave_visits == 0 || *c.parent_visits < static_cast<std::uint32_t>(grave_visits)) return;
    std::fill(ancestor.visits.begin(), ancestor.visits.end(), 0.0F);
    for (std::uint32_t i = 0; i < c.count; ++i) {
      ancestor.visits[c.move[i]] = c.amaf_visits[i];
      ancestor.value[c.move[i]] = c.amaf_value[i];
    }
    ancestor.set = true;
  }

  // Killer RAVE (Lorentz 2010): of the moves of a playout only the most important ones count, for
  // us the ones of each player with the best win rate in the search so far.
  void keep_killers(Simulation::Owners& owner, std::size_t move_count,
                    const History& history) const {
    if (killer_moves == 0) return;
    const auto killers = static_cast<std::size_t>(killer_moves);
    for (const Color player : {Color::black, Color::white}) {
      std::array<Move, kMaxCells + 1> moves;
      std::size_t count = 0;
      for (std::size_t move = 0; move < move_count; ++move) {
        if (owner[move] == player) moves[count++] = static_cast<Move>(move);
      }
      if (count <= killers) continue;
      const std::size_t p = index_of(player);
      // A total order, so that the result does not depend on the library.
      std::nth_element(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(killers),
                       moves.begin() + static_cast<std::ptrdiff_t>(count), [&](Move a, Move b) {
                         const float x = history.rate(p, a);
                         const float y = history.rate(p, b);
                         return x != y ? x > y : a < b;
                       });
      for (std::size_t i = killers; i < count; ++i) owner[moves[i]] = Color::none;
    }
  }
};

}  // namespace katachi
