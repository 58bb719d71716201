// Expansion: the children of a node, their order, and what is known of them before any visit.
//
// Initial visits and wins follow HAVANNAH 3.7: neighbour moves and joint moves (two cells from an
// own stone with both cells between empty), the number of local groups, the sides and corners a
// move would be joined to. Dead cells follow its section 3.4.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "games/connection_position.h"
#include "games/go.h"
#include "games/havannah.h"
#include "games/hex.h"
#include "games/random.h"
#include "search/knowledge.h"
#include "search/settings.h"
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

// Adds the children of a position; kNoFamily if the tree is full. A finished position gets a family
// without children.
template <class P>
FamilyId expand(Tree& tree, const P& position, const ExpansionSettings& settings,
                const Knowledge<P>* knowledge, Rng& rng) {
  MoveList moves;
  search_moves(position, settings, moves);
  const auto count = static_cast<std::uint32_t>(moves.size());
  const FamilyId id = tree.allocate(count, position.to_move());
  if (id == kNoFamily || count == 0) return id;

  // Random order, so that untried children are taken without preference; with knowledge the
  // strongest first.
  for (std::uint32_t i = count; i > 1; --i) std::swap(moves[i - 1], moves[rng.below(i)]);
  std::array<float, kMaxCells + 1> strengths;
  if (knowledge != nullptr) {
    knowledge->strengths(position, {moves.begin(), count}, {strengths.data(), count});
    const float total = std::accumulate(strengths.begin(), strengths.begin() + count, 0.0F);
    std::array<std::uint16_t, kMaxCells + 1> order;
    std::iota(order.begin(), order.begin() + count, std::uint16_t{0});
    std::stable_sort(order.begin(), order.begin() + count,
                     [&](std::uint16_t a, std::uint16_t b) { return strengths[a] > strengths[b]; });
    const MoveList shuffled = moves;
    const std::array<float, kMaxCells + 1> unsorted = strengths;
    for (std::uint32_t i = 0; i < count; ++i) {
      moves[i] = shuffled[order[i]];
      strengths[i] = total > 0.0F ? unsorted[order[i]] / total : 1.0F / static_cast<float>(count);
    }
  }
  const Children children = tree.children(id);
  for (std::uint32_t i = 0; i < count; ++i) {
    children.move[i] = moves[i];
    if (children.strength != nullptr) children.strength[i] = strengths[i];
    if (children.initial_visits == nullptr) continue;
    Initial initial = initial_of(position, settings, moves[i]);
    if (settings.knowledge_visits > 0.0F && knowledge != nullptr) {
      // Half a win a visit for a move of average strength, more for a stronger one.
      const float average = 1.0F / static_cast<float>(count);
      initial.visits += settings.knowledge_visits;
      initial.wins += settings.knowledge_visits * strengths[i] / (strengths[i] + average);
    }
    children.initial_visits[i] = initial.visits;
    children.initial_value[i] = initial.wins;
  }
  return id;
}

}  // namespace katachi
