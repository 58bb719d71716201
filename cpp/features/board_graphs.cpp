#include "features/board_graphs.h"

#include <algorithm>

namespace katachi {

CellGraph::CellGraph(const BoardParts& parts)
    : parts_(parts),
      distances_(parts.distances()),
      directions_(static_cast<std::size_t>(parts.topology().directions())) {}

void CellGraph::take() {
  const Topology& board = parts_.topology();
  const auto directions = static_cast<std::size_t>(board.directions());
  // By status; sides are no neighbours.
  constexpr std::array<std::size_t, kStatuses> kKind{0, 1, 2, 2, 2};
  for (Cell cell = 0; cell < board.cells(); ++cell) {
    std::uint32_t here = 0;
    const auto& next = board.neighbours(cell);
    for (std::size_t d = 0; d < directions; ++d) {
      if (next[d] == board.off_board()) continue;
      here |= 1U << (8 * kKind[static_cast<std::size_t>(parts_.status(next[d]))] + d);
    }
    next_to_[cell] = here;
  }
}

MergedGraph::MergedGraph(const BoardParts& parts, bool chains, bool regions)
    : parts_(parts),
      chains_(chains),
      regions_(regions),
      cells_(static_cast<std::size_t>(parts.topology().cells())) {}

void MergedGraph::take() {
  const Topology& board = parts_.topology();
  const auto cells = static_cast<Cell>(board.cells());
  const auto directions = static_cast<std::size_t>(board.directions());
  if (steps_.empty()) {
    steps_.resize(cells_ * cells_);
    pairs_.resize(cells_ * cells_);
  }
  edges_.clear();
  for (Cell cell = 0; cell < cells; ++cell) {
    const bool merged = is_stone(parts_.status(cell)) ? chains_ : regions_;
    node_of_[cell] = merged ? parts_.head(cell) : cell;
    searched_[cell] = false;
    counted_[cell] = false;
    place_[cell] = 0xffffffff;
  }
  const auto add_edges = [&](Cell cell, std::size_t begin) {
    const auto& next = board.neighbours(cell);
    for (std::size_t d = 0; d < directions; ++d) {
      if (next[d] == board.off_board()) continue;
      const GraphNode other = node_of_[next[d]];
      if (other == node_of_[cell]) continue;
      const std::uint32_t place = place_[other];
      if (place < edges_.size() && place >= begin && edges_[place].to == other) {
        ++edges_[place].pairs;
      } else {
        place_[other] = static_cast<std::uint32_t>(edges_.size());
        edges_.push_back({.to = other, .pairs = 1});
      }
    }
  };
  for (Cell node = 0; node < cells; ++node) {
    if (node_of_[node] != node) continue;
    const std::size_t begin = edges_.size();
    const bool merged = is_stone(parts_.status(node)) ? chains_ : regions_;
    if (merged) {
      for (const Cell cell : parts_.members(node)) add_edges(cell, begin);
    } else {
      add_edges(node, begin);
    }
    edge_begin_[node] = static_cast<std::uint32_t>(begin);
    edge_end_[node] = static_cast<std::uint32_t>(edges_.size());
  }
}

void MergedGraph::search_from(GraphNode node) {
  std::uint8_t* row = &steps_[node * cells_];
  std::fill_n(row, cells_, std::uint8_t{0xff});
  searched_[node] = true;
  row[node] = 0;
  std::size_t filled = 0;
  queue_[filled++] = node;
  for (std::size_t i = 0; i < filled; ++i) {
    const GraphNode here = queue_[i];
    for (std::size_t e = edge_begin_[here]; e < edge_end_[here]; ++e) {
      const GraphNode next = edges_[e].to;
      if (row[next] != 0xff) continue;
      row[next] = static_cast<std::uint8_t>(row[here] + 1);
      queue_[filled++] = next;
    }
  }
}

void MergedGraph::count_pairs(GraphNode node) {
  std::uint16_t* row = &pairs_[node * cells_];
  std::fill_n(row, cells_, std::uint16_t{0});
  counted_[node] = true;
  for (std::size_t e = edge_begin_[node]; e < edge_end_[node]; ++e)
    row[edges_[e].to] = edges_[e].pairs;
}

StoneGraph::StoneGraph(const BoardParts& parts, bool chains)
    : parts_(parts), distances_(parts.distances()), chains_(chains), own_(parts, chains) {}

void StoneGraph::take() {
  around_ = &own_;
  own_.begin(kNoMove);
  if (chains_) known_.assign(distances_.nodes() * distances_.nodes(), 0xff);
}

// The smallest over all pairs of cells, remembered for the position.
unsigned StoneGraph::chain_distance(GraphNode a, GraphNode b) {
  std::uint8_t& known = known_[a * distances_.nodes() + b];
  if (known != 0xff) return known;
  const auto cells = static_cast<GraphNode>(parts_.topology().cells());
  // The move itself is a cell alone, not its region.
  const auto cells_of = [&](const GraphNode& node) -> std::span<const Cell> {
    if (node < cells && is_stone(parts_.status(node))) return parts_.members(node);
    return {&node, 1};
  };
  unsigned nearest = 0xff;
  for (const Cell from : cells_of(a)) {
    for (const Cell to : cells_of(b)) nearest = std::min(nearest, distances_.between(from, to));
  }
  known = static_cast<std::uint8_t>(nearest);
  known_[b * distances_.nodes() + a] = known;
  return nearest;
}

void BoardGraphs::take(const BoardView& view) {
  parts_.take(view);
  const auto used = [&](QuerySystem system) { return used_[static_cast<std::size_t>(system)]; };
  if (used(QuerySystem::ig0)) cells.take();
  if (used(QuerySystem::ig_c)) ig_c.take();
  if (used(QuerySystem::ig_e)) ig_e.take();
  if (used(QuerySystem::ig_ce)) ig_ce.take();
  if (used(QuerySystem::sg0)) stones.take();
  if (used(QuerySystem::sg_c)) chains.take();
}

}  // namespace katachi
