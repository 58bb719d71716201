// Selection: which child to visit. Each enhancement is one pass over the siblings.
//
// score = value + exploration + bonuses, where RAVE changes the value, knowledge and history add
// bonuses, and the solver forbids lost moves. A pass whose part is switched off is not run.
#pragma once

#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "search/history.h"
#include "search/settings.h"
#include "search/tree.h"

namespace katachi {

// AMAF of a chosen ancestor by move, for GRAVE.
struct AncestorAmaf {
  std::vector<float> visits, value;
  bool set = false;
};

class Selection {
 public:
  static constexpr std::size_t kMost = kMaxCells + 1;
  using Scores = std::array<float, kMost + 7>;

  Selection(const SelectionSettings& settings, Statistics statistics)
      : settings_(settings), statistics_(statistics) {
    double threshold = 0.0;
    for (std::size_t k = 0; k < kMost; ++k) {
      widening_.push_back(threshold);
      threshold += static_cast<double>(settings_.widening_start) *
                   std::pow(static_cast<double>(settings_.widening_growth), static_cast<double>(k));
    }
  }

  // Whether untried children come first, in the order of the family.
  [[nodiscard]] bool in_order() const {
    return std::isinf(settings_.first_play_urgency) && !statistics_.initial &&
           settings_.formula != SelectionSettings::Formula::puct;
  }

  // How many children may be looked at after so many visits of the parent.
  [[nodiscard]] std::uint32_t considered(std::uint32_t children, std::uint32_t visits) const {
    if (!settings_.widening) return children;
    std::uint32_t open = 1;
    while (open < children && widening_[open] <= static_cast<double>(visits)) ++open;
    return open;
  }

  // The index of the child to visit. `scores` is room to work in; afterwards it holds the scores
  // unless an untried child was taken.
  [[nodiscard]] std::uint32_t select(Family& family, const Children& children,
                                     const History& history, const AncestorAmaf& ancestor,
                                     bool shared, Scores& scores) const {
    const std::uint32_t count = considered(children.count, *children.parent_visits);
    if (in_order() && !children.all_opened && family.opened < count) {
      const std::uint32_t next =
          shared ? std::atomic_ref(family.opened).fetch_add(1, std::memory_order_relaxed)
                 : family.opened++;
      if (next < count) return next;
    }
    score(family, children, count, history, ancestor, scores);
    std::uint32_t best = 0;
    for (std::uint32_t i = 1; i < count; ++i) {
      if (scores[i] > scores[best]) best = i;
    }
    return best;
  }

  void score(const Family& family, const Children& children, std::uint32_t count,
             const History& history, const AncestorAmaf& ancestor, Scores& scores) const;

 private:
  SelectionSettings settings_;
  Statistics statistics_;
  std::vector<double> widening_;
};

}  // namespace katachi
