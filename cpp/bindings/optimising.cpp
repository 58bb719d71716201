#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings/game_arrays.h"
#include "bindings/long_call.h"
#include "bindings/position_handle.h"
#include "bindings/use.h"
#include "features/by_stage.h"
#include "optimising/cell_objectives.h"
#include "optimising/light_evaluation.h"
#include "optimising/recorded_positions.h"
#include "optimising/shape_frame.h"

namespace nb = nanobind;
using namespace nb::literals;
using katachi::Cell;
using katachi::CellCounts;
using katachi::checked_games;
using katachi::checked_threads;
using katachi::ClassTeams;
using katachi::Encoder;
using katachi::Frame;
using katachi::GivenGames;
using katachi::Interrupt;
using katachi::LightEvaluation;
using katachi::LightSettings;
using katachi::Marked;
using katachi::PositionHandle;
using katachi::Reading;
using katachi::RecordedPositions;
using katachi::ShapePlaces;
using katachi::Topology;
using katachi::Use;

namespace {

template <class T>
using Input = katachi::InputArray<T>;

using MarkedPositions = Marked<RecordedPositions>;
using MarkedEvaluation = Marked<LightEvaluation>;
using MarkedCounts = Marked<CellCounts>;

std::vector<double> checked_strengths(const Input<double>& values, std::size_t count) {
  if (values.size() != count) {
    throw std::invalid_argument("there are " + std::to_string(count) + " strengths, not " +
                                std::to_string(values.size()));
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (!(values.data()[i] > 0.0) || !std::isfinite(values.data()[i])) {
      throw std::invalid_argument("a strength must be positive, not " +
                                  std::to_string(values.data()[i]));
    }
  }
  return {values.data(), values.data() + count};
}

ShapePlaces checked_shape(const Frame& frame, const std::vector<int>& places,
                          std::uint32_t stages) {
  ShapePlaces shape;
  std::uint64_t levels = stages;
  const std::set<int> different(places.begin(), places.end());
  if (different.size() != places.size()) throw std::invalid_argument("a shape has a cell twice");
  for (const int place : places) {
    if (place < 0 || place >= static_cast<int>(frame.places)) {
      throw std::invalid_argument("there is no place number " + std::to_string(place));
    }
    shape.push_back(static_cast<std::uint16_t>(place));
    levels *= frame.base;
    if (levels > katachi::Shapes::kMaxLevels) {
      throw std::invalid_argument("a shape of " + std::to_string(places.size() + 1) +
                                  " cells has too many levels");
    }
  }
  return shape;
}

// What many light evaluations of one class share.
struct LightClass {
  Frame frame;
  std::shared_ptr<const ClassTeams> train, test;
};

LightClass light_class(const MarkedPositions& train, const MarkedPositions& test, Frame frame,
                       const std::shared_ptr<Encoder>& others, const Input<double>& gammas,
                       std::uint32_t stages, int threads) {
  checked_threads(threads);
  if (stages < 1 || stages > katachi::ByStage::kMostStages) {
    throw std::invalid_argument("there must be 1 to " +
                                std::to_string(katachi::ByStage::kMostStages) + " stages, not " +
                                std::to_string(stages));
  }
  ClassTeams::Others fixed;
  fixed.encoder = others;
  fixed.gammas = checked_strengths(gammas, others ? others->total_levels() : 0);
  if (&train.object.topology() != &test.object.topology() ||
      (others && &others->topology() != &train.object.topology())) {
    throw std::invalid_argument("the positions belong to different boards");
  }
  const Reading reading_train(train.mark);
  const Reading reading_test(test.mark);
  return katachi::long_call([&](Interrupt& interrupt) {
    auto learning =
        std::make_shared<const ClassTeams>(train.object, frame, fixed, stages, threads, interrupt);
    auto testing =
        std::make_shared<const ClassTeams>(test.object, frame, fixed, stages, threads, interrupt);
    return LightClass{
        .frame = std::move(frame), .train = std::move(learning), .test = std::move(testing)};
  });
}

Frame frame_of(const Topology& topology, const std::vector<std::pair<int, int>>& offsets) {
  std::vector<katachi::Offset> steps;
  for (const auto& [dx, dy] : offsets) {
    if (std::abs(dx) > 64 || std::abs(dy) > 64) {
      throw std::invalid_argument("an offset is longer than any board");
    }
    steps.push_back({.dx = dx, .dy = dy});
  }
  return katachi::relative_frame(topology, steps);
}

Frame frame_of_target(const Topology& topology, int target) {
  if (target < 0 || target >= topology.cells()) {
    throw std::invalid_argument("there is no cell number " + std::to_string(target));
  }
  return katachi::absolute_frame(topology, static_cast<Cell>(target));
}

void bind_recorded_positions(nb::module_& module) {
  nb::class_<MarkedPositions>(module, "RecordedPositions",
                              "Positions of games, equal ones once, for light evaluations.")
      .def(
          "__init__",
          [](MarkedPositions* self, const Topology& topology, bool history) {
            new (self) MarkedPositions("collection of positions", topology, history);
          },
          "topology"_a, nb::kw_only(), "history"_a,
          "With `history` positions remember their last moves and a ko.")
      .def(
          "add",
          [](MarkedPositions& self, const PositionHandle& start, const Input<std::uint16_t>& moves,
             const Input<std::int64_t>& offsets, bool forced_moves, int first_ply) {
            const Use use(self.mark);
            const GivenGames games = checked_games(moves, offsets);
            katachi::long_call([&](Interrupt& interrupt) {
              self.object.add(*start.position, games,
                              {.forced_moves = forced_moves, .first_ply = first_ply}, interrupt);
            });
          },
          "start"_a, "moves"_a, "offsets"_a, nb::kw_only(), "forced_moves"_a, "first_ply"_a,
          "Adds the positions of games that begin at `start`, from a ply on.")
      .def_prop_ro("different",
                   [](const MarkedPositions& self) {
                     const Reading reading(self.mark);
                     return self.object.size();
                   })
      .def_prop_ro("competition_count",
                   [](const MarkedPositions& self) {
                     const Reading reading(self.mark);
                     return self.object.competition_count();
                   })
      .def_prop_ro("bytes", [](const MarkedPositions& self) {
        const Reading reading(self.mark);
        return self.object.bytes();
      });
}

void bind_light_class(nb::module_& module) {
  nb::class_<LightClass>(module, "LightClass",
                         "The moves of one class and the strengths of all others, which stay.")
      .def_prop_ro("team_count", [](const LightClass& self) { return self.train->team_count(); })
      .def_prop_ro("competition_count",
                   [](const LightClass& self) { return self.train->competition_count(); })
      .def_prop_ro("places", [](const LightClass& self) { return self.frame.places; })
      .def_prop_ro("readings", [](const LightClass& self) { return self.frame.readings.size(); })
      .def_prop_ro("bytes",
                   [](const LightClass& self) { return self.train->bytes() + self.test->bytes(); });

  module.def(
      "light_class_of_target",
      [](const MarkedPositions& train, const MarkedPositions& test, int target,
         const std::shared_ptr<Encoder>& others, const Input<double>& gammas, std::uint32_t stages,
         int threads) {
        return light_class(train, test, frame_of_target(train.object.topology(), target), others,
                           gammas, stages, threads);
      },
      "train"_a, "test"_a, "target"_a, nb::kw_only(), "others"_a.none(), "gammas"_a, "stages"_a,
      "threads"_a, "Places are the cells of the board, for shapes of the target's class.");
  module.def(
      "light_class_of_offsets",
      [](const MarkedPositions& train, const MarkedPositions& test,
         const std::vector<std::pair<int, int>>& offsets, const std::shared_ptr<Encoder>& others,
         const Input<double>& gammas, std::uint32_t stages, int threads) {
        return light_class(train, test, frame_of(train.object.topology(), offsets), others, gammas,
                           stages, threads);
      },
      "train"_a, "test"_a, "offsets"_a, nb::kw_only(), "others"_a.none(), "gammas"_a, "stages"_a,
      "threads"_a, "Places are offsets from the move, for shapes of every cell.");
}

void bind_light_evaluation(nb::module_& module) {
  nb::class_<MarkedEvaluation>(module, "LightEvaluation",
                               "Evaluates shapes of one class; not for two threads at once.")
      .def(
          "__init__",
          [](MarkedEvaluation* self, const LightClass& shared, int loops, double prior_wins,
             double prior_losses, int threads) {
            if (loops < 0 || loops > 10000) throw std::invalid_argument("loops must be 0 to 10000");
            if (!(prior_wins >= 0.0 && prior_losses >= 0.0 && prior_wins < 1e9 &&
                  prior_losses < 1e9)) {
              throw std::invalid_argument("a prior cannot have negative wins or losses");
            }
            const LightSettings settings{.loops = loops,
                                         .prior = {.wins = prior_wins, .losses = prior_losses}};
            new (self) MarkedEvaluation("evaluation of shapes", shared.train, shared.test,
                                        shared.frame, settings, checked_threads(threads));
          },
          "light_class"_a, nb::kw_only(), "loops"_a, "prior_wins"_a, "prior_losses"_a, "threads"_a)
      .def(
          "evaluate",
          [](MarkedEvaluation& self, const std::vector<std::vector<int>>& shapes, bool train_too) {
            const Use use(self.mark);
            if (shapes.empty()) throw std::invalid_argument("at least one shape is needed");
            std::vector<ShapePlaces> checked;
            for (const auto& shape : shapes) {
              checked.push_back(checked_shape(self.object.frame(), shape, self.object.stages()));
            }
            const LightEvaluation::Value value = katachi::long_call([&](Interrupt& interrupt) {
              return self.object.evaluate(checked, train_too, interrupt);
            });
            return std::pair(value.train, value.test);
          },
          "shapes"_a, nb::kw_only(), "train_too"_a,
          "Mean log evidence in learning positions (0 unless asked for) and test positions.")
      .def(
          "counts",
          [](MarkedEvaluation& self, const std::vector<int>& shape) {
            const Use use(self.mark);
            const ShapePlaces checked =
                checked_shape(self.object.frame(), shape, self.object.stages());
            const katachi::ShapeColumn* const column = katachi::long_call(
                [&](Interrupt& interrupt) { return &self.object.column(checked, interrupt); });
            // Level 0 stands for what was never seen.
            return std::pair(
                std::vector(column->appearances.begin() + 1, column->appearances.end()),
                std::vector(column->wins.begin() + 1, column->wins.end()));
          },
          "shape"_a,
          "For each level seen in learning positions: how often it appeared, and was chosen.")
      .def_prop_ro("encoded", [](MarkedEvaluation& self) {
        const Use use(self.mark);
        return self.object.encoded();
      });
}

void bind_cell_counts(nb::module_& module) {
  nb::class_<MarkedCounts>(module, "CellCounts",
                           "Positions as numbers of legal moves by cell class.")
      .def("__init__",
           [](MarkedCounts* self, const Topology& topology) {
             new (self) MarkedCounts("collection of counts", topology);
           })
      .def(
          "add",
          [](MarkedCounts& self, const PositionHandle& start, const Input<std::uint16_t>& moves,
             const Input<std::int64_t>& offsets, bool forced_moves) {
            const Use use(self.mark);
            const GivenGames games = checked_games(moves, offsets);
            katachi::long_call([&](Interrupt& interrupt) {
              self.object.add(*start.position, games, forced_moves, interrupt);
            });
          },
          "start"_a, "moves"_a, "offsets"_a, nb::kw_only(), "forced_moves"_a)
      .def_prop_ro("class_count",
                   [](const MarkedCounts& self) { return self.object.class_count(); })
      .def_prop_ro("position_count",
                   [](const MarkedCounts& self) {
                     const Reading reading(self.mark);
                     return self.object.position_count();
                   })
      .def_prop_ro("row_count",
                   [](const MarkedCounts& self) {
                     const Reading reading(self.mark);
                     return self.object.row_count();
                   })
      .def_prop_ro("appearances",
                   [](const MarkedCounts& self) {
                     const Reading reading(self.mark);
                     return self.object.appearances();
                   })
      .def(
          "evaluate",
          [](const MarkedCounts& self, const Input<double>& weights, int threads) {
            const Reading reading(self.mark);
            const auto checked = checked_strengths(weights, self.object.class_count());
            checked_threads(threads);
            const katachi::CellObjectives value = katachi::long_call([&](Interrupt& interrupt) {
              return self.object.evaluate(checked, threads, interrupt);
            });
            return std::vector<double>{value.probability, value.improbable, value.rank, value.pairs,
                                       value.log_evidence};
          },
          "weights"_a, nb::kw_only(), "threads"_a, "f1, f2, f3, f4 and the mean log evidence.")
      .def(
          "mean_probability",
          [](const MarkedCounts& self, const Input<double>& weights, int threads) {
            const Reading reading(self.mark);
            const auto checked = checked_strengths(weights, self.object.class_count());
            checked_threads(threads);
            return katachi::long_call([&](Interrupt& interrupt) {
              return self.object.mean_probability(checked, threads, interrupt);
            });
          },
          "weights"_a, nb::kw_only(), "threads"_a, "f1 alone, which is faster.");
}

}  // namespace

void bind_optimising(nb::module_& module) {
  bind_recorded_positions(module);
  bind_light_class(module);
  bind_light_evaluation(module);
  bind_cell_counts(module);
}
