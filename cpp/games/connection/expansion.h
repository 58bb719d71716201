// What is known of the moves of a connection game before any visit, and its useless cells.
//
// Initial visits and wins follow HAVANNAH 3.7: neighbour moves and joint moves (two cells from an
// own stone with both cells between empty), the number of local groups, the sides and corners a
// move would be joined to. Dead cells follow its section 3.4; they may be left out, but never all.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "games/connection/position.h"
#include "search/expansion.h"

namespace katachi {

template <class Rules, int kCapacity>
class InitialVisits<ConnectionPosition<Rules, kCapacity>> {
 public:
  using P = ConnectionPosition<Rules, kCapacity>;
  using Board = typename P::Board;

  InitialVisits(const P& position, const ExpansionSettings& settings)
      : settings_(settings), position_(position), board_(position.board()) {
    if (settings.joint_neighbour) find_joints();
  }

  [[nodiscard]] Initial of(Move move) const {
    if (move == position_.swap_move()) return {};
    const Color color = position_.to_move();
    const unsigned mask = board_.around(color, move);
    Initial initial;
    if (settings_.joint_neighbour) {
      initial.visits += 40.0F;
      if (mask != 0) {
        initial.wins += 40.0F;
      } else {
        initial.wins += is_joint_[move] != 0 ? 30.0F : 5.0F;
      }
    }
    if (settings_.local_connections) {
      initial.visits += 30.0F;
      initial.wins += 10.0F * static_cast<float>(kRuns[mask].count);
    }
    if (settings_.edge_connections) {
      const unsigned edges = joined_edges(move, color);
      if (Rules::wins_by_edges(edges)) return {1.0F, 1000.0F};  // selected whatever happens
      initial.visits += 30.0F;
      initial.wins += 10.0F * static_cast<float>(count_edges(edges));
    }
    return initial;
  }

 private:
  // Marks the cells two steps from an own stone with both cells between empty: there are fewer own
  // stones than empty cells.
  void find_joints() {
    const Cell off = board_.topology().off_board();
    std::fill_n(is_joint_.begin(), off + 1, std::uint8_t{0});
    for (Cell stone = 0; stone < off; ++stone) {
      if (board_.at(stone) != position_.to_move()) continue;
      for (unsigned d = 0; d < 6; ++d) {
        const Cell a = board_.neighbour(stone, d);
        const Cell b = board_.neighbour(stone, (d + 1) % 6);
        if (a == off || b == off) continue;
        if (board_.at(a) != Color::none || board_.at(b) != Color::none) continue;
        is_joint_[board_.neighbour(a, (d + 1) % 6)] = 1;
      }
    }
  }

  // Sides and corners that the chains beside the cell touch.
  [[nodiscard]] unsigned joined_edges(Cell cell, Color color) const {
    const unsigned own =
        settings_.edge_counts_itself ? Rules::edges(board_.topology(), cell, color) : 0U;
    return board_.preview(cell, color, static_cast<typename Board::Edges>(own)).edges;
  }

  const ExpansionSettings& settings_;
  const P& position_;
  const Board& board_;
  std::array<std::uint8_t, kCapacity + 1> is_joint_;
};

template <class Rules, int kCapacity>
struct DeadCells {
  using Board = ConnectionBoard<kCapacity>;

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
      if (kRuns[mask].bits == 3) continue;
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
        !DeadCells<Rules, kCapacity>::is_dead(position.board(), move)) {
      alive.push_back(move);
    }
  }
  if (!alive.empty()) moves = alive;
}

}  // namespace katachi
