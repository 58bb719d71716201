#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings/position_handle.h"
#include "features/by_stage.h"
#include "features/cell_classes.h"
#include "features/encoder.h"
#include "features/shapes.h"
#include "features/stages.h"
#include "learning/encode_games.h"

namespace nb = nanobind;
using namespace nb::literals;
using katachi::AbsoluteShape;
using katachi::ByStage;
using katachi::Cell;
using katachi::CellClasses;
using katachi::Encoder;
using katachi::FeatureSet;
using katachi::Move;
using katachi::PositionHandle;
using katachi::RelativeShape;
using katachi::Shapes;
using katachi::Stages;
using katachi::Topology;

namespace {

Cell cell_of(int number) {
  if (number < 0 || number >= static_cast<int>(katachi::kMaxCells)) {
    throw std::invalid_argument("there is no cell number " + std::to_string(number));
  }
  return static_cast<Cell>(number);
}

std::shared_ptr<FeatureSet> absolute_shapes(
    const Topology& topology, const std::vector<std::pair<int, std::vector<int>>>& shapes,
    bool color_symmetry) {
  std::vector<AbsoluteShape> made;
  for (const auto& [target, cells] : shapes) {
    AbsoluteShape& shape = made.emplace_back();
    shape.target = cell_of(target);
    for (const int cell : cells) shape.cells.push_back(cell_of(cell));
  }
  return std::make_shared<Shapes>(topology, made, color_symmetry);
}

std::shared_ptr<FeatureSet> relative_shapes(
    const Topology& topology, const std::vector<std::vector<std::pair<int, int>>>& shapes,
    bool color_symmetry) {
  std::vector<RelativeShape> made;
  for (const auto& offsets : shapes) {
    RelativeShape& shape = made.emplace_back();
    for (const auto& [dx, dy] : offsets) {
      if (std::abs(dx) > 64 || std::abs(dy) > 64) {
        throw std::invalid_argument("an offset is longer than any board");
      }
      shape.offsets.push_back({.dx = dx, .dy = dy});
    }
  }
  return std::make_shared<Shapes>(topology, made, color_symmetry);
}

// (feature, level) for every feature of every move.
std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> levels_of(
    const Encoder& encoder, const PositionHandle& position, const std::vector<int>& moves) {
  std::vector<Move> wanted;
  for (const int move : moves) {
    if (move < 0 || static_cast<std::size_t>(move) >= position.position->move_count()) {
      throw std::invalid_argument("there is no move number " + std::to_string(move));
    }
    wanted.push_back(static_cast<Move>(move));
  }
  std::vector<std::vector<std::uint32_t>> rows;
  katachi::encode_position(*position.position, encoder, wanted, rows);
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> result;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Cell cell = position.position->cell_of(wanted[i]);
    const auto& features = encoder.features(encoder.group_of(cell));
    auto& row = result.emplace_back();
    for (std::size_t c = 0; c < features.size(); ++c) row.emplace_back(features[c], rows[i][c]);
  }
  return result;
}

// A position as features see it, whatever its type.
katachi::BoardView view_of(const katachi::AnyPosition& position) {
  return katachi::BoardView(position.topology(), position.to_move(),
                            [&](Cell cell) { return position.at(cell); });
}

std::vector<int> cells_read(const FeatureSet& set, const PositionHandle& position, int move,
                            int place) {
  const auto* shapes = dynamic_cast<const Shapes*>(&set);
  if (shapes == nullptr) throw std::invalid_argument("only shapes read cells");
  if (&shapes->topology() != &position.position->topology()) {
    throw std::invalid_argument("the features belong to another board");
  }
  if (move < 0 || move > shapes->topology().cells() || place < 0 ||
      static_cast<std::size_t>(place) >= shapes->features_at(static_cast<Move>(move)).size()) {
    throw std::invalid_argument("no such shape at this move");
  }
  const auto cells = shapes->cells_read(view_of(*position.position), static_cast<Move>(move),
                                        static_cast<std::size_t>(place));
  return {cells.begin(), cells.end()};
}

}  // namespace

void bind_features(nb::module_& module) {
  nb::class_<FeatureSet>(module, "FeatureSet", "What a move looks like, as levels of features.")
      .def_prop_ro("feature_count", &FeatureSet::feature_count)
      .def("level_count",
           [](const FeatureSet& self, std::size_t feature) {
             if (feature >= self.feature_count()) throw std::invalid_argument("no such feature");
             return self.level_count(feature);
           })
      .def("has_baseline",
           [](const FeatureSet& self, std::size_t feature) {
             if (feature >= self.feature_count()) throw std::invalid_argument("no such feature");
             return self.has_baseline(feature);
           })
      .def("features_at",
           [](const FeatureSet& self, int move) {
             if (move < 0 || move > self.topology().cells()) {
               throw std::invalid_argument("there is no move number " + std::to_string(move));
             }
             const auto features = self.features_at(static_cast<Move>(move));
             return std::vector<std::uint32_t>(features.begin(), features.end());
           })
      .def("cells_read", &cells_read, "position"_a, "move"_a, "place"_a,
           "The cells behind the level of a shape, in the order of the shape.");

  module.def("cell_classes", [](const Topology& topology) -> std::shared_ptr<FeatureSet> {
    return std::make_shared<CellClasses>(topology);
  });
  module.def("stages", [](const Topology& topology) -> std::shared_ptr<FeatureSet> {
    return std::make_shared<Stages>(topology);
  });
  module.def(
      "by_stage",
      [](const std::shared_ptr<FeatureSet>& features, std::uint32_t stages)
          -> std::shared_ptr<FeatureSet> { return std::make_shared<ByStage>(features, stages); },
      "features"_a, "stages"_a, "The same features with every level apart in every stage.");
  module.def("absolute_shapes", &absolute_shapes, "topology"_a, "shapes"_a, nb::kw_only(),
             "color_symmetry"_a, "Shapes as (target, other cells).");
  module.def("relative_shapes", &relative_shapes, "topology"_a, "shapes"_a, nb::kw_only(),
             "color_symmetry"_a, "Shapes as offsets from the move.");

  nb::class_<Encoder>(module, "Encoder", "Several feature sets as one.")
      .def("__init__",
           [](Encoder* self, const std::vector<std::shared_ptr<FeatureSet>>& sets) {
             new (self) Encoder(Encoder::Sets(sets.begin(), sets.end()));
           })
      .def_prop_ro("feature_count", &Encoder::feature_count)
      .def_prop_ro("level_counts",
                   [](const Encoder& self) {
                     std::vector<std::uint32_t> counts;
                     for (std::size_t f = 0; f < self.feature_count(); ++f) {
                       counts.push_back(self.level_count(f));
                     }
                     return counts;
                   })
      .def_prop_ro("total_levels", &Encoder::total_levels)
      .def_prop_ro("groups",
                   [](const Encoder& self) {
                     std::vector<std::vector<std::uint32_t>> groups;
                     for (std::size_t g = 0; g < self.group_count(); ++g) {
                       groups.push_back(self.features(g));
                     }
                     return groups;
                   })
      .def("levels", &levels_of, "position"_a, "moves"_a,
           "For each move its (feature, level) pairs.");
}
