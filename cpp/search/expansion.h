// Expansion: the children of a node, their order, and what is known of them before any visit.
//
// What a game knows of its own moves stands in games/<game>/expansion.h, as overloads and
// specializations of
//   search_moves(position, settings, moves)   the moves that the tree looks at
//   InitialVisits<P>                          visits and wins before any visit
//   never_late(position)                      a move that widening must come to early
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "games/compiler.h"
#include "games/position.h"
#include "games/random.h"
#include "knowledge/knowledge.h"
#include "search/expansion/transposition_table.h"
#include "search/orders.h"
#include "search/settings.h"
#include "search/tree.h"

namespace katachi {

// Initial visits and wins of one move.
struct Initial {
  float visits = 0.0F;
  float wins = 0.0F;
};

// Moves that the tree looks at: all legal ones, unless the game leaves some out. Never none.
template <class P>
void search_moves(const P& position, const ExpansionSettings&, MoveList& moves) {
  position.legal_moves(moves);
}

// A move that keeps a place near the front of the order of strengths, so that widening comes to it.
inline constexpr std::size_t kEarlyPlace = 4;

template <class P>
Move never_late(const P&) {
  return kNoMove;
}

// What is known of the moves of one position, which lives as long.
template <class P>
class InitialVisits {
 public:
  InitialVisits(const P&, const ExpansionSettings&) {}
  [[nodiscard]] Initial of(Move) const { return {}; }
};

template <class P>
class Expansion {
 public:
  // `knowledge` may be null; `table_bytes` is the room for transpositions, if they are in use.
  Expansion(const ExpansionSettings& settings, std::shared_ptr<const Knowledge<P>> knowledge,
            std::size_t move_count, std::size_t table_bytes)
      : settings_(settings),
        knowledge_(std::move(knowledge)),
        orders_(move_count),
        known_(settings.transpositions && kTransposes<P> ? table_bytes : 0) {}

  // Needed if the tree has evaluations.
  void set_evaluator(std::shared_ptr<const PositionValue<P>> evaluator) {
    evaluator_ = std::move(evaluator);
  }

  // The children of a position; kNoFamily if the tree is full. A finished position gets a family
  // without children. With transpositions an equal position's family is found again.
  FamilyId expand(Tree& tree, Room& room, const P& position, Rng& rng) {
    MoveList moves;
    search_moves(position, settings_, moves);
    const FamilyId known = find_known(tree, position, moves);
    if (known > kExpanding) return known;
    const FamilyId id = new_family(tree, room, position, moves, rng);
    remember(position, id);
    return id;
  }

  // A leaf that waits for its children: child `child` of a family, and the position there.
  struct Leaf {
    FamilyId parent;
    std::uint32_t child;
    P position;
    MoveList moves{};
    std::array<float, kMaxCells + 1> strengths{};
    FamilyId known = kNoFamily;  // the family of an equal position
  };

  // The same for several leaves with one question to the knowledge; found(leaf, family) for each.
  // Equal positions among them get a family each.
  template <class Found>
  void expand_all(Tree& tree, Room& room, std::span<Leaf> leaves, Rng& rng, Found found) {
    std::vector<typename Knowledge<P>::Question> questions;
    for (Leaf& leaf : leaves) {
      search_moves(leaf.position, settings_, leaf.moves);
      leaf.known = find_known(tree, leaf.position, leaf.moves);
      if (leaf.known > kExpanding || leaf.moves.empty()) continue;
      orders_.apply(leaf.moves, rng);
      const std::size_t count = leaf.moves.size();
      questions.push_back(
          {&leaf.position, {leaf.moves.begin(), count}, {leaf.strengths.data(), count}});
    }
    if (knowledge_) knowledge_->answer(questions);
    for (Leaf& leaf : leaves) {
      FamilyId id = leaf.known;
      if (id <= kExpanding) {
        id = tree.allocate(static_cast<std::uint32_t>(leaf.moves.size()), leaf.position.to_move(),
                           room);
        if (id != kNoFamily && !leaf.moves.empty()) {
          if (knowledge_) sort_by_strength(leaf.position, leaf.moves, leaf.strengths);
          fill(tree.children(id), leaf.position, leaf.moves, leaf.strengths);
        }
        remember(leaf.position, id);
      }
      found(leaf, id);
    }
  }

  void clear() { known_.clear(); }

  // Keeps only what can be reached from a family of the tree.
  void keep(Tree& tree, FamilyId id) {
    if (!known_.in_use()) {
      tree.keep(id, nullptr);
      return;
    }
    Tree::Moved moved;
    tree.keep(id, &moved);
    known_.follow(moved);
  }

 private:
  // The family of an equal position, or kNoFamily.
  [[nodiscard]] FamilyId find_known(const Tree& tree, const P& position, const MoveList& moves) {
    if constexpr (kTransposes<P>) {
      if (known_.in_use()) {
        const FamilyId known = known_.find(position.key());
        if (known > kExpanding && has_moves(tree, known, moves)) return known;
      }
    }
    return kNoFamily;
  }
  void remember(const P& position, FamilyId id) {
    if constexpr (kTransposes<P>) {
      if (known_.in_use() && id != kNoFamily) known_.insert(position.key(), id);
    }
  }

  // Two positions with one key are never seen; if they were, their moves would tell.
  static bool has_moves(const Tree& tree, FamilyId id, const MoveList& moves) {
    const Children c = tree.children(id);
    if (c.count != moves.size()) return false;
    return std::all_of(c.move, c.move + c.count, [&](Move move) {
      return std::binary_search(moves.begin(), moves.end(), move);
    });
  }

  FamilyId new_family(Tree& tree, Room& room, const P& position, MoveList& moves, Rng& rng) const {
    const auto count = static_cast<std::uint32_t>(moves.size());
    const FamilyId id = tree.allocate(count, position.to_move(), room);
    if (id == kNoFamily || count == 0) return id;

    // Random order, so that untried children are taken without preference; with knowledge the
    // strongest first.
    orders_.apply(moves, rng);
    std::array<float, kMaxCells + 1> strengths;
    if (knowledge_) {
      knowledge_->strengths(position, {moves.begin(), count}, {strengths.data(), count});
      sort_by_strength(position, moves, strengths);
    }
    fill(tree.children(id), position, moves, strengths);
    return id;
  }

  void fill(const Children& children, const P& position, const MoveList& moves,
            const std::array<float, kMaxCells + 1>& strengths) const {
    const auto count = static_cast<std::uint32_t>(moves.size());
    for (std::uint32_t i = 0; i < count; ++i) {
      children.move[i] = moves[i];
      if (children.strength != nullptr) children.strength[i] = strengths[i];
      if (children.evaluation != nullptr) children.evaluation[i] = evaluation(position, moves[i]);
    }
    if (children.initial_visits == nullptr) return;
    const InitialVisits<P> known(position, settings_);
    for (std::uint32_t i = 0; i < count; ++i) {
      Initial initial = known.of(moves[i]);
      if (settings_.knowledge_visits > 0.0F && knowledge_) {
        initial.visits += settings_.knowledge_visits;
        initial.wins += settings_.wins(strengths[i], count);
      }
      children.initial_visits[i] = initial.visits + settings_.equal_visits;
      children.initial_value[i] = initial.wins + settings_.equal_visits / 2;
    }
  }

  // What the position after a move is worth to whoever makes it.
  [[nodiscard]] KATACHI_COLD float evaluation(const P& position, Move move) const {
    P after = position;
    after.play(move);
    return value_for(position.to_move(), after, *evaluator_);
  }

  // Orders moves by strength; strengths become shares of their sum.
  static void sort_by_strength(const P& position, MoveList& moves,
                               std::array<float, kMaxCells + 1>& strengths) {
    const std::size_t count = moves.size();
    const double total = std::accumulate(strengths.data(), strengths.data() + count, 0.0);
    std::array<std::uint16_t, kMaxCells + 1> order;
    std::iota(order.data(), order.data() + count, std::uint16_t{0});
    std::stable_sort(order.data(), order.data() + count,
                     [&](std::uint16_t a, std::uint16_t b) { return strengths[a] > strengths[b]; });
    if (const Move early = never_late(position); early != kNoMove && count > kEarlyPlace) {
      auto* const place = order.data() + kEarlyPlace;
      auto* const end = order.data() + count;
      auto* const at = std::find_if(place, end, [&](std::uint16_t i) { return moves[i] == early; });
      // Among equals the order stays random.
      if (at != end && strengths[*at] < strengths[*place]) std::rotate(place, at, at + 1);
    }
    const MoveList shuffled = moves;
    const std::array<float, kMaxCells + 1> unsorted = strengths;
    for (std::size_t i = 0; i < count; ++i) {
      moves[i] = shuffled[order[i]];
      const double share = total > 0.0 ? static_cast<double>(unsorted[order[i]]) / total
                                       : 1.0 / static_cast<double>(count);
      strengths[i] = static_cast<float>(share);
    }
  }

  ExpansionSettings settings_;
  std::shared_ptr<const Knowledge<P>> knowledge_;
  std::shared_ptr<const PositionValue<P>> evaluator_;
  Orders orders_;
  Transpositions known_;
};

}  // namespace katachi
