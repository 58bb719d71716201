// Leaves that depend on the neighbours of a move and the size of its empty region alone.
//
// Three quarters of the descents of a tree of cells (ig0) look no further, and in a position most
// moves share their neighbourhood with many others: the open board, an edge. So the leaf of a
// neighbourhood is found once for an interval of sizes of the region. Unlike leaf_memory.h this is
// not about places: what is known holds everywhere, and in later positions.
//
// Only on boards where distances between cells depend on their offset alone (not graphs), with at
// most six neighbours. One object per thread; a tree takes 8 bytes for each neighbourhood, of which
// there are 4 to the power of the number of directions: 2 KB in Go, 32 KB in Hex.
#pragma once

#include <cstdint>
#include <vector>

#include "features/board_graphs.h"
#include "features/descent.h"

namespace katachi {

class NearLeaves {
 public:
  static constexpr std::uint32_t kUnknown = 0xffffffff;

  NearLeaves(const BoardParts& parts, const CellGraph& cells, std::size_t trees)
      : parts_(parts),
        cells_(cells),
        directions_(static_cast<std::size_t>(parts.topology().directions())),
        all_((1U << directions_) - 1U) {
    const bool regular = parts.topology().grid() != Grid::graph && directions_ <= kMostDirections;
    if (regular) known_.resize(trees << 2 * directions_);
  }

  // The leaf of a move at the position that the parts have taken, or kUnknown.
  [[nodiscard]] std::uint32_t leaf(std::size_t tree, Cell move) const {
    if (known_.empty()) return kUnknown;
    const Known& known = known_[place(tree, move)];
    const unsigned size = parts_.size(move);
    return size >= known.least && size <= known.most ? known.leaf : kUnknown;
  }
  // Before a descent for an unknown leaf. False if one has been claimed for the neighbourhood and
  // this size already; its leaf may be the same.
  bool claim(std::size_t tree, Cell move) {
    if (known_.empty()) return true;
    Known& known = known_[place(tree, move)];
    const unsigned claimed = kClaimed + parts_.size(move);
    if (known.least == claimed) return false;
    known = {.least = static_cast<std::uint16_t>(claimed)};
    return true;
  }
  // Unless the leaf depends on more.
  void keep(std::size_t tree, Cell move, std::uint32_t leaf, const Horizon& horizon, bool cut) {
    for (const unsigned steps : horizon.steps) {
      if (steps > 1) return;
    }
    if (known_.empty() || horizon.attributes > 0 || horizon.least > horizon.most || cut) return;
    known_[place(tree, move)] = {.least = static_cast<std::uint16_t>(horizon.least),
                                 .most = static_cast<std::uint16_t>(horizon.most),
                                 .leaf = leaf};
  }

 private:
  static constexpr std::size_t kMostDirections = 6;
  static constexpr unsigned kClaimed = 0x8000;  // more than any size

  struct Known {
    std::uint16_t least = 1, most = 0;  // sizes of the region
    std::uint32_t leaf = 0;
  };

  // Two bits for each direction: empty 0, black 1, white 2, outside 3.
  [[nodiscard]] std::size_t place(std::size_t tree, Cell move) const {
    const unsigned black = cells_.directions_to(0, move);
    const unsigned white = cells_.directions_to(1, move);
    const unsigned outside = all_ & ~(black | white | cells_.directions_to(2, move));
    return (tree << directions_ | white | outside) << directions_ | black | outside;
  }

  const BoardParts& parts_;
  const CellGraph& cells_;
  std::size_t directions_;
  unsigned all_;              // directions, as bits
  std::vector<Known> known_;  // [trees][neighbourhoods]
};

}  // namespace katachi
