#include "features/large_patterns.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings/game_arrays.h"
#include "bindings/long_call.h"
#include "bindings/position_handle.h"
#include "bindings/use.h"
#include "learning/pattern_harvest.h"

namespace nb = nanobind;
using namespace nb::literals;
using katachi::FeatureSet;
using katachi::HarvestSettings;
using katachi::Interrupt;
using katachi::LargePatterns;
using katachi::PatternHarvest;
using katachi::PatternRings;
using katachi::PositionHandle;
using katachi::Topology;
using katachi::Use;

namespace {

template <class T>
using Input = katachi::InputArray<T>;

// (dx, dy) of all cells, ring by ring.
std::vector<std::vector<std::pair<int, int>>> ring_steps(const Topology& topology, int smallest,
                                                         int largest) {
  const PatternRings rings(topology, smallest, largest);
  std::vector<std::vector<std::pair<int, int>>> result;
  for (std::size_t ring = 0; ring < rings.rings(); ++ring) {
    auto& steps = result.emplace_back();
    for (std::size_t i = rings.ring_begin(ring); i < rings.ring_end(ring); ++i) {
      steps.emplace_back(rings.dx(i), rings.dy(i));
    }
  }
  return result;
}

using MarkedHarvest = katachi::Marked<PatternHarvest>;

void count(MarkedHarvest& harvest, const PositionHandle& start, const Input<std::uint16_t>& moves,
           const Input<std::int64_t>& offsets, std::uint32_t first_game) {
  const Use use(harvest.mark);
  const katachi::GivenGames games = katachi::checked_games(moves, offsets);
  katachi::long_call([&](Interrupt& interrupt) {
    harvest.object.count(*start.position, games, first_game, interrupt);
  });
}

}  // namespace

void bind_large_patterns(nb::module_& module) {
  nb::class_<LargePatterns, FeatureSet>(module, "LargePatterns",
                                        "The largest known pattern around a move.")
      .def("text", &LargePatterns::text)
      .def("contents", &LargePatterns::contents, "level"_a)
      .def("size", &LargePatterns::size, "level"_a)
      .def(
          "level_of",
          [](const LargePatterns& self, const std::string& contents) {
            return self.level_of(contents);
          },
          "contents"_a);
  module.def(
      "large_patterns",
      [](const Topology& topology, int smallest, int largest, const std::string& text) {
        return std::make_shared<LargePatterns>(topology, smallest, largest, text);
      },
      "topology"_a, "smallest"_a, "largest"_a, "text"_a, "A set of patterns from its lines.");
  module.def("pattern_rings", &ring_steps, "topology"_a, "smallest"_a, "largest"_a,
             "The cells of patterns as (columns to the right, rows down), ring by ring.");

  nb::class_<MarkedHarvest>(module, "PatternHarvest", "Counts patterns, one size a pass.")
      .def(
          "__init__",
          [](MarkedHarvest* self, const Topology& topology, int smallest, int largest,
             std::uint32_t at_least, bool all_moves, double share, std::uint64_t seed,
             int threads) {
            if (!(share > 0.0 && share <= 1.0)) {
              throw std::invalid_argument("the share of positions must be above 0 and at most 1");
            }
            if (at_least < 1) throw std::invalid_argument("a pattern occurs at least once");
            katachi::checked_threads(threads);
            const HarvestSettings settings{.smallest = smallest,
                                           .largest = largest,
                                           .at_least = at_least,
                                           .all_moves = all_moves,
                                           .share = share,
                                           .seed = seed,
                                           .threads = threads};
            new (self) MarkedHarvest("harvest of patterns", topology, settings);
          },
          "topology"_a, "smallest"_a, "largest"_a, nb::kw_only(), "at_least"_a, "all_moves"_a,
          "share"_a, "seed"_a, "threads"_a)
      .def_prop_ro("passes", [](const MarkedHarvest& self) { return self.object.passes(); })
      .def_prop_ro("kept",
                   [](MarkedHarvest& self) {
                     const Use use(self.mark);
                     return self.object.kept();
                   })
      .def("count", &count, "start"_a, "moves"_a, "offsets"_a, nb::kw_only(), "first_game"_a)
      .def("end_pass",
           [](MarkedHarvest& self) {
             const Use use(self.mark);
             katachi::long_call([&](Interrupt&) { self.object.end_pass(); });
           })
      .def("text", [](MarkedHarvest& self) {
        const Use use(self.mark);
        return self.object.text();
      });
}
