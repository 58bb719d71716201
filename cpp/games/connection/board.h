// Stones and chains on a board of hexagons: what Hex and Havannah have in common.
//
// Stones are never removed, so chains only grow. Every stone names the stone that stands for its
// chain, its root; when two chains become one, the stones of the smaller one take the other's name,
// along a circular list through the stones of each chain. Chains are asked for much more often than
// joined. Every root carries the edges (sides, corners) its chain touches. `around(color, cell)` is
// a mask of the six neighbours that hold the colour, kept up to date as stones are placed; because
// neighbours are numbered in a circle, runs of bits in it are stones that touch each other.
#pragma once

#include <array>
#include <cstdint>

#include "games/position.h"
#include "games/topology.h"

namespace katachi {

// For each mask of six neighbours: the first direction of every run of set bits (up to three runs,
// filled with kNoRun), their number, the neighbours in the inside of a run, and the number of set
// bits.
struct Runs {
  static constexpr std::uint8_t kNoRun = 6;
  std::array<std::uint8_t, 3> first{kNoRun, kNoRun, kNoRun};
  std::uint8_t count = 0;
  std::uint8_t inside = 0;  // bit d: directions d-1, d and d+1 are all set
  std::uint8_t bits = 0;
};

constexpr std::array<Runs, 64> make_runs() {
  std::array<Runs, 64> table{};
  for (unsigned mask = 0; mask < 64; ++mask) {
    Runs& runs = table[mask];
    for (unsigned d = 0; d < 6; ++d) {
      const bool set = ((mask >> d) & 1U) != 0;
      const bool before = ((mask >> ((d + 5) % 6)) & 1U) != 0;
      const bool after = ((mask >> ((d + 1) % 6)) & 1U) != 0;
      if (set && !before) runs.first[runs.count++] = static_cast<std::uint8_t>(d);
      if (set) ++runs.bits;
      if (set && before && after) runs.inside |= static_cast<std::uint8_t>(1U << d);
    }
    if (mask == 63) {
      runs.first[0] = 0;
      runs.count = 1;
    }
  }
  return table;
}

inline constexpr std::array<Runs, 64> kRuns = make_runs();

// The number of edges in a set of at most twelve. Processors that we must not presume count bits by
// themselves, others in a call.
inline int count_edges(unsigned edges) { return kRuns[edges & 63U].bits + kRuns[edges >> 6U].bits; }

template <int kCapacity>
class ConnectionBoard {
 public:
  static constexpr int kDirections = 6;
  using Edges = std::uint16_t;

  // Empty; precondition: six directions, cells <= kCapacity.
  explicit ConnectionBoard(const Topology& topology) : topology_(&topology) {
    assert(topology.directions() == kDirections && topology.cells() <= kCapacity);
    color_.fill(Color::none);
    root_.fill(0);
    edges_.fill(0);
    stones_.fill(0);
    next_.fill(0);
    around_[0].fill(0);
    around_[1].fill(0);
  }

  [[nodiscard]] const Topology& topology() const { return *topology_; }
  [[nodiscard]] Color at(Cell cell) const { return color_[cell]; }
  [[nodiscard]] unsigned around(Color color, Cell cell) const {
    return around_[index_of(color)][cell];
  }
  [[nodiscard]] Cell neighbour(Cell cell, unsigned direction) const {
    return topology_->neighbours(cell)[direction];
  }

  // The cell that names the chain; precondition: a stone at `cell`.
  [[nodiscard]] Cell root(Cell cell) const { return root_[cell]; }
  [[nodiscard]] Edges chain_edges(Cell cell) const { return edges_[root(cell)]; }
  [[nodiscard]] int chain_size(Cell cell) const { return stones_[root(cell)]; }
  // The next stone of the same chain, in a circle.
  [[nodiscard]] Cell next(Cell cell) const { return next_[cell]; }

  struct Placed {
    Edges edges;    // of the chain that the stone now belongs to
    bool closes;    // two runs of neighbours were one chain already: the stone closes a cycle
    unsigned mask;  // own neighbours
  };

  // Puts a stone that touches `edges` by itself. Precondition: the cell is empty.
  Placed place(Cell cell, Color color, Edges edges) {
    assert(color_[cell] == Color::none);
    color_[cell] = color;
    auto& around = around_[index_of(color)];
    const auto& neighbours = topology_->neighbours(cell);
    for (unsigned d = 0; d < kDirections; ++d) {
      around[neighbours[d]] |= static_cast<std::uint8_t>(1U << ((d + 3) % 6));
    }
    const unsigned mask = around[cell];
    const Runs& runs = kRuns[mask];
    if (runs.count == 0) {
      root_[cell] = cell;
      next_[cell] = cell;
      stones_[cell] = 1;
      edges_[cell] = edges;
      return {edges, false, mask};
    }
    Cell chain = root_[neighbours[runs.first[0]]];
    root_[cell] = chain;
    next_[cell] = next_[chain];
    next_[chain] = cell;
    ++stones_[chain];
    edges |= edges_[chain];
    bool closes = false;
    for (unsigned r = 1; r < runs.count; ++r) {
      const Cell other = root_[neighbours[runs.first[r]]];
      if (other == chain) {
        closes = true;
        continue;
      }
      edges |= edges_[other];
      chain = unite(chain, other);
    }
    edges_[chain] = edges;
    return {edges, closes, mask};
  }

  // What place() would report, without placing.
  [[nodiscard]] Placed preview(Cell cell, Color color, Edges edges) const {
    const unsigned mask = around(color, cell);
    const Runs& runs = kRuns[mask];
    std::array<Cell, 3> roots{};
    bool closes = false;
    for (unsigned r = 0; r < runs.count; ++r) {
      roots[r] = root(neighbour(cell, runs.first[r]));
      for (unsigned q = 0; q < r; ++q) closes |= roots[q] == roots[r];
      edges |= edges_[roots[r]];
    }
    return {edges, closes, mask};
  }

  // Recomputes chains, edges and neighbour masks by flooding; for tests. `own_edges(cell)` gives
  // the edges a cell touches for a colour.
  template <class OwnEdges>
  [[nodiscard]] bool is_consistent(OwnEdges own_edges) const;

  bool operator==(const ConnectionBoard& other) const {
    return topology_ == other.topology_ && color_ == other.color_;
  }

 private:
  Cell unite(Cell a, Cell b) {
    if (stones_[a] < stones_[b]) {
      const Cell exchange = a;
      a = b;
      b = exchange;
    }
    Cell member = b;
    do {
      root_[member] = a;
      member = next_[member];
    } while (member != b);
    const Cell after = next_[a];
    next_[a] = next_[b];
    next_[b] = after;
    stones_[a] = static_cast<std::uint16_t>(stones_[a] + stones_[b]);
    return a;
  }

  const Topology* topology_;
  std::array<Color, kCapacity + 1> color_;
  std::array<Cell, kCapacity> root_;
  std::array<Edges, kCapacity> edges_;
  std::array<std::uint16_t, kCapacity> stones_;
  std::array<Cell, kCapacity> next_;
  std::array<std::array<std::uint8_t, kCapacity + 1>, 2> around_;
};

template <int kCapacity>
template <class OwnEdges>
bool ConnectionBoard<kCapacity>::is_consistent(OwnEdges own_edges) const {
  std::array<bool, kCapacity> seen{};
  for (Cell cell = 0; cell < topology_->cells(); ++cell) {
    std::array<unsigned, 2> masks{};
    for (unsigned d = 0; d < kDirections; ++d) {
      const Color color = color_[neighbour(cell, d)];
      if (color != Color::none) masks[index_of(color)] |= 1U << d;
    }
    if (masks[0] != around_[0][cell] || masks[1] != around_[1][cell]) return false;
    if (color_[cell] == Color::none || seen[cell]) continue;
    std::array<Cell, kCapacity> chain;
    std::size_t filled = 0;
    chain[filled++] = cell;
    seen[cell] = true;
    unsigned edges = 0;
    for (std::size_t next = 0; next < filled; ++next) {
      edges |= own_edges(chain[next], color_[cell]);
      if (root(chain[next]) != root(cell)) return false;
      for (unsigned d = 0; d < kDirections; ++d) {
        const Cell n = neighbour(chain[next], d);
        if (n == topology_->off_board() || color_[n] != color_[cell] || seen[n]) continue;
        seen[n] = true;
        chain[filled++] = n;
      }
    }
    if (edges != chain_edges(cell) || static_cast<int>(filled) != chain_size(cell)) return false;
    std::size_t listed = 1;
    for (Cell stone = next(cell); stone != cell; stone = next(stone)) {
      if (root(stone) != root(cell) || ++listed > filled) return false;
    }
    if (listed != filled) return false;
  }
  return true;
}

}  // namespace katachi
