// Leaves of earlier positions that are still true: why a forest need not descend for every move.
//
// From one position to the next most surroundings stay as they are. A descent depends on cells up
// to its horizon (descent.h) and at most on the size of the move's region; until something changes
// there, its leaf stays. A cell has changed if its status has, which matters to those who looked
// for the old status or the new one; its attributes if the size or liberties of its chain are
// others; for trees of cells also if its empty region was split or joined with another. Positions
// of the two movers are remembered apart, because the mover is always black.
//
// A search jumps: the position before may be far away while one a little earlier is a neighbour. So
// the last few are kept, each with its leaves, and a new position begins with a copy of the one
// that differs from it in the fewest cells.
//
// Only for trees of the systems ig0 and sg0, whose nodes have a place. One object per thread; it
// takes 192 bytes for each tree and cell, 1.1 MB for 16 trees on 19 x 19.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "features/board_graphs.h"
#include "features/descent.h"

namespace katachi {

class LeafMemory {
 public:
  static constexpr std::uint32_t kUnknown = 0xffffffff;

  LeafMemory(const BoardParts& parts, const std::vector<DecisionTree>& trees);

  // Forgets what the new position, which the parts have taken, made untrue.
  void take(Color to_move);
  // The leaf of a move at the position, or kUnknown.
  [[nodiscard]] std::uint32_t leaf(std::size_t tree, Cell move) const {
    return slot_->leaf[tree * cells_ + move];
  }
  void keep(std::size_t tree, Cell move, std::uint32_t leaf, const Horizon& horizon);

 private:
  struct Cells {
    std::array<Status, kMaxCells> status{};
    std::array<Cell, kMaxCells> head{};
    std::array<std::uint16_t, kMaxCells> size{}, liberties{};
  };
  // What is known of a position; vectors are [trees][cells].
  struct Slot {
    std::uint64_t taken = 0;  // when; 0: nothing is known
    Cells cells;
    std::vector<std::uint32_t> leaf;
    std::array<std::vector<std::uint8_t>, Horizon::kKinds> steps;
    std::vector<std::uint8_t> attributes;
    std::vector<std::uint16_t> least, most;
  };

  static constexpr std::size_t kSlots = 8;  // for each mover

  using Steps = std::array<std::uint8_t, kMaxCells>;  // by cell, to the nearest that has changed

  // Makes slot_ that of a new position, as far as an earlier one knows it.
  void choose_slot(std::array<Slot, kSlots>& slots);
  [[nodiscard]] std::size_t difference(const Cells& before) const;
  void find_changes(const Cells& before);
  void find_changed_regions(const Cells& before);
  void forget_changed(Slot& slot) const;
  // A cell has changed: how near it is to all others.
  void spread(Cell from, Steps& near) const;
  void remember(Cells& cells) const;

  const BoardParts& parts_;
  std::size_t cells_;
  std::vector<bool> asks_regions_;                 // by tree
  std::array<std::array<Slot, kSlots>, 2> slots_;  // by mover
  Slot* slot_ = nullptr;
  std::uint64_t now_ = 0;
  std::array<Steps, Horizon::kKinds> near_{};  // a cell that is, or was, of that status
  Steps near_attributes_{};
  Steps near_region_{};  // a changed region
};

}  // namespace katachi
