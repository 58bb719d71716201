// Values of positions: pattern spaces, pattern values, examples and their regression.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bindings/game_arrays.h"
#include "bindings/long_call.h"
#include "bindings/position_handle.h"
#include "bindings/use.h"
#include "games/all_positions.h"
#include "knowledge/pattern_values.h"
#include "learning/value_examples.h"
#include "learning/value_fit.h"

namespace nb = nanobind;
using namespace nb::literals;
using katachi::InputArray;
using katachi::Interrupt;
using katachi::PatternSpace;
using katachi::PatternValues;
using katachi::PositionHandle;
using katachi::StageRange;
using katachi::Use;
using katachi::UseMark;
using katachi::ValueData;
using katachi::ValueExamples;
using katachi::ValueFit;
using katachi::ValueFitSettings;
using katachi::ValueFitState;

namespace {

template <class T>
using Rows = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using Output = nb::ndarray<nb::numpy, T, nb::ndim<1>>;

template <class T>
Output<T> array_of(std::vector<T> values) {
  auto* owned = new std::vector<T>(std::move(values));
  const nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return Output<T>(owned->data(), {owned->size()}, owner);
}

template <class T>
std::vector<T> vector_of(const InputArray<T>& array) {
  return {array.data(), array.data() + array.size()};
}

void require(bool condition, const char* sentence) {
  if (!condition) throw std::invalid_argument(sentence);
}

// The arrays of a fit, kept alive with it.
struct HeldData {
  Rows<std::uint64_t> own, other;
  Rows<float> numbers;
  InputArray<float> labels;

  [[nodiscard]] ValueData data(const PatternSpace& space) const {
    const std::size_t size = labels.size();
    require(own.shape(0) == size && other.shape(0) == size && numbers.shape(0) == size,
            "the arrays of the examples differ in length");
    require(own.shape(1) == space.words() && other.shape(1) == space.words(),
            "the examples are of another board");
    return {.own = {own.data(), own.size()},
            .other = {other.data(), other.size()},
            .numbers = {numbers.data(), numbers.size()},
            .features = numbers.shape(1),
            .labels = {labels.data(), size}};
  }
};

struct HeldFit {
  HeldData arrays;
  std::unique_ptr<ValueFit> fit;
  bool whole = true;  // no step was interrupted
  UseMark mark{"learner"};

  [[nodiscard]] const ValueFitState& state() {
    const Use use(mark);
    require(whole, "a step of this learner was interrupted; restore a state first");
    return fit->state();
  }
  void step() {
    const Use use(mark);
    require(whole, "a step of this learner was interrupted; restore a state first");
    whole = false;
    katachi::long_call([this](Interrupt& interrupt) { fit->step(interrupt); });
    whole = true;
  }
  void restore(ValueFitState state) {
    const Use use(mark);
    whole = false;
    katachi::long_call([&](Interrupt& interrupt) { fit->restore(std::move(state), interrupt); });
    whole = true;
  }
};

std::vector<StageRange> checked_ranges(const Rows<std::int64_t>& ranges, std::size_t examples) {
  require(ranges.shape(1) == 4, "a stage has four numbers");
  std::vector<StageRange> stages;
  for (std::size_t i = 0; i < ranges.shape(0); ++i) {
    const std::int64_t* row = ranges.data() + 4 * i;
    require(0 <= row[0] && row[0] <= row[2] && row[2] <= row[3] && row[3] <= row[1] &&
                row[1] <= static_cast<std::int64_t>(examples),
            "the range of a stage is wrong");
    stages.push_back({.begin = static_cast<std::size_t>(row[0]),
                      .end = static_cast<std::size_t>(row[1]),
                      .core_begin = static_cast<std::size_t>(row[2]),
                      .core_end = static_cast<std::size_t>(row[3])});
  }
  return stages;
}

void bind_space(nb::module_& module) {
  nb::class_<PatternSpace>(module, "PatternSpace", "Shapes laid over a board; see pattern_space.h.")
      .def(
          "__init__",
          [](PatternSpace* self, std::size_t cells,
             const std::vector<Rows<std::uint16_t>>& placements,
             const std::vector<InputArray<std::uint32_t>>& parameter_of) {
            require(placements.size() == parameter_of.size(), "a table has placements and numbers");
            std::vector<PatternSpace::Table> tables;
            for (std::size_t i = 0; i < placements.size(); ++i) {
              PatternSpace::Table table;
              const std::size_t length = placements[i].shape(1);
              for (std::size_t row = 0; row < placements[i].shape(0); ++row) {
                const std::uint16_t* first = placements[i].data() + row * length;
                table.placements.emplace_back(first, first + length);
              }
              table.parameter_of = vector_of(parameter_of[i]);
              tables.push_back(std::move(table));
            }
            new (self) PatternSpace(cells, tables);
          },
          "cells"_a, "placements"_a, "parameter_of"_a)
      .def_prop_ro("placements", &PatternSpace::placements)
      .def_prop_ro("contents", &PatternSpace::contents)
      .def_prop_ro("parameters", &PatternSpace::parameters);
}

void bind_pattern_values(nb::module_& module) {
  nb::class_<PatternValues>(module, "PatternValues", "See knowledge/pattern_values.h.")
      .def(
          "__init__",
          [](PatternValues* self, std::shared_ptr<PatternSpace> space,
             const InputArray<std::uint8_t>& stage_of, const InputArray<std::int16_t>& weights,
             const InputArray<std::int32_t>& constants, const InputArray<std::uint8_t>& features,
             const InputArray<std::int32_t>& feature_weights, const InputArray<float>& spread) {
            new (self)
                PatternValues(std::move(space), {.stage_of = vector_of(stage_of),
                                                 .weights = vector_of(weights),
                                                 .constants = vector_of(constants),
                                                 .features = vector_of(features),
                                                 .feature_weights = vector_of(feature_weights),
                                                 .spread = vector_of(spread)});
          },
          "space"_a, "stage_of"_a, "weights"_a, "constants"_a, "features"_a, "feature_weights"_a,
          "spread"_a)
      .def(
          "judge",
          [](const PatternValues& self, const std::vector<PositionHandle>& positions) {
            std::vector<float> found;
            for (const PositionHandle& one : positions) {
              katachi::visit(*one.position, [&]<class P>(const P& position) {
                self.check<P>({&position.topology(), 0});
                const auto judged = self.judge(position);
                found.push_back(static_cast<float>(judged.score));
                found.push_back(self.probability(judged.score, judged.stage));
              });
            }
            return array_of(std::move(found));
          },
          "positions"_a, "float32 [2 * positions]: score and probability, in turn.");
  module.def(
      "position_feature_names",
      [](const PositionHandle& position) {
        return katachi::position_feature_names(*position.position);
      },
      "position"_a);
}

void bind_examples(nb::module_& module) {
  nb::class_<ValueExamples>(module, "ValueExamples", "See learning/value_examples.h.")
      .def_ro("words", &ValueExamples::words)
      .def_ro("features", &ValueExamples::features)
      .def_prop_ro(
          "own", [](const ValueExamples& e) { return array_of(e.own); }, nb::rv_policy::automatic)
      .def_prop_ro(
          "other", [](const ValueExamples& e) { return array_of(e.other); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "numbers", [](const ValueExamples& e) { return array_of(e.numbers); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "stones", [](const ValueExamples& e) { return array_of(e.stones); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "scores", [](const ValueExamples& e) { return array_of(e.scores); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "exact", [](const ValueExamples& e) { return array_of(e.exact); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "games", [](const ValueExamples& e) { return array_of(e.games); },
          nb::rv_policy::automatic);
  module.def(
      "value_examples",
      [](const PositionHandle& start, const InputArray<std::uint16_t>& moves,
         const InputArray<std::int64_t>& offsets, int solve_from, int threads,
         const std::optional<InputArray<float>>& labels) {
        const auto games = katachi::checked_games(moves, offsets);
        std::vector<float> given;
        if (labels) given = katachi::copy_of(*labels);
        require(!labels || given.size() == games.moves.size(),
                "there must be a label for every move");
        const int workers = katachi::checked_threads(threads);
        return katachi::long_call([&](Interrupt& interrupt) {
          return katachi::value_examples(*start.position, games, given, solve_from, workers,
                                         interrupt);
        });
      },
      "start"_a, "moves"_a, "offsets"_a, nb::kw_only(), "solve_from"_a, "threads"_a,
      "labels"_a = nb::none());
}

void bind_fit(nb::module_& module) {
  nb::class_<ValueFitSettings>(module, "ValueFitSettings")
      .def(nb::init<>())
      .def_rw("logistic", &ValueFitSettings::logistic)
      .def_rw("l2", &ValueFitSettings::l2)
      .def_rw("feature_l2", &ValueFitSettings::feature_l2)
      .def_rw("nearby", &ValueFitSettings::nearby)
      .def_rw("loops_of_a_newton_step", &ValueFitSettings::loops_of_a_newton_step);
  nb::class_<HeldFit>(module, "ValueFit", "See learning/value_fit.h.")
      .def(
          "__init__",
          [](HeldFit* self, std::shared_ptr<PatternSpace> space, Rows<std::uint64_t> own,
             Rows<std::uint64_t> other, Rows<float> numbers, InputArray<float> labels,
             const Rows<std::int64_t>& ranges, const ValueFitSettings& settings, int threads) {
            HeldData arrays{std::move(own), std::move(other), std::move(numbers),
                            std::move(labels)};
            const ValueData data = arrays.data(*space);
            auto stages = checked_ranges(ranges, data.size());
            auto fit = std::make_unique<ValueFit>(std::move(space), data, std::move(stages),
                                                  settings, katachi::checked_threads(threads));
            new (self) HeldFit{std::move(arrays), std::move(fit)};
          },
          "space"_a, "own"_a, "other"_a, "numbers"_a, "labels"_a, "ranges"_a, "settings"_a,
          nb::kw_only(), "threads"_a)
      .def("step", &HeldFit::step)
      .def_prop_ro("unknowns", [](const HeldFit& self) { return self.fit->unknowns(); })
      .def_prop_ro("loop", [](HeldFit& self) { return self.state().loop; })
      .def_prop_ro(
          "weights", [](HeldFit& self) { return array_of(self.state().weights); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "base", [](HeldFit& self) { return array_of(self.state().base); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "residual", [](HeldFit& self) { return array_of(self.state().residual); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "direction", [](HeldFit& self) { return array_of(self.state().direction); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "diagonal", [](HeldFit& self) { return array_of(self.state().diagonal); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "slope", [](HeldFit& self) { return array_of(self.state().slope); },
          nb::rv_policy::automatic)
      .def(
          "restore",
          [](HeldFit& self, int loop, const InputArray<double>& weights,
             const InputArray<double>& base, const InputArray<double>& residual,
             const InputArray<double>& direction, const InputArray<double>& diagonal,
             const InputArray<double>& slope) {
            self.restore({.loop = loop,
                          .weights = vector_of(weights),
                          .base = vector_of(base),
                          .residual = vector_of(residual),
                          .direction = vector_of(direction),
                          .diagonal = vector_of(diagonal),
                          .slope = vector_of(slope)});
          },
          "loop"_a, "weights"_a, "base"_a, "residual"_a, "direction"_a, "diagonal"_a, "slope"_a);
  module.def(
      "value_sums",
      [](const PatternSpace& space, Rows<std::uint64_t> own, Rows<std::uint64_t> other,
         Rows<float> numbers, InputArray<float> labels, std::size_t begin, std::size_t end,
         const InputArray<double>& weights, int threads) {
        const HeldData arrays{std::move(own), std::move(other), std::move(numbers),
                              std::move(labels)};
        const ValueData data = arrays.data(space);
        require(begin <= end && end <= data.size() &&
                    weights.size() == space.parameters() + data.features,
                "the weights or the range do not fit");
        const std::span<const double> all{weights.data(), weights.size()};
        katachi::checked_threads(threads);
        return array_of(katachi::long_call([&](Interrupt& interrupt) {
          return katachi::value_sums(space, data, begin, end, all, threads, interrupt);
        }));
      },
      "space"_a, "own"_a, "other"_a, "numbers"_a, "labels"_a, "begin"_a, "end"_a, "weights"_a,
      nb::kw_only(), "threads"_a, "float32 [end - begin]: x weights of examples of one stage.");
}

}  // namespace

void bind_values(nb::module_& module) {
  bind_space(module);
  bind_pattern_values(module);
  bind_examples(module);
  bind_fit(module);
}
