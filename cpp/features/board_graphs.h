// A position as the graphs that decision trees ask about (FOREST 3.3); see query.h.
//
// Nodes have the number of a cell, or of a side (board_distances.h); a chain or region has the
// number of its first cell (board_parts.h). Everything dear is worked out when it is first asked
// for: distances of merged graphs by a search from one node at a time, the stones around a move a
// few rings at a time (stones_around.h).
//
// One object per thread; take() a position, then look at its moves one after the other.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "features/board_distances.h"
#include "features/board_parts.h"
#include "features/feature_set.h"
#include "features/query.h"
#include "features/stones_around.h"

namespace katachi {

// Every cell is a node.
class CellGraph {
 public:
  static constexpr bool kStones = false;
  static constexpr bool kMerged = false;

  explicit CellGraph(const BoardParts& parts);
  void take();
  GraphNode look_at(Cell move) { return move; }

  [[nodiscard]] Status status(GraphNode node) const { return parts_.status(node); }
  [[nodiscard]] unsigned size(GraphNode node) const { return parts_.size(node); }
  [[nodiscard]] unsigned liberties(GraphNode node) const { return parts_.liberties(node); }
  [[nodiscard]] unsigned attribute(std::size_t which, GraphNode node) const {
    return parts_.attribute(which, node);
  }
  // Of the empty region of a move.
  [[nodiscard]] unsigned region_size(Cell move) const { return parts_.size(move); }
  unsigned distance(GraphNode a, GraphNode b) { return distances_.between(a, b); }
  unsigned connectivity(GraphNode a, GraphNode b) { return distances_.between(a, b) == 1 ? 1 : 0; }
  // For horizons (descent.h).
  [[nodiscard]] unsigned cell_distance(Cell a, GraphNode b) const {
    return distances_.between(a, b);
  }
  [[nodiscard]] bool is_same_region(GraphNode a, GraphNode b) const {
    return parts_.head(a) == parts_.head(b);
  }
  // Bit d: the neighbour in direction d is black (0), white (1) or empty (2).
  [[nodiscard]] unsigned directions_to(std::size_t kind, GraphNode node) const {
    return next_to_[node] >> 8 * kind & 0xffU;
  }
  // A byte for each of them that is among the statuses.
  [[nodiscard]] unsigned directions_to_any(std::size_t statuses, GraphNode node) const {
    return next_to_[node] & kBytes[statuses];
  }
  [[nodiscard]] std::size_t directions() const { return directions_; }
  [[nodiscard]] Cell neighbour(GraphNode node, unsigned direction) const {
    return parts_.topology().neighbours(node)[direction];
  }
  // visit(node) of every neighbour until it returns false.
  template <class Visit>
  void neighbours(GraphNode node, Visit visit) const {
    const Topology& topology = parts_.topology();
    for (int d = 0; d < topology.directions(); ++d) {
      const Cell next = topology.neighbours(node)[static_cast<std::size_t>(d)];
      if (next != topology.off_board() && !visit(next)) return;
    }
  }

 private:
  const BoardParts& parts_;
  const BoardDistances& distances_;
  // By statuses.
  static constexpr auto kBytes = [] {
    std::array<std::uint32_t, 1U << kStatuses> bytes{};
    for (unsigned statuses = 0; statuses < bytes.size(); ++statuses) {
      bytes[statuses] = (statuses & bit_of(Status::black) ? 0xffU : 0U) |
                        (statuses & bit_of(Status::white) ? 0xff00U : 0U) |
                        (statuses & bit_of(Status::empty) ? 0xff0000U : 0U);
    }
    return bytes;
  }();

  std::size_t directions_;
  std::array<std::uint32_t, kMaxCells> next_to_{};
};

// Chains, regions or both are one node each.
class MergedGraph {
 public:
  static constexpr bool kStones = false;
  static constexpr bool kMerged = true;

  MergedGraph(const BoardParts& parts, bool chains, bool regions);
  void take();
  GraphNode look_at(Cell move) { return node_of_[move]; }

  [[nodiscard]] Status status(GraphNode node) const { return parts_.status(node); }
  [[nodiscard]] unsigned size(GraphNode node) const { return parts_.size(node); }
  [[nodiscard]] unsigned liberties(GraphNode node) const { return parts_.liberties(node); }
  [[nodiscard]] unsigned attribute(std::size_t which, GraphNode node) const {
    return parts_.attribute(which, node);
  }
  // Of the empty region of a move.
  [[nodiscard]] unsigned region_size(Cell move) const { return parts_.size(move); }
  // Of `a` everything is worked out at once: a NEW query asks about one discovered node and many
  // others.
  unsigned distance(GraphNode a, GraphNode b) {
    if (!searched_[a]) search_from(a);
    return steps_[a * cells_ + b];
  }
  unsigned connectivity(GraphNode a, GraphNode b) {
    if (!counted_[a]) count_pairs(a);
    return pairs_[a * cells_ + b];
  }
  // Horizons say nothing here: nodes have no one place.
  [[nodiscard]] static unsigned cell_distance(Cell, GraphNode) { return 0; }
  [[nodiscard]] static bool is_same_region(GraphNode, GraphNode) { return true; }
  template <class Visit>
  void neighbours(GraphNode node, Visit visit) const {
    for (std::size_t i = edge_begin_[node]; i < edge_end_[node]; ++i) {
      if (!visit(edges_[i].to)) return;
    }
  }

 private:
  struct Edge {
    GraphNode to;
    std::uint16_t pairs;  // adjacent cells
  };

  void search_from(GraphNode node);
  void count_pairs(GraphNode node);

  const BoardParts& parts_;
  bool chains_, regions_;
  std::size_t cells_;
  std::array<GraphNode, kMaxCells> node_of_{};
  std::vector<Edge> edges_;
  std::array<std::uint32_t, kMaxCells> edge_begin_{}, edge_end_{};
  std::array<std::uint32_t, kMaxCells> place_{};  // of a neighbour among the edges being made
  std::vector<std::uint8_t> steps_;               // [cells][cells], rows of nodes searched from
  std::array<bool, kMaxCells> searched_{};
  std::vector<std::uint16_t> pairs_;  // [cells][cells], rows of nodes whose edges were counted
  std::array<bool, kMaxCells> counted_{};
  std::array<GraphNode, kMaxCells> queue_{};
};

// Stones or chains, and sides.
class StoneGraph {
 public:
  static constexpr bool kStones = true;
  static constexpr bool kMerged = false;

  StoneGraph(const BoardParts& parts, bool chains);
  void take();
  GraphNode look_at(Cell move) {
    if (move != around_->move()) {
      around_ = &own_;
      own_.begin(move);
    }
    return move;
  }
  // The same for a move whose surroundings somebody else has begun to read at this position.
  void look_at(StonesAround& around) { around_ = &around; }

  [[nodiscard]] Status status(GraphNode node) const { return parts_.status(node); }
  [[nodiscard]] unsigned size(GraphNode node) const { return parts_.size(node); }
  [[nodiscard]] unsigned liberties(GraphNode node) const { return parts_.liberties(node); }
  [[nodiscard]] unsigned attribute(std::size_t which, GraphNode node) const {
    return parts_.attribute(which, node);
  }
  // Of the empty region of a move.
  [[nodiscard]] unsigned region_size(Cell move) const { return parts_.size(move); }
  unsigned distance(GraphNode a, GraphNode b) {
    return chains_ ? chain_distance(a, b) : distances_.between(a, b);
  }
  unsigned connectivity(GraphNode, GraphNode) { return 0; }
  [[nodiscard]] unsigned cell_distance(Cell a, GraphNode b) const {
    return distances_.between(a, b);
  }
  // Nodes are never empty.
  [[nodiscard]] static bool is_same_region(GraphNode, GraphNode) { return false; }

  // Of the move that was looked at last.
  StonesAround& around() { return *around_; }

 private:
  unsigned chain_distance(GraphNode a, GraphNode b);

  const BoardParts& parts_;
  const BoardDistances& distances_;
  bool chains_;
  StonesAround own_;
  StonesAround* around_ = &own_;
  std::vector<std::uint8_t> known_;  // chains: [nodes][nodes], 0xff unknown
};

// All graphs of a position that the systems in use need.
class BoardGraphs final : public Survey {
 public:
  explicit BoardGraphs(const Topology& topology)
      : parts_(BoardDistances::of(topology)),
        cells(parts_),
        ig_c(parts_, true, false),
        ig_e(parts_, false, true),
        ig_ce(parts_, true, true),
        stones(parts_, false),
        chains(parts_, true) {}

  // Which systems will be asked about; before the first take().
  void use(QuerySystem system) { used_[static_cast<std::size_t>(system)] = true; }
  void take(const BoardView& view) override;
  [[nodiscard]] const BoardParts& parts() const { return parts_; }

 private:
  BoardParts parts_;
  std::array<bool, kQuerySystems> used_{};

 public:
  CellGraph cells;
  MergedGraph ig_c, ig_e, ig_ce;
  StoneGraph stones, chains;
};

// Calls with(graph) for the graph of a system.
template <class With>
decltype(auto) with_graph(BoardGraphs& graphs, QuerySystem system, With with) {
  switch (system) {
    case QuerySystem::ig0:
      return with(graphs.cells);
    case QuerySystem::ig_c:
      return with(graphs.ig_c);
    case QuerySystem::ig_e:
      return with(graphs.ig_e);
    case QuerySystem::ig_ce:
      return with(graphs.ig_ce);
    case QuerySystem::sg0:
      return with(graphs.stones);
    case QuerySystem::sg_c:
      break;
  }
  return with(graphs.chains);
}

}  // namespace katachi
