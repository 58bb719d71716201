// Selection: which child to visit.
//
// The parts under selection/ score the siblings, stage by stage (selection/look.h).
#pragma once

#include <atomic>
#include <cmath>
#include <cstdint>
#include <span>

#include "search/selection/look.h"
#include "search/selection/usual_look.h"
#include "search/settings.h"
#include "search/tree.h"

namespace katachi {

class Selection {
 public:
  static constexpr std::size_t kMost = Siblings::kMost;
  using Scores = Siblings::Scores;

  explicit Selection(const MctsSettings& settings)
      : settings_(settings),
        initial_(demands_of(settings).has(Demand::initial)),
        untried_(std::isinf(settings.selection.first_play_urgency)
                     ? 1.0F
                     : settings.selection.first_play_urgency),
        widening_(settings.selection, kMost),
        usual_(settings, initial_, untried_) {}

  // Whether untried children come first, in the order of the family.
  [[nodiscard]] bool in_order() const {
    return std::isinf(settings_.selection.first_play_urgency) && !initial_ &&
           settings_.selection.formula != SelectionSettings::Formula::puct;
  }

  // The index of the child to visit. `scores` is room to work in; afterwards it holds the scores
  // unless an untried child was taken.
  [[nodiscard]] std::uint32_t select(Family& family, const Children& children, const View& view,
                                     bool shared, Scores& scores) const {
    const std::uint32_t count = widening_.considered(children.count, *children.parent_visits);
    if (in_order() && !children.all_opened && glance(family.opened) < count) {
      const std::uint32_t next =
          shared ? std::atomic_ref(family.opened).fetch_add(1, std::memory_order_relaxed)
                 : family.opened++;
      if (next < count) return next;
    }
    return score(family, children, count, view, scores);
  }

  // The same among some children only, given by their indices in ascending order: a root whose
  // other moves must not be searched. Untried ones come first here too.
  [[nodiscard]] std::uint32_t select_among(std::span<const std::uint32_t> allowed,
                                           const Family& family, const Children& children,
                                           const View& view, Scores& scores) const {
    const auto some = allowed.first(
        widening_.considered(static_cast<std::uint32_t>(allowed.size()), *children.parent_visits));
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

  // Scores the first `count` children. Returns the first of those with the highest score.
  std::uint32_t score(const Family& family, const Children& children, std::uint32_t count,
                      const View& view, Scores& scores) const {
    if (usual_.ready()) return usual_.score(children, count, scores);
    return count < kMany ? score_few(family, children, count, view, scores)
                         : score_many(family, children, count, view, scores);
  }

 private:
  // Looks at one vector of children at a time, or at several while there are so many.
  static constexpr std::size_t kMany = 4 * kVector;
  std::uint32_t score_few(const Family& family, const Children& children, std::uint32_t count,
                          const View& view, Scores& scores) const;
  std::uint32_t score_many(const Family& family, const Children& children, std::uint32_t count,
                           const View& view, Scores& scores) const;

  MctsSettings settings_;
  bool initial_;   // children have initial visits
  float untried_;  // the value of a child without visits
  Widening widening_;
  UsualLook usual_;
};

}  // namespace katachi
