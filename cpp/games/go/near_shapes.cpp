#include "games/go/near_shapes.h"

#include <array>
#include <string_view>

namespace katachi {
namespace {

// Rows from the top, the move in the middle. X and O are the two colours, either way round; lower
// case: anything but that colour; . empty, # off the board, ? anything. `only_x`: the move is X's;
// otherwise both players may make it.
struct Shape {
  std::string_view rows;
  bool only_x = false;
};

constexpr std::array<Shape, 11> kShapes{{
    {"XOX/.*./???"},        // hane that encloses
    {"XO./.*./?.?"},        // hane that does not cut
    {"XO?/X*./x.?"},        // turn
    {"XOO/.*./?.?", true},  // hane against a thick chain
    {"XO?/O*o/?o?"},        // cut that is not yet protected
    {"?X?/O*O/xxx"},        // cut between two stones
    {"X.?/O*?/###"},        // at the edge: chase
    {"OX?/X*O/###"},        // at the edge: stop a cut
    {"?X?/x*O/###"},        // at the edge: stop a connection
    {"?XO/x*x/###"},        // at the edge: descend
    {"?OX/X*O/###"},        // at the edge: cut
}};

// Places of the rows in the order of Grid::square_eight, clockwise from the top.
constexpr std::array<std::size_t, 8> kPlaces{1, 2, 6, 10, 9, 8, 4, 0};

class Table {
 public:
  Table() {
    for (const Shape& shape : kShapes) {
      for (const bool exchanged : {false, true}) add(shape, exchanged);
    }
    for (unsigned code = 0; code < movers_.size(); ++code) add_small_eye(code);
  }
  [[nodiscard]] const GoShapeTable& movers() const { return movers_; }

 private:
  // What a letter allows: bits 0 empty, 1 black, 2 white, 3 off the board. X is black unless the
  // colours are exchanged.
  static unsigned allowed(char letter, bool exchanged) {
    const unsigned x = exchanged ? 4U : 2U;
    const unsigned o = exchanged ? 2U : 4U;
    switch (letter) {
      case 'X':
        return x;
      case 'O':
        return o;
      case 'x':
        return 15U & ~x;
      case 'o':
        return 15U & ~o;
      case '.':
        return 1U;
      case '#':
        return 8U;
      default:
        return 15U;
    }
  }

  void add(const Shape& shape, bool exchanged) {
    unsigned movers = 3U;
    if (shape.only_x) movers = exchanged ? 2U : 1U;
    for (unsigned turn = 0; turn < 8; ++turn) {
      std::array<unsigned, 8> places{};
      for (unsigned d = 0; d < 8; ++d) {
        // Four quarter turns, then the same of the mirror image.
        const unsigned from = turn < 4 ? (d + 2 * turn) % 8 : (16 - d + 2 * turn) % 8;
        places[d] = allowed(shape.rows[kPlaces[from]], exchanged);
      }
      fill(places, 0, 0, movers);
    }
  }
  void add_small_eye(unsigned code) {
    constexpr unsigned kMost = 6;
    const auto content = [&](unsigned d) { return (code >> (2 * (d % 8))) & 3U; };
    unsigned attackers = 4U | 8U;
    unsigned points = 1;
    for (unsigned d = 0; d < 8; ++d) {
      const bool beside = d % 2 == 0;
      if (beside && content(d) == 1) attackers &= ~4U;
      if (beside && content(d) == 2) attackers &= ~8U;
      if (content(d) != 0) continue;
      points += beside || content(d + 7) == 0 || content(d + 1) == 0 ? 1U : 0U;
    }
    if (points <= kMost) movers_[code] |= static_cast<std::uint8_t>(attackers);
  }
  void fill(const std::array<unsigned, 8>& places, unsigned d, unsigned code, unsigned movers) {
    if (d == 8) {
      movers_[code] |= static_cast<std::uint8_t>(movers);
      return;
    }
    for (unsigned content = 0; content < 4; ++content) {
      if (((places[d] >> content) & 1U) != 0)
        fill(places, d + 1, code | (content << (2 * d)), movers);
    }
  }

  GoShapeTable movers_{};
};

}  // namespace

const GoShapeTable& go_shape_table() {
  static const Table table;
  return table.movers();
}

}  // namespace katachi
