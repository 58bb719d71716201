// How many stones a player needs at least to join edges, if nobody disturbs the joints.
//
// A joint is a pair of cells two steps apart that share two empty cells; whoever owns the pair
// joins them whatever the opponent does. Here stones and empty cells of one player are linked if
// they touch or form a joint, and a cell is linked to an edge if it lies on it or is one row away
// with two empty cells of the edge between. The number is that of empty cells on the cheapest way.
// Joints that need the same empty cell are not told apart, so the real number may be larger.
#pragma once

#include <array>
#include <cstddef>

#include "games/connection/row_sets.h"

namespace katachi {

template <Grid kGrid, class Set>
class JoinedWays {
 public:
  // More stones than this are not counted.
  static constexpr std::size_t kMost = 9;
  // By the number of stones needed: cells that so many stones reach, the cell's own counted.
  struct Levels {
    std::array<Set, kMost + 1> reached;
    std::size_t used = 0;  // levels that hold cells; all behind them are empty
  };

  JoinedWays(const Set& own, const Set& empty) : own_(own), empty_(empty) {
    for_each_direction([&]<std::size_t kDirection>() {
      joints_[kDirection] = beside<kDirection>(empty) & beside<(kDirection + 1) % 6>(empty);
    });
  }

  // From an edge, the set of its cells. `most`: no more levels than that; `goal`: the first level
  // that holds one of these cells is the last.
  void from(const Set& edge, std::size_t most, const Set& goal, Levels& levels) const {
    const Set linked = linked_to_edge(edge);
    levels.used = 0;
    Set done;
    Set seeds = linked & own_;
    for (std::size_t stones = 0; stones <= most; ++stones) {
      Set cells = seeds | closed(seeds, done);
      levels.reached[stones] = cells;
      levels.used = stones + 1;
      done = done | cells;
      if ((cells & goal).any()) return;
      seeds = (linked_to(cells) | (stones == 0 ? linked : Set{})) & empty_;
      seeds = seeds.without(done);
      if (!seeds.any()) return;
    }
  }
  // Cells that touch one of the set, or form a joint with it.
  [[nodiscard]] Set linked_to(const Set& cells) const {
    Set found;
    for_each_direction([&]<std::size_t kDirection>() {
      constexpr HexagonStep a = kHexagonStepsOf<kGrid>[kDirection];
      constexpr HexagonStep b = kHexagonStepsOf<kGrid>[(kDirection + 1) % 6];
      found = found | cells.template moved<a.dx, a.dy>() |
              (cells & joints_[kDirection]).template moved<a.dx + b.dx, a.dy + b.dy>();
    });
    return found;
  }

  // Cells on an edge or joined to it.
  [[nodiscard]] Set linked_to_edge(const Set& edge) const { return edge | joined_to(edge); }

 private:
  // Cells whose neighbour in a direction is of the set.
  template <std::size_t kDirection>
  static Set beside(const Set& cells) {
    constexpr HexagonStep step = kHexagonStepsOf<kGrid>[kDirection];
    return cells.template moved<-step.dx, -step.dy>();
  }
  // Cells one row from an edge, with two empty cells of it beside them.
  [[nodiscard]] Set joined_to(const Set& edge) const {
    const Set open = edge & empty_;
    Set found;
    for_each_direction([&]<std::size_t kDirection>() {
      found = found | (beside<kDirection>(open) & beside<(kDirection + 1) % 6>(open));
    });
    return found.without(edge);
  }
  // Own stones that are linked to cells over own stones alone, without those that are done.
  [[nodiscard]] Set closed(const Set& cells, const Set& done) const {
    Set all;
    for (Set last = cells;;) {
      last = (linked_to(last) & own_).without(done).without(all);
      if (!last.any()) return all;
      all = all | last;
    }
  }

  Set own_, empty_;
  std::array<Set, 6> joints_;  // cells whose neighbours in this and the next direction are empty
};

}  // namespace katachi
