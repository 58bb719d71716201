// Stones and sides around a move of a stone graph, nearest first: what NEW queries look through.
//
// They are read ring by ring, only as far as somebody looks. The first 64 are bits as well, by
// status and by ring, so that the answer of a query is a few operations on words.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "features/board_distances.h"
#include "features/board_parts.h"
#include "features/query.h"

namespace katachi {

class StonesAround {
 public:
  struct Entry {
    GraphNode node;
    Status status;
    std::uint8_t steps;
  };
  // Bit i: entry i.
  using Window = std::uint64_t;
  // Entries in a window. The bits behind them are met when no entry is left: the first two, if
  // there may be more that has not been read; they are as far away as the first ring of that. The
  // last is farther away than anybody looks.
  static constexpr std::size_t kWindow = 61;
  static constexpr std::uint8_t kNever = BoardDistances::kMostSteps + 1;

  // chains: they are one entry each, as near as their nearest stone.
  StonesAround(const BoardParts& parts, bool chains);

  void begin(Cell move);
  [[nodiscard]] Cell move() const { return move_; }

  // Entry i, or null behind the last of those within `reach` steps.
  const Entry* within(unsigned reach, std::size_t i) {
    while (i >= found_) {
      if (next_ring_ > reach || next_ring_ > distances_.longest()) return nullptr;
      read(1);
    }
    const Entry& here = entries_[slot(i)];
    return here.steps <= reach ? &here : nullptr;
  }
  // Of a bit of the window.
  [[nodiscard]] const Entry& entry(std::size_t i) const { return entries_[i]; }
  // The bit of a node that was an entry; 0 behind the window.
  [[nodiscard]] Window bit_of_node(GraphNode node) const {
    return place_[node] < kWindow ? Window{1} << place_[node] : 0;
  }

  // What has been read so far, as far as it is in the window: entries with one of these statuses.
  [[nodiscard]] Window with_status(std::size_t statuses) const { return with_[statuses]; }
  // The entries that are as far away as entry i and have its status; of what was not read two.
  [[nodiscard]] Window alike(std::size_t i) const { return alike_[i]; }
  // The window holds everything nearer than so many steps.
  [[nodiscard]] unsigned rings() const { return window_rings_; }
  // Reads on; false if the window has no room for another ring or nothing is left.
  bool widen() {
    if (next_ring_ > window_rings_ || next_ring_ > distances_.longest()) return false;
    read(kRings);
    return next_ring_ <= window_rings_;
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
      const Window left = with_[statuses] & ~known;
      const auto first = static_cast<std::size_t>(std::countr_zero(left));
      if (first < kWindow) {
        const unsigned steps = entries_[first].steps;
        if (steps > reach) return {.steps = reach};
        return {.found = alike_[first] & left, .steps = steps};
      }
      if (reach < window_rings_) return {.steps = reach};
      if (!widen()) return {.beyond = true};
    }
  }

 private:
  static constexpr std::size_t kSeen = 4;      // statuses of stone graphs
  static constexpr unsigned kAllRings = 1000;  // more than any board has
  static constexpr std::size_t kBehind = 3;    // bits behind the entries
  static constexpr unsigned kRings = 4;        // read at once

  // Where entry i is kept.
  static constexpr std::size_t slot(std::size_t i) { return i < kWindow ? i : i + kBehind; }
  // Reads so many rings, or one if the window has no room for them.
  void read(unsigned rings);
  void set_unread();

  const BoardParts& parts_;
  const BoardDistances& distances_;
  std::size_t status_sets_;  // that queries may ask for
  bool chains_;
  Cell move_ = kNoMove;
  unsigned next_ring_ = 0;
  unsigned window_rings_ = 0;
  std::size_t found_ = 0;
  std::array<Window, 1U << kSeen> with_{};                // by statuses
  std::array<Window, kWindow + kBehind> alike_{};         // by entry
  std::array<Entry, kMaxCells + 6 + kBehind> entries_{};  // by slot
  std::array<std::uint16_t, kMaxCells + 6> place_{};      // by node, among the entries
  std::array<Entry, kMaxCells + 6> read_{};               // not yet in order
  std::vector<std::uint32_t> seen_;                       // chains: the look at which it was found
  std::uint32_t look_ = 0;
};

}  // namespace katachi
