#include "games/connection/chains.h"

#include <algorithm>
#include <string>

namespace katachi {
namespace {

constexpr auto kEmpty = static_cast<std::uint8_t>(Content::empty);
constexpr std::uint16_t kNoChain = 0xffff;

constexpr std::size_t after(std::size_t direction) {
  return (direction + 1) % ConnectionChains::kDirections;
}

}  // namespace

ConnectionChains::ConnectionChains(const Topology& topology) : topology_(topology) {}

void ConnectionChains::take(const BoardView& view) {
  view_ = &view;
  chain_of_.fill(kNoChain);
  std::uint16_t chains = 0;
  for (Cell start = 0; start < topology_.cells(); ++start) {
    if (view.content[start] == kEmpty || chain_of_[start] != kNoChain) continue;
    std::size_t walked = 0;
    unsigned edges = 0;
    walked_[walked++] = start;
    chain_of_[start] = chains;
    for (std::size_t next = 0; next < walked; ++next) {
      const Cell stone = walked_[next];
      edges |= topology_.sides(stone) | (static_cast<unsigned>(topology_.corners(stone)) << 6U);
      for (std::size_t d = 0; d < kDirections; ++d) {
        const Cell cell = topology_.neighbours(stone)[d];
        if (view.content[cell] != view.content[start] || chain_of_[cell] != kNoChain) continue;
        chain_of_[cell] = chains;
        walked_[walked++] = cell;
      }
    }
    edges_[chains++] = static_cast<Edges>(edges);
  }
}

unsigned ConnectionChains::around(std::uint8_t kind, Cell cell) const {
  unsigned mask = 0;
  for (std::size_t d = 0; d < kDirections; ++d) {
    mask |= static_cast<unsigned>(content(topology_.neighbours(cell)[d]) == kind) << d;
  }
  return mask;
}

ConnectionChains::Beside ConnectionChains::beside(std::uint8_t kind, Cell cell) const {
  Beside found;
  for (std::size_t d = 0; d < kDirections; ++d) {
    const Cell near = topology_.neighbours(cell)[d];
    if (content(near) != kind) continue;
    const auto* const end = found.chains.begin() + found.count;
    if (std::find(found.chains.cbegin(), end, chain(near)) != end) continue;
    found.chains[found.count++] = chain(near);
    found.edges |= edges(near);
  }
  return found;
}

int ConnectionChains::new_bridges(std::uint8_t kind, Cell cell, Edges sides) const {
  int bridges = 0;
  const auto& around_cell = topology_.neighbours(cell);
  for (std::size_t d = 0; d < kDirections; ++d) {
    const Cell a = around_cell[d];
    const Cell b = around_cell[after(d)];
    if (content(a) != kEmpty || content(b) != kEmpty) continue;
    const Cell end = topology_.neighbours(a)[after(d)];
    const bool side =
        (topology_.sides(a) & topology_.sides(b) & sides & ~topology_.sides(cell)) != 0;
    bridges += side || content(end) == kind ? 1 : 0;
  }
  return bridges;
}

// The cell and its neighbour b = n[d] are the carrier; the ends are the neighbours n[d - 1] and
// n[d + 1], which both touch them, or one of these and a side that holds the cell and b.
ConnectionChains::Carried ConnectionChains::carried(std::uint8_t kind, Cell cell,
                                                    Edges sides) const {
  Carried found;
  const auto& around_cell = topology_.neighbours(cell);
  for (std::size_t d = 0; d < kDirections; ++d) {
    const Cell second = around_cell[d];
    if (content(second) == kind || second == topology_.off_board()) continue;
    const Cell left = around_cell[(d + kDirections - 1) % kDirections];
    const Cell right = around_cell[after(d)];
    const bool own_left = content(left) == kind;
    const bool own_right = content(right) == kind;
    const unsigned side = topology_.sides(cell) & topology_.sides(second) & sides;
    bool joins = false;
    if (own_left && own_right) {
      joins = chain(left) != chain(right);
    } else if ((own_left || own_right) && side != 0) {
      joins = (edges(own_left ? left : right) & side) == 0;
    }
    if (!joins) continue;
    if (content(second) == kEmpty) {
      ++found.whole;
    } else {
      ++found.broken;
      found.broken_now |= second == view_->previous.last;
    }
  }
  return found;
}

std::uint8_t round_rank(const Topology& topology, Cell a, Cell b) {
  constexpr std::array<int, kMostRound> kSquares{1, 3, 4, 7, 9, 12, 13, 16, 19, 21};
  const int dx = topology.x(a) - topology.x(b);
  const int dy = topology.y(a) - topology.y(b);
  const int square = dx * dx + dy * dy + (topology.grid() == Grid::rhombus ? dx * dy : -dx * dy);
  const auto* const found = std::find(kSquares.begin(), kSquares.end(), square);
  return found == kSquares.end() ? std::uint8_t{0}
                                 : static_cast<std::uint8_t>(found - kSquares.begin() + 1);
}

void add_round_distances(std::vector<TacticalFeature>& features) {
  std::vector<std::string> ranks{"-"};
  for (int n = 1; n <= kMostRound; ++n) ranks.push_back(std::to_string(n));
  features.push_back({"round distance to the previous move", ranks});
  features.push_back({"round distance to the move before", ranks});
}

}  // namespace katachi
