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

#include "bindings/answer.h"
#include "bindings/callable.h"
#include "bindings/hexagons.h"
#include "bindings/interpreter.h"
#include "bindings/knowledge_handle.h"
#include "bindings/position_handle.h"
#include "knowledge/move_knowledge.h"

namespace nb = nanobind;
using namespace nb::literals;
using katachi::AnyPosition;
using katachi::Callable;
using katachi::CellWeights;
using katachi::Encoder;
using katachi::FeatureWeights;
using katachi::KnowledgeHandle;
using katachi::LocalPatternWeights;
using katachi::Move;
using katachi::MoveKnowledge;
using katachi::OutsideFunction;
using katachi::PatternCode;
using katachi::PlaneNetwork;
using katachi::Planes;
using katachi::PolicyNetwork;
using katachi::PositionHandle;
using katachi::WithInterpreter;

namespace {

std::invalid_argument too_many(const nb::object& answer, std::size_t moves) {
  const Py_ssize_t length = PyObject_Size(answer.ptr());
  if (length < 0) PyErr_Clear();
  const std::string given =
      length < 0 ? "more than " + std::to_string(moves) : std::to_string(length);
  return std::invalid_argument("knowledge gave " + given + " strengths for " +
                               std::to_string(moves) + " moves");
}

// Strengths given by Python for moves: as many as moves, finite and not negative.
void take_strengths(const nb::object& answer, std::span<float> strengths) {
  const nb::object numbers = nb::steal(PyObject_GetIter(answer.ptr()));
  if (!numbers.is_valid()) {
    PyErr_Clear();
    throw std::invalid_argument("knowledge gave " + katachi::kind_of(answer) +
                                ", not a sequence of numbers");
  }
  std::size_t given = 0;
  for (;; ++given) {
    const nb::object number = nb::steal(PyIter_Next(numbers.ptr()));
    if (!number.is_valid()) break;
    if (given == strengths.size()) throw too_many(answer, given);  // it may be endless
    const float strength = katachi::number_of(number, "knowledge");
    if (!std::isfinite(strength) || strength < 0.0F) {
      throw std::invalid_argument("knowledge gave the strength " + std::to_string(strength) +
                                  "; a strength is a finite number of at least 0");
    }
    strengths[given] = strength;
  }
  if (PyErr_Occurred() != nullptr) throw nb::python_error();
  if (given != strengths.size()) {
    throw std::invalid_argument("knowledge gave " + std::to_string(given) + " strengths for " +
                                std::to_string(strengths.size()) + " moves");
  }
}

// Games of the core hand out handles, games written in Python their own positions.
nb::object position_of(const std::any& position) {
  if (const auto* any = std::any_cast<std::shared_ptr<const AnyPosition>>(&position)) {
    return nb::cast(PositionHandle{*any});
  }
  return std::any_cast<const nb::object&>(position);
}

KnowledgeHandle of_cells(std::vector<float> by_move) {
  return {MoveKnowledge(std::make_shared<const CellWeights>(std::move(by_move))), nullptr};
}

KnowledgeHandle of_local_patterns(const PositionHandle& position,
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
  return {MoveKnowledge(std::make_shared<const LocalPatternWeights>(katachi::hexagons(position),
                                                                    classes, strengths, other)),
          nullptr};
}

// Arrays and not lists: the knowledge of a board has millions of numbers.
using Numbers = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

KnowledgeHandle of_features(const std::shared_ptr<Encoder>& encoder, const Numbers& by_level,
                            const Numbers& rows, std::size_t factor_count) {
  const std::vector<float> weights(by_level.data(), by_level.data() + by_level.size());
  const std::vector<float> factors(rows.data(), rows.data() + rows.size());
  for (const auto* values : {&weights, &factors}) {
    for (const float value : *values) {
      if (!(std::abs(value) < 80.0F)) {
        throw std::invalid_argument("a weight must be a number below 80");
      }
    }
  }
  return {MoveKnowledge(
              std::make_shared<const FeatureWeights>(encoder, weights, factors, factor_count)),
          nullptr};
}

KnowledgeHandle of_network(const std::shared_ptr<PolicyNetwork>& network) {
  return {MoveKnowledge(std::shared_ptr<const PolicyNetwork>(network)), nullptr};
}

// A function of planes, float32 [positions, planes, side, side], that gives logits, float32
// [positions, side * side + 1]. The planes are only there until it returns.
KnowledgeHandle of_planes(const std::shared_ptr<Planes>& planes, nb::object function) {
  auto callable = std::make_shared<Callable>(std::move(function));
  const auto ask = [planes, callable](std::span<float> inputs, std::span<float> logits) {
    const WithInterpreter held;
    const std::size_t count = inputs.size() / planes->inputs();
    const nb::ndarray<nb::numpy, float> given(
        inputs.data(), {count, planes->names().size(), planes->side(), planes->side()},
        nb::handle());
    const nb::object answer = (*callable)(nb::cast(given, nb::rv_policy::reference));
    using Answer = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
    Answer found;
    if (!nb::try_cast(answer, found)) {
      throw std::invalid_argument("the network gives " + katachi::kind_of(answer) +
                                  " that is not an array of float32 in two dimensions");
    }
    if (found.size() != logits.size() || found.shape(0) != count) {
      throw std::invalid_argument("the network gives " + std::to_string(found.size()) +
                                  " numbers for " + std::to_string(logits.size()));
    }
    std::copy(found.data(), found.data() + found.size(), logits.begin());
  };
  return {MoveKnowledge(std::make_shared<const PlaneNetwork>(PlaneNetwork{planes, ask})),
          std::move(callable)};
}

// A function of a position and move numbers that gives strengths.
KnowledgeHandle of_function(nb::object function) {
  auto callable = std::make_shared<Callable>(std::move(function));
  const auto ask = [callable](const std::any& position, std::span<const Move> moves,
                              std::span<float> strengths) {
    const WithInterpreter held;
    nb::list numbers;
    for (const Move move : moves) numbers.append(static_cast<int>(move));
    take_strengths((*callable)(position_of(position), numbers), strengths);
  };
  return {MoveKnowledge(std::make_shared<const OutsideFunction>(ask)), std::move(callable)};
}

}  // namespace

void bind_knowledge(nb::module_& module) {
  nb::class_<KnowledgeHandle>(module, "MoveKnowledge",
                              "What was learned about moves, of any kind, for searches.",
                              nb::type_slots(katachi::Collectable<KnowledgeHandle>::slots))
      .def_static("cells", &of_cells, "by_move"_a, "One strength per move.")
      .def_static("local_patterns", &of_local_patterns, "position"_a, "classes"_a, "strengths"_a,
                  "other"_a, "Strengths of local patterns, for the board of a position.")
      .def_static("features", &of_features, "encoder"_a, "weights"_a, nb::kw_only(), "factors"_a,
                  "factor_count"_a, "Natural logarithms by level, and rows of factors.")
      .def_static("network", &of_network, "network"_a, "A network that gives a number to cells.")
      .def_static(
          "policy_value",
          [](const std::shared_ptr<katachi::PolicyValueNetwork>& network) {
            return KnowledgeHandle{
                MoveKnowledge(std::shared_ptr<const katachi::PolicyValueNetwork>(network)),
                nullptr};
          },
          "network"_a, "A network with a policy head that the core runs.")
      .def_static("planes", &of_planes, "planes"_a, "function"_a,
                  "A function of planes that gives logits.")
      .def_static("function", &of_function, "function"_a,
                  "A function of a position and move numbers that gives strengths.");
}
