// The rings of large patterns: which cells around a move belong to a pattern of each size.
//
// Sizes grow outwards, and a pattern of one size contains those of all smaller ones:
//   square grids   circular distance |dx| + |dy| + max(|dx|, |dy|) (Coulom 2007; FOREST eq. 2.2);
//                  3 is the 3 x 3 square
//   hexagonal      2 r is the whole hexagon of radius r; 2 r - 1 lacks the six cells of its outer
//                  ring that lie straight ahead, which are its farthest
//
// Contents are read in the order of sizes, within a size row by row from the top and from left to
// right. A pattern may be turned and mirrored: the lanes are the symmetries of the board that keep
// colours. Every lane has a hash, the exclusive or of a random number for each cell and content as
// that lane reads them, so that all lanes grow together ring by ring and their smallest hash is the
// same for all images of a pattern. Where mirror images exchange colours (Hex) White's board is
// mirrored first.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "features/board_view.h"
#include "games/topology.h"

namespace katachi {

// Contents of the board with room around it, so that an offset is one addition. What large patterns
// survey.
using PaddedBoard = std::vector<std::uint8_t>;

class PatternRings {
 public:
  static constexpr int kLargest = 20;
  static constexpr std::size_t kMostLanes = 12;  // Havannah

  // Throws std::invalid_argument if the sizes do not rise from the first with neighbours (3 on
  // square grids, 2 on hexagonal ones) to at most kLargest.
  PatternRings(const Topology& topology, int smallest, int largest);

  [[nodiscard]] const Topology& topology() const { return topology_; }
  [[nodiscard]] int smallest() const { return smallest_; }
  [[nodiscard]] int largest() const { return largest_; }
  // Rings are numbered from 0, the pattern of the smallest size.
  [[nodiscard]] std::size_t rings() const { return ends_.size(); }
  [[nodiscard]] std::size_t ring_begin(std::size_t ring) const {
    return ring == 0 ? 0 : ends_[ring - 1];
  }
  // Cells of a pattern whose last ring this is.
  [[nodiscard]] std::size_t ring_end(std::size_t ring) const { return ends_[ring]; }
  // By place in the pattern.
  [[nodiscard]] int dx(std::size_t place) const { return steps_[place].dx; }
  [[nodiscard]] int dy(std::size_t place) const { return steps_[place].dy; }

  [[nodiscard]] std::size_t lanes() const { return turned_.size(); }
  // The place that a lane reads where the first lane reads `place`.
  [[nodiscard]] std::size_t turned(std::size_t lane, std::size_t place) const {
    return turned_[lane][place];
  }

  [[nodiscard]] PaddedBoard make_board() const { return PaddedBoard(padded_cells_, 3); }
  void fill(const BoardView& view, PaddedBoard& board) const {
    const auto& places = places_[index_of(view.to_move)];
    for (std::size_t cell = 0; cell < places.size(); ++cell) {
      board[places[cell]] = view.content[cell];
    }
  }
  // Where the neighbourhood of a move is read.
  [[nodiscard]] const std::uint8_t* around(const PaddedBoard& board, Color mover, Cell cell) const {
    return board.data() + places_[index_of(mover)][cell];
  }
  [[nodiscard]] std::uint8_t content(const std::uint8_t* around, std::size_t place) const {
    return around[shifts_[place]];
  }

  // Adds a ring to the hashes of Lanes == lanes() lanes and returns their smallest, made different
  // for every size.
  template <std::size_t Lanes>
  std::uint64_t add_ring(const std::uint8_t* around, std::size_t ring,
                         std::array<std::uint64_t, Lanes>& hashes) const {
    const std::size_t end = ends_[ring];
    for (std::size_t place = ring_begin(ring); place < end; ++place) {
      add_cell(place, around[shifts_[place]], hashes);
    }
    return smallest_hash(ring, hashes);
  }
  template <std::size_t Lanes>
  void add_cell(std::size_t place, std::uint8_t content,
                std::array<std::uint64_t, Lanes>& hashes) const {
    const std::uint64_t* const keys = keys_.data() + (place * 4 + content) * Lanes;
    for (std::size_t lane = 0; lane < Lanes; ++lane) hashes[lane] ^= keys[lane];
  }
  template <std::size_t Lanes>
  [[nodiscard]] std::uint64_t smallest_hash(std::size_t ring,
                                            const std::array<std::uint64_t, Lanes>& hashes) const {
    std::uint64_t found = hashes[0];
    for (std::size_t lane = 1; lane < Lanes; ++lane) {
      found = hashes[lane] < found ? hashes[lane] : found;
    }
    return found ^ salts_[ring];
  }

  // The contents up to a ring, as the lane reads them that gives the first in the order of numbers.
  // Its beginning is the answer for every smaller ring. `contents`: by place.
  [[nodiscard]] std::vector<std::uint8_t> canonical(std::span<const std::uint8_t> contents) const;

 private:
  struct Step {
    int dx = 0, dy = 0;
  };

  void add_steps();
  void add_lanes();
  void add_places();
  void add_keys();

  const Topology& topology_;
  int smallest_, largest_;
  std::vector<Step> steps_;                       // by place
  std::vector<std::size_t> ends_;                 // by ring
  std::vector<std::vector<std::size_t>> turned_;  // by lane and place
  std::size_t padded_cells_ = 0;
  std::vector<std::ptrdiff_t> shifts_;                // by place, in a padded board
  std::array<std::vector<std::uint32_t>, 2> places_;  // by mover and cell, in a padded board
  std::vector<std::uint64_t> keys_;                   // by place, content and lane
  std::vector<std::uint64_t> salts_;                  // by ring
};

// Calls use.template operator()<Lanes>() with the number of lanes as a constant.
template <class Use>
decltype(auto) with_lanes(const PatternRings& rings, Use use) {
  switch (rings.lanes()) {
    case 1:
      return use.template operator()<1>();
    case 2:
      return use.template operator()<2>();
    case 3:
      return use.template operator()<3>();
    case 4:
      return use.template operator()<4>();
    case 6:
      return use.template operator()<6>();
    case 8:
      return use.template operator()<8>();
    default:
      return use.template operator()<12>();
  }
}

}  // namespace katachi
