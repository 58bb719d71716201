// Backup: what a finished simulation changes on its path.
//
// Values are kept for the player who moves at the family. AMAF gives the result to every sibling
// that the same player played later in the simulation. Proofs climb as far as they decide
// something.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <span>

#include "search/history.h"
#include "search/local_families.h"
#include "search/settings.h"
#include "search/simulation.h"
#include "search/tree.h"

namespace katachi {

// One move of the path: a family and which of its children was taken.
struct Step {
  FamilyId family;
  std::uint32_t child;
};

// Adds to a counter of a family, with care for other threads where it belongs to the tree.
template <class T, class U>
void add_to(T& counter, U amount, bool own) {
  if (own) {
    counter += static_cast<T>(amount);
  } else {
    std::atomic_ref(counter).fetch_add(static_cast<T>(amount), std::memory_order_relaxed);
  }
}

class Backup {
 public:
  // `largest_score` is the b^2 of AGENTS: the cells of the board.
  Backup(const MctsSettings& settings, std::size_t move_count, std::size_t largest_score)
      : move_count_(move_count),
        largest_score_(static_cast<double>(largest_score)),
        score_share_(static_cast<double>(settings.backup.score_share)),
        killers_(static_cast<std::size_t>(settings.selection.killer_moves)),
        partial_(demands_of(settings).has(Demand::history) &&
                 (settings.selection.killer_moves > 0 || settings.selection.amaf_moves > 0)),
        amaf_(demands_of(settings).has(Demand::amaf)),
        history_(demands_of(settings).has(Demand::history)),
        solver_(settings.selection.solver),
        bounds_(settings.selection.score_bounds) {}

  // The value of an end for Black: the win, mixed with AGENTS' scaled score (s + b^2) / (2 b^2).
  [[nodiscard]] double black_value(const Outcome& outcome) const {
    double value = 0.5;
    if (outcome.winner != Color::none) value = outcome.winner == Color::black ? 1.0 : 0.0;
    if (score_share_ <= 0.0) return value;
    const double most = largest_score_;
    const double scaled =
        std::clamp((static_cast<double>(outcome.score) + most) / (2.0 * most), 0.0, 1.0);
    return (1.0 - score_share_) * value + score_share_ * scaled;
  }

  // The value for Black of a move that is proven exactly.
  [[nodiscard]] static double black_value(Proof proof, Color mover) {
    if (proof == Proof::draw) return 0.5;
    return (proof == Proof::win) == (mover == Color::black) ? 1.0 : 0.0;
  }

  // Takes back the visits of a simulation that failed before it had a result.
  template <class View>
  static void undo(std::span<const Step> path, View view) {
    for (const Step& step : path) {
      const Children c = view(step.family);
      add_to(*c.parent_visits, ~0U, c.own);  // minus one
      add_to(c.visits[step.child], ~0U, c.own);
    }
  }

  // `view` gives the children of a family as this thread sees them. True if the root is decided.
  template <class View>
  bool back_up(const Tree& tree, std::span<const Step> path, View view, Simulation& record,
               History& history, double black) const {
    bool decided = false;
    auto& owner = record.owner;
    // Where AMAF counts only some of the moves, the history still counts all.
    std::array<Color, kMaxCells + 1> everything;
    if (partial_) {
      std::copy_n(owner.begin(), move_count_, everything.begin());  // a filled board has no order
      record.find_owners(0, everything);
      if (killers_ > 0) keep_killers(owner, history);
    }
    bool climbing = solver_;
    for (std::size_t d = path.size(); d-- > 0;) {
      const Step& step = path[d];
      const Children c = view(step.family);
      const Color mover = c.mover;
      const double value = mover == Color::black ? black : 1.0 - black;
      const Move move = c.move[step.child];
      add_to(c.value[step.child], value, c.own);
      owner[move] = mover;
      if (partial_) everything[move] = mover;
      if (amaf_) add_amaf(c, mover, owner, static_cast<float>(value));
      climbing = climbing && prove(tree, path, d);
      decided = climbing && d == 0;
    }
    if (history_) add_history(partial_ ? everything : owner, history, black);
    return decided && is_exact(tree.family(path[0].family).proof);
  }

 private:
  // Moves that this player made from here on, first on their cell, as if they came first.
  static void add_amaf(const Children& c, Color mover,
                       const std::array<Color, kMaxCells + 1>& owner, float value) {
    for (std::uint32_t i = 0; i < c.count; ++i) {
      const float hit = owner[c.move[i]] == mover ? 1.0F : 0.0F;
      c.amaf_visits[i] += hit;
      c.amaf_value[i] += hit * value;
    }
  }

  // Killer RAVE (Lorentz 2010): of the moves of a playout only the most important ones count, for
  // us the ones of each player with the best win rate in the search so far.
  void keep_killers(std::array<Color, kMaxCells + 1>& owner, const History& history) const {
    for (const Color player : {Color::black, Color::white}) {
      std::array<Move, kMaxCells + 1> moves;
      std::size_t count = 0;
      for (std::size_t move = 0; move < move_count_; ++move) {
        if (owner[move] == player) moves[count++] = static_cast<Move>(move);
      }
      if (count <= killers_) continue;
      const std::size_t p = index_of(player);
      // A total order, so that the result does not depend on the library.
      std::nth_element(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(killers_),
                       moves.begin() + static_cast<std::ptrdiff_t>(count), [&](Move a, Move b) {
                         const float x = history.rate(p, a);
                         const float y = history.rate(p, b);
                         return x != y ? x > y : a < b;
                       });
      for (std::size_t i = killers_; i < count; ++i) owner[moves[i]] = Color::none;
    }
  }

  void add_history(const std::array<Color, kMaxCells + 1>& owner, History& history,
                   double black) const {
    for (std::size_t move = 0; move < move_count_; ++move) {
      const Color player = owner[move];
      if (player == Color::none) continue;
      history.visits[index_of(player)][move] += 1.0F;
      history.value[index_of(player)][move] +=
          static_cast<float>(player == Color::black ? black : 1.0 - black);
    }
  }

  // What the moves of the family at step d say about it, once one of them has changed; the parent's
  // move gets the reverse. True if something changed. Partial bounds count only if asked for.
  bool prove(const Tree& tree, std::span<const Step> path, std::size_t d) const {
    const Step& step = path[d];
    Family& family = tree.family(step.family);
    const Children c = tree.children(step.family);
    if (c.proof[step.child] == Proof::unknown || is_exact(family.proof)) return false;
    const Proof proof = c.proof[step.child] == Proof::win ? Proof::win : best_of(c.proof, c.count);
    if (proof == family.proof || !(bounds_ || is_exact(proof))) return false;
    family.proof = proof;
    if (d > 0) {
      const Children parent = tree.children(path[d - 1].family);
      parent.proof[path[d - 1].child] = seen_by(proof, c.mover, parent.mover);
    }
    return true;
  }

  std::size_t move_count_;
  double largest_score_;
  double score_share_;
  std::size_t killers_;
  bool partial_;
  bool amaf_;
  bool history_;
  bool solver_;
  bool bounds_;
};

}  // namespace katachi
