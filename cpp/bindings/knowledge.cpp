#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <any>
#include <cmath>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings/hexagons.h"
#include "bindings/position_handle.h"
#include "knowledge/move_knowledge.h"

namespace nb = nanobind;
using namespace nb::literals;
using katachi::AnyPosition;
using katachi::CellWeights;
using katachi::Encoder;
using katachi::FeatureWeights;
using katachi::LocalPatternWeights;
using katachi::Move;
using katachi::MoveKnowledge;
using katachi::OutsideFunction;
using katachi::PatternCode;
using katachi::PlaneNetwork;
using katachi::Planes;
using katachi::PolicyNetwork;
using katachi::PositionHandle;

namespace {

// A callable that is released with the interpreter, wherever the last copy dies.
std::shared_ptr<nb::object> held(nb::object function) {
  return {new nb::object(std::move(function)), [](nb::object* object) {
            const nb::gil_scoped_acquire acquire;
            delete object;
          }};
}

// Strengths given by Python for moves: as many as moves, finite and not negative.
void take_strengths(const nb::object& answer, std::span<float> strengths) {
  const auto given = nb::cast<std::vector<float>>(answer);
  if (given.size() != strengths.size()) {
    throw std::invalid_argument("knowledge gave " + std::to_string(given.size()) +
                                " strengths for " + std::to_string(strengths.size()) + " moves");
  }
  for (const float strength : given) {
    if (!std::isfinite(strength) || strength < 0.0F) {
      throw std::invalid_argument("knowledge gave the strength " + std::to_string(strength) +
                                  "; a strength is a finite number of at least 0");
    }
  }
  std::copy(given.begin(), given.end(), strengths.begin());
}

// Games of the core hand out handles, games written in Python their own positions.
nb::object position_of(const std::any& position) {
  if (const auto* any = std::any_cast<std::shared_ptr<const AnyPosition>>(&position)) {
    return nb::cast(PositionHandle{*any});
  }
  return std::any_cast<const nb::object&>(position);
}

MoveKnowledge of_cells(std::vector<float> by_move) {
  return MoveKnowledge(std::make_shared<const CellWeights>(std::move(by_move)));
}

MoveKnowledge of_local_patterns(const PositionHandle& position,
                                const std::vector<PatternCode>& classes,
                                const std::vector<float>& strengths, float other) {
  if (classes.size() != strengths.size()) {
    throw std::invalid_argument("one strength per class is needed");
  }
  for (const float strength : strengths) {
    if (!(std::isfinite(strength) && strength >= 0.0F)) {
      throw std::invalid_argument("strengths must be finite and not negative");
    }
  }
  return MoveKnowledge(std::make_shared<const LocalPatternWeights>(katachi::hexagons(position),
                                                                   classes, strengths, other));
}

MoveKnowledge of_features(const std::shared_ptr<Encoder>& encoder,
                          const std::vector<float>& weights, const std::vector<float>& factors,
                          std::size_t factor_count) {
  for (const auto* values : {&weights, &factors}) {
    for (const float value : *values) {
      if (!(std::abs(value) < 80.0F)) {
        throw std::invalid_argument("a weight must be a number below 80");
      }
    }
  }
  return MoveKnowledge(
      std::make_shared<const FeatureWeights>(encoder, weights, factors, factor_count));
}

MoveKnowledge of_network(const std::shared_ptr<PolicyNetwork>& network) {
  return MoveKnowledge(std::shared_ptr<const PolicyNetwork>(network));
}

// A function of planes, float32 [positions, planes, side, side], that gives logits, float32
// [positions, side * side + 1]. The planes are only there until it returns.
MoveKnowledge of_planes(const std::shared_ptr<Planes>& planes, nb::object function) {
  const auto ask = [planes, kept = held(std::move(function))](std::span<float> inputs,
                                                              std::span<float> logits) {
    const nb::gil_scoped_acquire acquire;
    const std::size_t count = inputs.size() / planes->inputs();
    const nb::ndarray<nb::numpy, float> given(
        inputs.data(), {count, planes->names().size(), planes->side(), planes->side()},
        nb::handle());
    const nb::object answer = (*kept)(nb::cast(given, nb::rv_policy::reference));
    using Answer = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
    const auto found = nb::cast<Answer>(answer);
    if (found.size() != logits.size() || found.shape(0) != count) {
      throw std::invalid_argument("the network gives " + std::to_string(found.size()) +
                                  " numbers for " + std::to_string(logits.size()));
    }
    std::copy(found.data(), found.data() + found.size(), logits.begin());
  };
  return MoveKnowledge(std::make_shared<const PlaneNetwork>(PlaneNetwork{planes, ask}));
}

// A function of a position and move numbers that gives strengths.
MoveKnowledge of_function(nb::object function) {
  const auto ask = [kept = held(std::move(function))](const std::any& position,
                                                      std::span<const Move> moves,
                                                      std::span<float> strengths) {
    const nb::gil_scoped_acquire acquire;
    nb::list numbers;
    for (const Move move : moves) numbers.append(static_cast<int>(move));
    take_strengths((*kept)(position_of(position), numbers), strengths);
  };
  return MoveKnowledge(std::make_shared<const OutsideFunction>(ask));
}

}  // namespace

void bind_knowledge(nb::module_& module) {
  nb::class_<MoveKnowledge>(module, "MoveKnowledge",
                            "What was learned about moves, of any kind, for searches.")
      .def_static("cells", &of_cells, "by_move"_a, "One strength per move.")
      .def_static("local_patterns", &of_local_patterns, "position"_a, "classes"_a, "strengths"_a,
                  "other"_a, "Strengths of local patterns, for the board of a position.")
      .def_static("features", &of_features, "encoder"_a, "weights"_a, nb::kw_only(), "factors"_a,
                  "factor_count"_a, "Natural logarithms by level, and rows of factors.")
      .def_static("network", &of_network, "network"_a, "A network that gives a number to cells.")
      .def_static("planes", &of_planes, "planes"_a, "function"_a,
                  "A function of planes that gives logits.")
      .def_static("function", &of_function, "function"_a,
                  "A function of a position and move numbers that gives strengths.");
}
