// Expansion: the children of a node, their order, and what is known of them before any visit.
//
// Initial visits and wins follow HAVANNAH 3.7: neighbour moves and joint moves (two cells from an
// own stone with both cells between empty), the number of local groups, the sides and corners a
// move would be joined to. Dead cells follow its section 3.4.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "games/connection/position.h"
#include "games/go/position.h"
#include "games/havannah/position.h"
#include "games/hex/position.h"
#include "games/random.h"
#include "search/knowledge.h"
#include "search/orders.h"
#include "search/settings.h"
#include "search/transpositions.h"
#include "search/tree.h"

namespace katachi {

// Initial visits and wins of one move.
struct Initial {
  float visits = 0.0F;
  float wins = 0.0F;
};

template <class Rules, int kCapacity>
struct ConnectionInitial {
  using Board = ConnectionBoard<kCapacity>;

  // A stone of the colour two cells away, with both cells between empty.
  static bool is_joint(const Board& board, Cell cell, Color color) {
    const Cell off = board.topology().off_board();
    for (unsigned d = 0; d < 6; ++d) {
      const Cell a = board.neighbour(cell, d);
      const Cell b = board.neighbour(cell, (d + 1) % 6);
      if (a == off || b == off) continue;
      if (board.at(a) != Color::none || board.at(b) != Color::none) continue;
      const Cell far = board.neighbour(a, (d + 1) % 6);
      if (far != off && board.at(far) == color) return true;
    }
    return false;
  }

  // Sides and corners that the chains beside the cell touch.
  static unsigned joined_edges(const Board& board, Cell cell, Color color, bool itself) {
    const unsigned own = itself ? Rules::edges(board.topology(), cell, color) : 0U;
    return board.preview(cell, color, static_cast<typename Board::Edges>(own)).edges;
  }

  static Initial of(const ExpansionSettings& settings, const Board& board, Cell cell, Color color) {
    const unsigned mask = board.around(color, cell);
    Initial initial;
    if (settings.joint_neighbour) {
      initial.visits += 40.0F;
      if (mask != 0) {
        initial.wins += 40.0F;
      } else {
        initial.wins += is_joint(board, cell, color) ? 30.0F : 5.0F;
      }
    }
    if (settings.local_connections) {
      initial.visits += 30.0F;
      initial.wins += 10.0F * static_cast<float>(kRuns[mask].count);
    }
    if (settings.edge_connections) {
      const unsigned edges = joined_edges(board, cell, color, settings.edge_counts_itself);
      if (Rules::wins_by_edges(edges)) return {1.0F, 1000.0F};  // selected whatever happens
      initial.visits += 30.0F;
      initial.wins += 10.0F * static_cast<float>(std::popcount(edges));
    }
    return initial;
  }

  // All six neighbours are stones of the board, each colour in one run, and neither colour gains a
  // ring, a connection or an edge by playing here: four and two with the inner two of the four on
  // the edge, or three and three.
  static bool is_dead(const Board& board, Cell cell) {
    const Topology& topology = board.topology();
    const unsigned black = board.around(Color::black, cell);
    const unsigned white = board.around(Color::white, cell);
    if ((black | white) != 63U || kRuns[black].count != 1 || kRuns[white].count != 1) return false;
    for (const Color color : {Color::black, Color::white}) {
      if (Rules::edges(topology, cell, color) != 0) return false;
      if (Rules::wins(board, cell, color) != Reason::none) return false;
      const unsigned mask = board.around(color, cell);
      if (std::popcount(mask) == 3) continue;
      for (unsigned inside = kRuns[mask].inside; inside != 0; inside &= inside - 1) {
        const Cell x = board.neighbour(cell, static_cast<unsigned>(std::countr_zero(inside)));
        if ((topology.sides(x) | topology.corners(x)) == 0) return false;
      }
    }
    return true;
  }
};

// Moves that the tree looks at. Go leaves out own eyes; dead cells may be left out, but never all.
template <class P>
void search_moves(const P& position, const ExpansionSettings&, MoveList& moves) {
  position.legal_moves(moves);
}

template <int kCapacity>
void search_moves(const GoPosition<kCapacity>& position, const ExpansionSettings&,
                  MoveList& moves) {
  MoveList all;
  position.legal_moves(all);
  moves.clear();
  for (const Move move : all) {
    if (move == position.pass() || !position.board().is_eye(move, position.to_move())) {
      moves.push_back(move);
    }
  }
}

template <class Rules, int kCapacity>
void search_moves(const ConnectionPosition<Rules, kCapacity>& position,
                  const ExpansionSettings& settings, MoveList& moves) {
  position.legal_moves(moves);
  if (!settings.dead_cells) return;
  MoveList alive;
  for (const Move move : moves) {
    if (move == position.swap_move() ||
        !ConnectionInitial<Rules, kCapacity>::is_dead(position.board(), move)) {
      alive.push_back(move);
    }
  }
  if (!alive.empty()) moves = alive;
}

// A move that keeps a place near the front of the order of strengths, so that widening comes to it.
// Records say little of the pass in Go, but a game that nobody needs to go on with must end.
inline constexpr std::size_t kPassPlace = 4;

template <class P>
Move never_late(const P&) {
  return kNoMove;
}

template <int kCapacity>
Move never_late(const GoPosition<kCapacity>& position) {
  return position.pass();
}

template <class P>
Initial initial_of(const P&, const ExpansionSettings&, Move) {
  return {};
}

template <class Rules, int kCapacity>
Initial initial_of(const ConnectionPosition<Rules, kCapacity>& position,
                   const ExpansionSettings& settings, Move move) {
  if (move == position.swap_move()) return {};
  return ConnectionInitial<Rules, kCapacity>::of(settings, position.board(), move,
                                                 position.to_move());
}

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
      if (children.initial_visits == nullptr) continue;
      Initial initial = initial_of(position, settings_, moves[i]);
      if (settings_.knowledge_visits > 0.0F && knowledge_) {
        // Half a win a visit for a move of average strength, more for a stronger one.
        const float average = 1.0F / static_cast<float>(count);
        initial.visits += settings_.knowledge_visits;
        initial.wins += settings_.knowledge_visits * strengths[i] / (strengths[i] + average);
      }
      children.initial_visits[i] = initial.visits;
      children.initial_value[i] = initial.wins;
    }
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
    if (const Move early = never_late(position); early != kNoMove && count > kPassPlace) {
      auto* const place = order.data() + kPassPlace;
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
  Orders orders_;
  Transpositions known_;
};

}  // namespace katachi
