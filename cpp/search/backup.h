// Backup: what a finished simulation changes on its path.
//
// Values are kept for the player who moves at the family. AMAF gives the result to every sibling
// that the same player played later in the simulation. Proofs climb as far as they decide
// something.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "search/amaf_marks.h"
#include "search/family_lock.h"
#include "search/history.h"
#include "search/local_families.h"
#include "search/settings.h"
#include "search/simulation.h"
#include "search/tree.h"

namespace katachi {

class Backup {
 public:
  // `largest_score` is the b^2 of AGENTS: the cells of the board.
  Backup(const MctsSettings& settings, std::size_t move_count, std::size_t largest_score)
      : settings_(settings),
        move_count_(move_count),
        largest_score_(static_cast<double>(largest_score)),
        partial_(demands_of(settings).has(Demand::history) &&
                 (settings.selection.killer_moves > 0 || settings.selection.amaf_moves > 0)),
        amaf_(demands_of(settings).has(Demand::amaf)),
        history_(demands_of(settings).has(Demand::history)),
        solver_(settings.selection.solver) {}

  // The value of an end for Black: the win, mixed with AGENTS' scaled score (s + b^2) / (2 b^2).
  [[nodiscard]] double black_value(const Outcome& outcome) const {
    double value = 0.5;
    if (outcome.winner != Color::none) value = outcome.winner == Color::black ? 1.0 : 0.0;
    return settings_.backup.mixed(value, outcome.score, largest_score_);
  }

  // The value for Black of a move that is proven exactly.
  [[nodiscard]] static double black_value(Proof proof, Color mover) {
    if (proof == Proof::draw) return 0.5;
    return (proof == Proof::win) == (mover == Color::black) ? 1.0 : 0.0;
  }

  // Takes back the visits of a simulation that failed before it had a result.
  template <class View>
  static void undo(const Tree& tree, std::span<const Step> path, View view) {
    for (const Step& step : path) {
      const Children c = view(step.family);
      const FamilyLock lock(tree.family(step.family), !c.own);
      put(*c.parent_visits, *c.parent_visits - 1);
      --c.visits[step.child];
    }
  }

  // `view` gives the children of a family as this thread sees them. True if the root is decided.
  template <class View>
  bool back_up(const Tree& tree, std::span<const Step> path, View view, Simulation& record,
               History& history, double black) const {
    bool decided = false;
    auto& owner = record.owner;
    // Where AMAF counts only some of the moves, the history still counts all.
    Simulation::Owners everything;
    if (partial_) {
      std::copy_n(owner.begin(), move_count_, everything.begin());  // a filled board has no order
      record.find_owners(0, everything);
      settings_.selection.keep_killers(owner, move_count_, history);
    }
    AmafMarks marks;
    if (amaf_) marks.read(owner, move_count_);
    bool climbing = solver_;
    for (std::size_t d = path.size(); d-- > 0;) {
      const Step& step = path[d];
      const Children c = view(step.family);
      const Color mover = c.mover;
      const double value = mover == Color::black ? black : 1.0 - black;
      const Move move = c.move[step.child];
      owner[move] = mover;
      if (partial_) everything[move] = mover;
      if (amaf_) marks.mark(move, mover);
      {
        const FamilyLock lock(tree.family(step.family), !c.own);
        c.value[step.child] += value;
        if (amaf_) marks.add_to(c, static_cast<float>(value));
      }
      climbing = climbing && settings_.selection.prove(tree, path, d);
      decided = climbing && d == 0;
    }
    if (history_) add_history(partial_ ? everything : owner, history, black);
    each_part_of(settings_, [&](const auto& part) {
      if constexpr (requires { part.back_up(tree, path); }) part.back_up(tree, path);
    });
    return decided && is_exact(glance(tree.family(path[0].family).proof));
  }

 private:
  void add_history(const Simulation::Owners& owner, History& history, double black) const {
    for (std::size_t move = 0; move < move_count_; ++move) {
      const Color player = owner[move];
      if (player == Color::none) continue;
      history.visits[index_of(player)][move] += 1.0F;
      history.value[index_of(player)][move] +=
          static_cast<float>(player == Color::black ? black : 1.0 - black);
    }
  }

  MctsSettings settings_;
  std::size_t move_count_;
  double largest_score_;
  bool partial_;
  bool amaf_;
  bool history_;
  bool solver_;
};

}  // namespace katachi
