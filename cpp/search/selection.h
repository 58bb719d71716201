// Selection: which child to visit. Each enhancement is one pass over the siblings.
//
// score = value + exploration + bonuses, where RAVE changes the value, knowledge and history add
// bonuses, evolving weights judge the board after a move, and the solver forbids lost moves. A pass
// whose part is switched off is not run.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "search/genetic.h"
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
    double step = 1.0;  // finite, so that a start of 0 opens all children at once
    for (std::size_t k = 0; k < kMost; ++k) {
      widening_.push_back(threshold);
      threshold += static_cast<double>(settings_.widening_start) * step;
      step = std::min(step * static_cast<double>(settings_.widening_growth),
                      std::numeric_limits<double>::max());
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

  // What one simulation looks at besides the family.
  struct View {
    const History& history;
    const AncestorAmaf& ancestor;
    const Genes* genes;  // of the genetic part; null: off
  };

  // The index of the child to visit. `scores` is room to work in; afterwards it holds the scores
  // unless an untried child was taken.
  [[nodiscard]] std::uint32_t select(Family& family, const Children& children, const View& view,
                                     bool shared, Scores& scores) const {
    const std::uint32_t count = considered(children.count, *children.parent_visits);
    if (in_order() && !children.all_opened && family.opened < count) {
      const std::uint32_t next =
          shared ? std::atomic_ref(family.opened).fetch_add(1, std::memory_order_relaxed)
                 : family.opened++;
      if (next < count) return next;
    }
    score(family, children, count, view, scores);
    std::uint32_t best = 0;
    for (std::uint32_t i = 1; i < count; ++i) {
      if (scores[i] > scores[best]) best = i;
    }
    return best;
  }

  // The same among some children only, given by their indices in ascending order: a root whose
  // other moves must not be searched. Untried ones come first here too.
  [[nodiscard]] std::uint32_t select_among(std::span<const std::uint32_t> allowed,
                                           const Family& family, const Children& children,
                                           const View& view, Scores& scores) const {
    const auto some = allowed.first(
        considered(static_cast<std::uint32_t>(allowed.size()), *children.parent_visits));
    if (in_order()) {
      for (const std::uint32_t i : some) {
        if (children.visits[i] == 0) return i;
      }
    }
    score(family, children, children.count, view, scores);
    std::uint32_t best = some[0];
    for (const std::uint32_t i : some) {
      if (scores[i] > scores[best]) best = i;
    }
    return best;
  }

  void score(const Family& family, const Children& children, std::uint32_t count, const View& view,
             Scores& scores) const;

 private:
  SelectionSettings settings_;
  Statistics statistics_;
  std::vector<double> widening_;
};

}  // namespace katachi
