// Two-distance on a Hex board (van Rijswijck, "Search and evaluation in Hex", 2002).
//
// For a player, two empty cells are neighbours if they touch or if one chain of the player touches
// both. A cell beside a side of the player (or beside a chain that touches it) has distance 1 from
// that side; any other cell one more than the second smallest distance among its neighbours,
// because the opponent can always take the best of them. The potential of a player is the least
// sum of the distances from both sides over all empty cells; its breadth is the number of cells
// with that sum.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "games/hex/position.h"

namespace katachi {

template <int kCapacity>
class HexDistance {
 public:
  // More than any distance: no way for this player.
  static constexpr int kFar = 1000;

  HexDistance(const HexPosition<kCapacity>& position, Color color)
      : position_(&position), color_(color) {
    link();
    sums_.fill(0);
    for (unsigned side = 0; side < 2; ++side) spread(side);
    for (Cell cell = 0; cell < position.topology().cells(); ++cell) {
      if (position.at(cell) != Color::none || sums_[cell] >= kFar) continue;
      if (sums_[cell] < potential_) {
        potential_ = sums_[cell];
        breadth_ = 0;
      }
      if (sums_[cell] == potential_) ++breadth_;
    }
  }

  [[nodiscard]] int potential() const { return potential_; }
  [[nodiscard]] int breadth() const { return breadth_; }
  // Distances of an empty cell from both sides, kFar or more if one has no way.
  [[nodiscard]] int sum(Cell cell) const { return sums_[cell]; }

 private:
  static constexpr std::size_t kWords = (static_cast<std::size_t>(kCapacity) + 63) / 64;
  using Set = std::array<std::uint64_t, kWords>;

  static void add(Set& set, Cell cell) { set[cell / 64U] |= std::uint64_t{1} << (cell % 64U); }
  template <class F>
  static void for_each(const Set& set, F f) {
    for (std::size_t word = 0; word < kWords; ++word) {
      for (std::uint64_t bits = set[word]; bits != 0; bits &= bits - 1) {
        f(static_cast<Cell>(64 * word + static_cast<std::size_t>(std::countr_zero(bits))));
      }
    }
  }

  // Fills neighbours_, edges_ and empty_.
  void link() {
    const auto& board = position_->board();
    const Topology& topology = position_->topology();
    // By root: empty cells beside the chain.
    std::array<Set, static_cast<std::size_t>(kCapacity)> beside;
    for (Cell cell = 0; cell < topology.cells(); ++cell) {
      if (board.at(cell) == color_ && board.root(cell) == cell) beside[cell] = Set{};
    }
    for (Cell cell = 0; cell < topology.cells(); ++cell) {
      if (board.at(cell) != color_) continue;
      Set& liberties = beside[board.root(cell)];
      for (unsigned d = 0; d < 6; ++d) {
        const Cell next = board.neighbour(cell, d);
        if (next != topology.off_board() && board.at(next) == Color::none) add(liberties, next);
      }
    }
    for (Cell cell = 0; cell < topology.cells(); ++cell) {
      if (board.at(cell) != Color::none) continue;
      add(empty_, cell);
      Set& neighbours = neighbours_[cell];
      neighbours = Set{};
      unsigned edges = HexRules::edges(topology, cell, color_);
      for (unsigned d = 0; d < 6; ++d) {
        const Cell next = board.neighbour(cell, d);
        if (next == topology.off_board()) continue;
        if (board.at(next) == Color::none) {
          add(neighbours, next);
        } else if (board.at(next) == color_) {
          const Cell root = board.root(next);
          edges |= board.chain_edges(root);
          for (std::size_t word = 0; word < kWords; ++word) neighbours[word] |= beside[root][word];
        }
      }
      neighbours[cell / 64U] &= ~(std::uint64_t{1} << (cell % 64U));
      edges_[cell] = static_cast<std::uint8_t>(edges);
    }
  }

  // Adds the distances from one side to sums_.
  void spread(unsigned side) {
    Set level{};
    for_each(empty_, [&](Cell cell) {
      if (((edges_[cell] >> side) & 1U) != 0) add(level, cell);
    });
    Set done{};
    Set once{};
    Set twice{};
    for (int distance = 1;; ++distance) {
      bool any = false;
      for (std::size_t word = 0; word < kWords; ++word) {
        done[word] |= level[word];
        any = any || level[word] != 0;
      }
      if (!any) break;
      for_each(level, [&](Cell cell) {
        sums_[cell] += distance;
        for (std::size_t word = 0; word < kWords; ++word) {
          twice[word] |= once[word] & neighbours_[cell][word];
          once[word] |= neighbours_[cell][word];
        }
      });
      for (std::size_t word = 0; word < kWords; ++word) level[word] = twice[word] & ~done[word];
    }
    for (std::size_t word = 0; word < kWords; ++word) level[word] = empty_[word] & ~done[word];
    for_each(level, [&](Cell cell) { sums_[cell] += kFar; });
  }

  const HexPosition<kCapacity>* position_;
  Color color_;
  Set empty_{};
  std::array<Set, static_cast<std::size_t>(kCapacity)> neighbours_;
  std::array<std::uint8_t, static_cast<std::size_t>(kCapacity)> edges_;
  std::array<int, static_cast<std::size_t>(kCapacity)> sums_;
  int potential_ = kFar;
  int breadth_ = 0;
};

}  // namespace katachi
