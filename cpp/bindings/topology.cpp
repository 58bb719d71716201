#include "games/topology.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;
using katachi::Cell;
using katachi::Grid;
using katachi::Topology;

namespace {

Cell checked(const Topology& topology, int cell) {
  if (cell < 0 || cell >= topology.cells()) {
    throw nb::index_error(("no cell " + std::to_string(cell)).c_str());
  }
  return static_cast<Cell>(cell);
}

std::vector<int> neighbours(const Topology& topology, int cell) {
  const Cell own = checked(topology, cell);
  std::vector<int> found;
  for (int d = 0; d < topology.directions(); ++d) {
    const Cell n = topology.neighbours(own)[static_cast<std::size_t>(d)];
    if (n != topology.off_board()) found.push_back(n);
  }
  return found;
}

std::vector<int> cells_with(int count, int bit, int bits, auto mask_of) {
  if (bit < 0 || bit >= bits)
    throw nb::index_error(("no side or corner " + std::to_string(bit)).c_str());
  std::vector<int> found;
  for (int cell = 0; cell < count; ++cell) {
    if (((mask_of(static_cast<Cell>(cell)) >> static_cast<unsigned>(bit)) & 1U) != 0) {
      found.push_back(cell);
    }
  }
  return found;
}

}  // namespace

void bind_topology(nb::module_& module) {
  nb::enum_<Grid>(module, "Grid", "The kinds of board.")
      .value("square", Grid::square)
      .value("square_eight", Grid::square_eight)
      .value("rhombus", Grid::rhombus)
      .value("hexagon", Grid::hexagon)
      .value("triangle", Grid::triangle)
      .value("graph", Grid::graph);

  nb::class_<Topology>(module, "Topology", "Cells, neighbours, edges, distances and symmetries.")
      .def_prop_ro("cells", &Topology::cells)
      .def_prop_ro("size", &Topology::size)
      .def_prop_ro("side_count", &Topology::side_count)
      .def_prop_ro("corner_count", &Topology::corner_count)
      .def(
          "x", [](const Topology& self, int cell) { return self.x(checked(self, cell)); }, "cell"_a,
          "Column from the left, 0 first.")
      .def(
          "y", [](const Topology& self, int cell) { return self.y(checked(self, cell)); }, "cell"_a,
          "Row from the top, 0 first.")
      .def("neighbours", &neighbours, "cell"_a, "Adjacent cells, clockwise from the top.")
      .def(
          "side",
          [](const Topology& self, int side) {
            return cells_with(self.cells(), side, self.side_count(),
                              [&](Cell cell) { return self.sides(cell); });
          },
          "side"_a, "The cells of one side.")
      .def(
          "corner",
          [](const Topology& self, int corner) {
            return cells_with(self.cells(), corner, self.corner_count(),
                              [&](Cell cell) { return self.corners(cell); });
          },
          "corner"_a, "The cells of one corner (one cell).")
      .def(
          "distance",
          [](const Topology& self, int a, int b) {
            return self.distance(checked(self, a), checked(self, b));
          },
          "a"_a, "b"_a, "Steps over neighbours from cell to cell.")
      .def_prop_ro(
          "symmetries",
          [](const Topology& self) {
            std::vector<std::tuple<std::vector<Cell>, bool>> result;
            for (const auto& symmetry : self.symmetries()) {
              result.emplace_back(symmetry.image, symmetry.exchanges_colors);
            }
            return result;
          },
          "The group: (image of each cell, whether colours are exchanged); identity first.")
      .def(
          "orbit", [](const Topology& self, int cell) { return self.orbit(checked(self, cell)); },
          "cell"_a, "The smallest cell equivalent to this one.");

  module.def(
      "topology",
      [](Grid grid, int size) -> const Topology& {
        const int smallest = grid == Grid::square || grid == Grid::triangle ? 2 : 3;
        const int largest = grid == Grid::hexagon ? 10 : 19;
        if (size < smallest || size > largest) {
          throw std::invalid_argument("no board of size " + std::to_string(size));
        }
        return Topology::of(grid, size);
      },
      "grid"_a, "size"_a, nb::rv_policy::reference, "The shared topology of a grid and size.");

  module.def(
      "drawn_topology",
      [](Grid grid, std::vector<int> x, std::vector<int> y,
         std::vector<std::vector<int>> neighbours, std::vector<std::vector<int>> sides,
         std::vector<std::vector<int>> corners,
         const std::vector<std::pair<std::vector<Cell>, bool>>& symmetries) -> const Topology& {
        katachi::BoardPlan plan{.grid = grid,
                                .x = std::move(x),
                                .y = std::move(y),
                                .neighbours = std::move(neighbours),
                                .sides = std::move(sides),
                                .corners = std::move(corners),
                                .symmetries = {}};
        for (const auto& [image, exchanges] : symmetries) {
          plan.symmetries.push_back({image, exchanges});
        }
        return Topology::of(plan);
      },
      "grid"_a, nb::kw_only(), "x"_a, "y"_a, "neighbours"_a, "sides"_a, "corners"_a, "symmetries"_a,
      nb::rv_policy::reference,
      "The shared topology of a board that is drawn elsewhere; -1 is no neighbour.");
}
