// A position as the graphs that decision trees ask about (FOREST 3.3); see query.h.
//
// Nodes have the number of a cell, or of a side (board_distances.h); a chain or region has the
// number of its first cell. Size and liberties are those of the whole chain or region, liberties
// are true ones: each empty cell next to a chain counts once. (FOREST took pseudo-liberties to save
// work.) Everything dear is worked out when it is first asked for: distances of merged graphs by a
// search from one node at a time, the stones around a move ring by ring.
//
// One object per thread; take() a position, then look at its moves one after the other.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "features/board_distances.h"
#include "features/feature_set.h"
#include "features/query.h"

namespace katachi {

// Stones, chains and regions of a position.
class BoardParts {
 public:
  explicit BoardParts(const BoardDistances& distances);

  void take(const BoardView& view);

  [[nodiscard]] const BoardDistances& distances() const { return distances_; }
  [[nodiscard]] const Topology& topology() const { return distances_.topology(); }
  // Cells and sides.
  [[nodiscard]] Status status(GraphNode node) const { return status_[node]; }
  [[nodiscard]] const Status* statuses() const { return status_.data(); }
  // The first cell of the chain or region.
  [[nodiscard]] Cell head(Cell cell) const { return head_[cell]; }
  [[nodiscard]] unsigned size(GraphNode node) const { return attributes_[0][node]; }
  [[nodiscard]] unsigned liberties(GraphNode node) const { return attributes_[1][node]; }
  // The size (0) or the liberties (1).
  [[nodiscard]] unsigned attribute(std::size_t which, GraphNode node) const {
    return attributes_[which][node];
  }
  // The cells of the chain or region with that head.
  [[nodiscard]] std::span<const Cell> members(Cell head) const {
    return {&members_[first_member_[head]], attributes_[0][head]};
  }

 private:
  static constexpr std::size_t kNodes = kMaxCells + 6;

  const BoardDistances& distances_;
  std::array<Status, kNodes> status_{};
  std::array<Cell, kMaxCells> head_{};
  std::array<std::array<std::uint16_t, kNodes>, 2> attributes_{};  // sizes, liberties
  std::array<Cell, kMaxCells> members_{};
  std::array<std::uint16_t, kMaxCells> first_member_{};
};

// Every cell is a node.
class CellGraph {
 public:
  static constexpr bool kStones = false;

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
    return next_to_[node][kind];
  }
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
  std::array<std::array<std::uint8_t, 3>, kMaxCells> next_to_{};
};

// Chains, regions or both are one node each.
class MergedGraph {
 public:
  static constexpr bool kStones = false;

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
  unsigned distance(GraphNode a, GraphNode b);
  unsigned connectivity(GraphNode a, GraphNode b);
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

  const BoardParts& parts_;
  bool chains_, regions_;
  std::array<GraphNode, kMaxCells> node_of_{};
  std::vector<Edge> edges_;
  std::array<std::uint32_t, kMaxCells> edge_begin_{}, edge_end_{};
  std::array<std::uint32_t, kMaxCells> place_{};  // of a neighbour among the edges being made
  std::vector<std::uint8_t> steps_;               // [cells][cells], rows of nodes searched from
  std::array<bool, kMaxCells> searched_{};
  std::array<GraphNode, kMaxCells> queue_{};
};

// Stones or chains, and sides.
class StoneGraph {
 public:
  static constexpr bool kStones = true;

  StoneGraph(const BoardParts& parts, bool chains);
  void take();
  GraphNode look_at(Cell move) {
    if (move != move_) begin(move);
    return move;
  }

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

  // Stones and sides around the move, nearest first: entry i, or null behind the last of those
  // within `reach` steps.
  struct Around {
    GraphNode node;
    Status status;
    std::uint8_t steps;
  };
  const Around* around(std::size_t i, unsigned reach) {
    while (i >= found_) {
      if (next_ring_ > reach || next_ring_ > distances_.longest()) return nullptr;
      add_ring();
    }
    return around_[i].steps <= reach ? &around_[i] : nullptr;
  }

  // The same as bits, which is faster: of the first kWindow entries.
  static constexpr std::size_t kWindow = 64;
  using Window = std::uint64_t;
  // The bit of a node that around() or nearest() has given; 0 behind the window.
  [[nodiscard]] Window bit_of_node(GraphNode node) const {
    return place_[node] < kWindow ? Window{1} << place_[node] : 0;
  }
  [[nodiscard]] Window with_status(StatusMask statuses) const {
    Window found = 0;
    for (std::size_t s = 0; s < kSeen; ++s) found |= window_[s] & -Window{statuses >> s & 1U};
    return found;
  }
  // The nearest entries within reach that have one of the statuses and are not among `known`, of
  // them those of the first status. No entry: none is there, `steps` is the reach. `beyond`: they
  // are not all in the window.
  struct Nearest {
    Window found = 0;
    unsigned steps = 0;
    bool beyond = false;
  };
  Nearest nearest(StatusMask statuses, Window known, unsigned reach) {
    for (;;) {
      if (const Window left = with_status(statuses) & ~known; left != 0) {
        const unsigned steps = around_[static_cast<std::size_t>(std::countr_zero(left))].steps;
        if (steps > reach) return {.steps = reach};
        const Window ring = rings_[steps] & left;
        Window found = ring & window_[kSeen - 1];
        for (std::size_t s = kSeen - 1; s-- > 0;) {
          const Window here = ring & window_[s];
          found = here != 0 ? here : found;
        }
        return {.found = found, .steps = steps, .beyond = rings_[steps] == 0};
      }
      if (found_ > kWindow) return {.beyond = true};
      if (next_ring_ > reach || next_ring_ > distances_.longest()) return {.steps = reach};
      add_ring();
    }
  }
  [[nodiscard]] const Around& entry(std::size_t i) const { return around_[i]; }

 private:
  void begin(Cell move);
  void add_ring();
  unsigned chain_distance(GraphNode a, GraphNode b);

  const BoardParts& parts_;
  const BoardDistances& distances_;
  bool chains_;
  Cell move_ = kNoMove;
  std::size_t found_ = 0;
  unsigned next_ring_ = 0;
  std::array<Around, kMaxCells + 6> around_{};
  std::array<std::uint32_t, kMaxCells + 6> seen_{};  // chains: the look at which it was found
  std::uint32_t look_ = 0;
  std::vector<std::uint8_t> known_;         // chains: [nodes][nodes], 0xff unknown
  static constexpr std::size_t kSeen = 4;   // statuses of stone graphs
  std::array<Window, kStatuses> window_{};  // by status
  // By steps: all entries as far away; not empty only if all are in the window.
  std::array<Window, kMaxCells> rings_{};
  std::array<std::uint16_t, kMaxCells + 6> place_{};  // by node, among those around the move
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
