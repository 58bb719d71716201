// Chains, bridges and sides on boards of hexagons, for the tactical features of Hex and Havannah.
//
// A bridge (HAVANNAH calls it a joint) is a pair of ends two steps apart that share two cells, its
// carrier: whoever owns the ends joins them, whichever of the two cells the opponent takes. The
// other end may also be a side, with two of its cells as carrier.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "features/board_view.h"
#include "features/tactics.h"

namespace katachi {

class ConnectionChains {
 public:
  static constexpr std::size_t kDirections = 6;
  using Edges = std::uint16_t;  // bits 0 to 5 sides, 6 to 11 corners

  // Precondition: a grid of hexagons.
  explicit ConnectionChains(const Topology& topology);

  void take(const BoardView& view);

  [[nodiscard]] std::uint8_t content(Cell cell) const { return view_->content[cell]; }
  // Of the chain of a stone.
  [[nodiscard]] std::uint16_t chain(Cell stone) const { return chain_of_[stone]; }
  [[nodiscard]] Edges edges(Cell stone) const { return edges_[chain_of_[stone]]; }
  // Which of the six neighbours hold stones of that kind.
  [[nodiscard]] unsigned around(std::uint8_t kind, Cell cell) const;

  // Different chains of one kind beside an empty cell.
  struct Beside {
    unsigned count = 0;
    std::array<std::uint16_t, 3> chains{};  // no more fit: between two of them is another cell
    Edges edges = 0;                        // of all of them
  };
  [[nodiscard]] Beside beside(std::uint8_t kind, Cell cell) const;

  // A stone of `kind` at `cell`: bridges with two empty carrier cells to stones of its kind and to
  // the sides of `sides`.
  [[nodiscard]] int new_bridges(std::uint8_t kind, Cell cell, Edges sides) const;

  // Bridges of `kind` that have the empty cell in their carrier and join what was not joined. The
  // second carrier cell is empty, or held by the opponent of `kind`.
  struct Carried {
    int whole = 0;
    int broken = 0;
    bool broken_now = false;  // by the last move
  };
  [[nodiscard]] Carried carried(std::uint8_t kind, Cell cell, Edges sides) const;

  [[nodiscard]] const Topology& topology() const { return topology_; }

 private:
  const Topology& topology_;
  const BoardView* view_ = nullptr;
  std::array<std::uint16_t, kMaxCells + 1> chain_of_{};
  std::array<Edges, kMaxCells> edges_{};  // by chain
  std::array<Cell, kMaxCells> walked_{};
};

// The round distance of cells: dx and dy in steps along two of the three axes, squared as in the
// plane. Ranks 1 to kMostRound of the squares 1, 3, 4, 7, 9, 12, 13, 16, 19, 21 for near cells, 0
// beyond.
inline constexpr int kMostRound = 10;
std::uint8_t round_rank(const Topology& topology, Cell a, Cell b);

// Two features more, its ranks for the last two moves.
void add_round_distances(std::vector<TacticalFeature>& features);

}  // namespace katachi
