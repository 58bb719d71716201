// The stones of a Go board: chains, liberties, captures and simple ko, fast enough for playouts.
//
// Chains are circular lists under a head stone. Liberties are pseudo-liberties: every pair (stone,
// adjacent empty point) counts once. That costs one addition per neighbour of a played stone, and
// answers the questions playouts ask: none left (captured), and, from the sum and the sum of
// squares of the points, exactly one liberty (atari): n equal numbers p have n * sum(p^2) = (sum
// p)^2. `surroundings_` counts the colours next to a point in one word, so that eyes and suicides
// are recognised without looking at the neighbours; points off the board count as both colours.
//
// GoBoard knows no turn, history, superko or komi: that is GoPosition (go.h). Template capacities
// keep the copy small on small boards: 81, 169 or 361 points.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "games/position.h"
#include "games/random.h"
#include "games/topology.h"

namespace katachi {

template <int kCapacity>
class GoBoard {
 public:
  static constexpr std::uint64_t kStoneSalt = 0x60;

  // An empty board; precondition: topology.grid() == Grid::square, cells <= kCapacity.
  explicit GoBoard(const Topology& topology);

  [[nodiscard]] const Topology& topology() const { return *topology_; }
  [[nodiscard]] Color at(Cell cell) const { return color_[cell]; }
  // By cell; more than the board has: the rest is outside.
  [[nodiscard]] std::span<const Color> stones() const { return color_; }
  [[nodiscard]] int empty_count() const { return empty_count_; }
  [[nodiscard]] Cell empty(int i) const { return empties_[static_cast<std::size_t>(i)]; }
  // The point that a simple ko forbids to the player to move next, or off_board().
  [[nodiscard]] Cell ko() const { return ko_; }
  void set_ko(Cell cell) { ko_ = cell; }
  // Zobrist key of the stones alone.
  [[nodiscard]] std::uint64_t stones_key() const { return stones_key_; }

  // The four neighbours; places without a point hold off_board().
  [[nodiscard]] const Cell* neighbours(Cell cell) const { return neighbours_[cell].data(); }
  // The stone that names the chain; precondition: a stone at `cell`.
  [[nodiscard]] Cell head(Cell cell) const { return head_[cell]; }
  // The next stone of the same chain, in a circle.
  [[nodiscard]] Cell next(Cell cell) const { return next_[cell]; }
  [[nodiscard]] int chain_size(Cell cell) const { return chains_[head_[cell]].stones; }
  [[nodiscard]] int pseudo_liberties(Cell cell) const { return chains_[head_[cell]].liberties; }
  [[nodiscard]] bool in_atari(Cell cell) const { return chains_[head_[cell]].one_liberty(); }
  // The only liberty of a chain in atari.
  [[nodiscard]] Cell last_liberty(Cell cell) const {
    assert(in_atari(cell));
    const Chain& chain = chains_[head_[cell]];
    return static_cast<Cell>(chain.sum / chain.liberties);
  }
  // Counts each liberty once, by walking the chain.
  [[nodiscard]] int true_liberties(Cell cell) const;

  // What a stone of `color` at an empty `cell` would do, ignoring ko.
  [[nodiscard]] bool is_suicide(Cell cell, Color color) const;
  // Stones of the opponent that would be taken off; 0 if none.
  [[nodiscard]] int captures(Cell cell, Color color) const;
  // Whether the chain of the stone would have exactly one liberty. A move that captures a chain of
  // two or more stones never counts: what it takes is worth more than the stone.
  [[nodiscard]] bool is_self_atari(Cell cell, Color color) const;
  // Zobrist key of the stones after the move (captures and suicide included).
  [[nodiscard]] std::uint64_t stones_key_after(Cell cell, Color color) const;
  // A point whose four neighbours are own stones (or edge) and whose diagonals hold at most one
  // opposing stone in the middle, none at the edge: never worth filling in a playout.
  [[nodiscard]] bool is_eye(Cell cell, Color color) const;

  // What `place` keeps up to date. A light playout asks only whether chains have liberties: it
  // leaves the key and the sums for atari stale, and the board must not be asked for them later. A
  // playout that looks for atari leaves only the key.
  enum class Track : std::uint8_t { everything, atari, counts };

  // Puts a stone, removes captured chains (and the own chain after a suicide), sets the ko point.
  // Returns the number of opposing stones captured. Precondition: the cell is empty.
  template <Track kTrack = Track::everything>
  int place(Cell cell, Color color);
  // Puts a stone without any rule (handicap, set-up); the caller removes dead chains.
  void set_up(Cell cell, Color color) { put<Track::everything>(cell, color); }
  [[nodiscard]] bool has_liberty(Cell cell) const { return pseudo_liberties(cell) != 0; }

  // A uniformly random move of `color` that is neither suicide, nor ko, nor fills an eye;
  // off_board() if there is none. Reorders the list of empty points.
  Cell random_move(Color color, Rng& rng);
  // The same among the points that refuse(cell) does not refuse.
  template <class Refuse>
  Cell random_move(Color color, Rng& rng, Refuse refuse) {
    for (int candidates = empty_count_; candidates > 0;) {
      const std::size_t i = rng.below(static_cast<std::uint32_t>(candidates));
      const Cell cell = empties_[i];
      if (cell != ko_ &&
          (empty_around(cell) != 0 || (!is_eye(cell, color) && !is_suicide(cell, color))) &&
          !refuse(cell)) {
        return cell;
      }
      put_behind(i, static_cast<std::size_t>(--candidates));
    }
    return topology_->off_board();
  }

  // Black's stones and surrounded points minus White's (Tromp and Taylor), without komi.
  [[nodiscard]] int area_margin() const;
  [[nodiscard]] int stones_margin() const;
  // The same by point: the colour of its stone or of all stones around its empty region, or none.
  void owners(std::array<Color, kCapacity>& out) const;

  // Recomputes everything incremental and compares; for tests.
  [[nodiscard]] bool is_consistent() const;

  bool operator==(const GoBoard& other) const {
    return topology_ == other.topology_ && color_ == other.color_ && ko_ == other.ko_;
  }

 private:
  template <typename Visit>
  void each_owned_region(Visit visit) const;
  struct Chain {
    std::uint16_t liberties = 0;  // pseudo-liberties
    std::uint16_t stones = 0;
    std::uint32_t sum = 0;          // of their points
    std::uint32_t sum_squares = 0;  // 4 * 361 * 361^2 fits

    [[nodiscard]] bool one_liberty() const {
      return liberties != 0 && std::uint64_t{liberties} * sum_squares == std::uint64_t{sum} * sum;
    }
  };

  // Neighbours of a point by colour, eight bits each; off-board points count for both colours.
  using Surroundings = std::uint32_t;
  static constexpr Surroundings kBlack = 1U;
  static constexpr Surroundings kWhite = 1U << 8U;
  static constexpr Surroundings kEmpty = 1U << 16U;
  static constexpr std::array<Surroundings, 2> kOne{kBlack, kWhite};
  [[nodiscard]] int around(Cell cell, Color color) const {
    return static_cast<int>((surroundings_[cell] >> (8U * index_of(color))) & 0xffU);
  }
  [[nodiscard]] int empty_around(Cell cell) const {
    return static_cast<int>(surroundings_[cell] >> 16U);
  }

  static constexpr int kDirections = 4;

  // Exchanges two places of the list of empty points.
  void put_behind(std::size_t i, std::size_t last) {
    const Cell cell = empties_[i];
    const Cell moved = empties_[last];
    empties_[last] = cell;
    empty_index_[cell] = static_cast<Cell>(last);
    empties_[i] = moved;
    empty_index_[moved] = static_cast<Cell>(i);
  }

  // Puts a stone as a chain of its own or joins it to its neighbours; nothing is captured.
  template <Track kTrack>
  void put(Cell cell, Color color);
  template <Track kTrack>
  void remove_chain(Cell cell);
  void join(Cell a, Cell b);
  // How often the chain of `neighbour` touches `cell`.
  [[nodiscard]] int contacts(Cell cell, Cell neighbour) const;

  const Topology* topology_;
  const Topology::Neighbours* neighbours_;  // of the topology, one step closer
  std::uint64_t stones_key_ = 0;
  Cell ko_;
  int empty_count_ = 0;
  std::array<Color, kCapacity + 1> color_;
  std::array<Cell, kCapacity + 1> head_;
  std::array<Cell, kCapacity> next_;
  std::array<Cell, kCapacity> empties_;
  std::array<Cell, kCapacity> empty_index_;
  std::array<Surroundings, kCapacity + 1> surroundings_;
  std::array<Chain, kCapacity + 1> chains_;
};

extern template class GoBoard<81>;
extern template class GoBoard<169>;
extern template class GoBoard<361>;

}  // namespace katachi
