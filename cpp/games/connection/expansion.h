// What is known of the moves of a connection game before any visit, and its useless cells.
//
// Initial visits and wins follow HAVANNAH 3.7: neighbour moves and joint moves (two cells from an
// own stone with both cells between empty), the number of local groups, the sides and corners a
// move would be joined to. Dead cells follow its section 3.4; they may be left out, but never all.
#pragma once

#include <bit>

#include "games/connection/position.h"
#include "search/expansion.h"

namespace katachi {

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

template <class Rules, int kCapacity>
Initial initial_of(const ConnectionPosition<Rules, kCapacity>& position,
                   const ExpansionSettings& settings, Move move) {
  if (move == position.swap_move()) return {};
  return ConnectionInitial<Rules, kCapacity>::of(settings, position.board(), move,
                                                 position.to_move());
}

}  // namespace katachi
