#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bindings/position_handle.h"
#include "games/connection/local_pattern.h"

namespace nb = nanobind;
using namespace nb::literals;
using katachi::Cell;
using katachi::Color;
using katachi::LocalPatternTable;
using katachi::LocalSurroundings;
using katachi::PatternCode;
using katachi::PositionHandle;

namespace {

const katachi::Topology& hexagons(const PositionHandle& position) {
  const katachi::Topology& topology = position.position->topology();
  if (topology.directions() != 6) {
    throw std::invalid_argument("local patterns are for boards of hexagons");
  }
  return topology;
}

}  // namespace

void bind_local_patterns(nb::module_& module) {
  nb::class_<LocalPatternTable>(module, "LocalPatternTable",
                                "Strengths of local patterns for one board.")
      .def(
          "__init__",
          [](LocalPatternTable* self, const PositionHandle& position,
             const std::vector<PatternCode>& classes, const std::vector<float>& strengths,
             float other) {
            if (classes.size() != strengths.size()) {
              throw std::invalid_argument("one strength per class is needed");
            }
            for (const float strength : strengths) {
              if (!(std::isfinite(strength) && strength >= 0.0F)) {
                throw std::invalid_argument("strengths must be finite and not negative");
              }
            }
            new (self) LocalPatternTable(hexagons(position), classes, strengths, other);
          },
          "position"_a, "classes"_a, "strengths"_a, "other"_a);

  module.def(
      "local_pattern_class",
      [](PatternCode code) {
        if (code >= katachi::kPatternCodes) throw std::invalid_argument("a code has 18 bits");
        return katachi::class_of(code);
      },
      "code"_a, "The smallest code among the rotations and mirror images of a pattern.");

  module.def(
      "local_patterns",
      [](const PositionHandle& handle) {
        const katachi::AnyPosition& position = *handle.position;
        const LocalSurroundings surroundings(hexagons(handle));
        std::vector<std::pair<int, PatternCode>> patterns;
        for (Cell cell = 0; cell < position.topology().cells(); ++cell) {
          if (position.at(cell) != Color::none) continue;
          patterns.emplace_back(cell, surroundings.code(position, cell, position.to_move()));
        }
        return patterns;
      },
      "position"_a, "Empty cells and their pattern codes for the player to move.");
}
