// The 3 x 3 shapes of MoGo's playouts (Gelly, Wang, Munos and Teytaud, "Modification of UCT with
// patterns in Monte-Carlo Go", INRIA RR-6062, 2006, section 3.2): hane, cuts, and play at the edge.
#pragma once

#include <array>
#include <cstdint>

#include "games/go/board.h"

namespace katachi {

// The eight points around a point in the order of Grid::square_eight, two bits each: 0 empty,
// 1 black, 2 white, 3 off the board.
using GoSurroundings = std::uint16_t;

// By surroundings: bit 0 if Black, bit 1 if White makes one of the shapes by a move in the middle;
// bit 2 if the middle may belong to an eye of at most six empty points against Black, bit 3 against
// White: no stone of the attacker stands beside it, and not too many empty points are joined to it.
using GoShapeTable = std::array<std::uint8_t, 65536>;
const GoShapeTable& go_shape_table();

// The surroundings of every point, kept up to date.
template <int kCapacity>
class GoSurroundingsMap {
 public:
  explicit GoSurroundingsMap(int size) : eight_(&Topology::of(Grid::square_eight, size)) {
    const Cell off = eight_->off_board();
    for (Cell cell = 0; cell < off; ++cell) {
      GoSurroundings code = 0;
      for (unsigned d = 0; d < 8; ++d) {
        if (eight_->neighbours(cell)[d] == off) code |= static_cast<GoSurroundings>(3U << (2 * d));
      }
      empty_[cell] = code;
    }
    empty_[off] = 0;
  }

  [[nodiscard]] const Topology& eight() const { return *eight_; }
  [[nodiscard]] GoSurroundings at(Cell cell) const { return codes_[cell]; }

  void begin(const GoBoard<kCapacity>& board) {
    codes_ = empty_;
    for (Cell cell = 0; cell < eight_->off_board(); ++cell) {
      if (board.at(cell) != Color::none) change(cell, board.at(cell));
    }
  }
  // A stone of the colour has come or gone.
  void change(Cell cell, Color color) {
    const unsigned bits = color == Color::black ? 1U : 2U;
    const auto& around = eight_->neighbours(cell);
    for (unsigned d = 0; d < 8; ++d) {
      codes_[around[d]] ^= static_cast<GoSurroundings>(bits << (2 * ((d + 4) % 8)));
    }
  }

 private:
  const Topology* eight_;
  // The entry of off_board() is written and never read.
  std::array<GoSurroundings, kCapacity + 1> empty_, codes_;
};

}  // namespace katachi
