#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <utility>
#include <vector>

#include "bindings/hexagons.h"
#include "bindings/position_handle.h"
#include "games/connection/local_pattern.h"

namespace nb = nanobind;
using namespace nb::literals;
using katachi::Cell;
using katachi::Color;
using katachi::LocalSurroundings;
using katachi::PatternCode;
using katachi::PositionHandle;

void bind_local_patterns(nb::module_& module) {
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
        const LocalSurroundings surroundings(katachi::hexagons(handle));
        std::vector<std::pair<int, PatternCode>> patterns;
        for (Cell cell = 0; cell < position.topology().cells(); ++cell) {
          if (position.at(cell) != Color::none) continue;
          patterns.emplace_back(cell, surroundings.code(position, cell, position.to_move()));
        }
        return patterns;
      },
      "position"_a, "Empty cells and their pattern codes for the player to move.");
}
