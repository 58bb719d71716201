// The geometry of a board: cells, neighbours, sides, corners, distances and symmetries.
//
// Everything that looks at the surroundings of a move (features, patterns, priors) is written
// against this class, so that it works for every game. Topologies are immutable and shared: one per
// grid and size for the life of the process.
//
// Grids
//   square       Go: four neighbours, distance |dx| + |dy|
//   square_eight Othello: eight neighbours, distance max(|dx|, |dy|)
//   rhombus      Hex: six neighbours; sides 0 top, 1 bottom (Black), 2 left, 3 right (White)
//   hexagon      Havannah: size = cells on one side; six sides without their corners, six corners
//   triangle     row y has y + 1 cells; sides 0 left, 1 right, 2 bottom, a corner lies on two
//   graph        cells anywhere, with the neighbours that a plan gives them
//
// Hexagonal cells are (x, y) with the six neighbours of the grid in circular order, so that a bit
// mask over neighbours shows which of them touch one another.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "games/position.h"

namespace katachi {

enum class Grid : std::uint8_t { square, square_eight, rhombus, hexagon, triangle, graph };

struct Symmetry {
  // Where each cell goes: image[cell].
  std::vector<Cell> image;
  // In Hex a reflection exchanges the goals of the players, so colours must be exchanged too.
  bool exchanges_colors = false;
};

// A board that is drawn elsewhere: a rectangle, a board with holes, a graph. Cells have the numbers
// of their places in the lists.
struct BoardPlan {
  Grid grid = Grid::graph;
  std::vector<int> x, y;  // not negative; no two cells have the same
  // Clockwise from the top, as many for every cell; -1 where there is none.
  std::vector<std::vector<int>> neighbours;
  std::vector<std::vector<int>> sides;    // cells of each side
  std::vector<std::vector<int>> corners;  // cells of each corner, at most as many corners as sides
  std::vector<Symmetry> symmetries;       // the whole group, identity first
};

class Topology {
 public:
  static constexpr std::size_t kMaxNeighbours = 8;
  // Neighbours of one cell; places without a cell hold off_board().
  using Neighbours = std::array<Cell, kMaxNeighbours>;

  // The shared topology; thread-safe. Preconditions: size as the games check it.
  static const Topology& of(Grid grid, int size);
  // The same for a board that is drawn elsewhere: one for equal plans. Throws std::invalid_argument
  // for a plan that contradicts itself.
  static const Topology& of(const BoardPlan& plan);

  [[nodiscard]] Grid grid() const { return grid_; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] int cells() const { return static_cast<int>(x_.size()); }
  [[nodiscard]] Cell off_board() const { return static_cast<Cell>(x_.size()); }
  // 4, 8 or 6; in a graph the most neighbours that a cell has.
  [[nodiscard]] int directions() const { return directions_; }

  // `cell` may be off_board(), which is its own neighbour everywhere.
  [[nodiscard]] const Neighbours& neighbours(Cell cell) const { return neighbours_[cell]; }
  [[nodiscard]] int x(Cell cell) const { return x_[cell]; }
  [[nodiscard]] int y(Cell cell) const { return y_[cell]; }
  // The cell at (x, y) or off_board().
  [[nodiscard]] Cell cell_at(int x, int y) const;

  // Bit s is set if the cell lies on side s; likewise corners.
  [[nodiscard]] std::uint16_t sides(Cell cell) const { return sides_[cell]; }
  [[nodiscard]] std::uint16_t corners(Cell cell) const { return corners_[cell]; }
  [[nodiscard]] int side_count() const { return side_count_; }
  [[nodiscard]] int corner_count() const { return side_count_; }

  // Steps from cell to cell over neighbours, stones ignored.
  [[nodiscard]] int distance(Cell a, Cell b) const;

  // The whole group; the first is the identity.
  [[nodiscard]] const std::vector<Symmetry>& symmetries() const { return symmetries_; }
  // The smallest cell that a symmetry without colour exchange can take this cell to.
  [[nodiscard]] Cell orbit(Cell cell) const { return orbits_[cell]; }

 private:
  Topology(Grid grid, int size);
  explicit Topology(const BoardPlan& plan);
  void add_cells();
  void link_neighbours();
  void mark_edges();
  void add_symmetries();
  void find_orbits();
  void index_coordinates();
  void measure_distances();

  Grid grid_;
  int size_;
  int directions_ = 0;
  int side_count_ = 0;
  int span_ = 0;  // width and height of the enclosing square
  std::vector<int> x_, y_;
  std::vector<Cell> by_coordinates_;
  std::vector<Neighbours> neighbours_;
  std::vector<std::uint16_t> sides_, corners_;
  std::vector<Symmetry> symmetries_;
  std::vector<Cell> orbits_;
  std::vector<std::uint16_t> distances_;  // of a graph, [cells][cells]
};

}  // namespace katachi
