// Evaluators written in Python: functions of a position that give the probability that the player
// to move wins.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "bindings/position_handle.h"
#include "bindings/python_position.h"
#include "knowledge/outside_value.h"

namespace katachi {

inline float value_of(const nanobind::object& answer) {
  const auto value = nanobind::cast<float>(answer);
  if (!(value >= 0.0F && value <= 1.0F)) {
    throw std::invalid_argument("the evaluator gave the value " + std::to_string(value) +
                                "; a value is a number from 0 to 1");
  }
  return value;
}

// For games of the core: the function gets handles of positions. Released with the interpreter,
// wherever the last copy dies.
inline ValueFunction value_function_of(nanobind::object function) {
  std::shared_ptr<nanobind::object> held(new nanobind::object(std::move(function)),
                                         [](nanobind::object* object) {
                                           const nanobind::gil_scoped_acquire acquire;
                                           delete object;
                                         });
  return [held](std::unique_ptr<AnyPosition> position) {
    const nanobind::gil_scoped_acquire acquire;
    return value_of((*held)(PositionHandle{std::move(position)}));
  };
}

// For games written in Python: it gets the positions themselves.
class PythonValue final : public PositionValue<PythonPosition> {
 public:
  explicit PythonValue(nanobind::object function) : function_(std::move(function)) {}
  [[nodiscard]] float value(const PythonPosition& position) const override {
    return value_of(function_(position.object()));
  }

 private:
  nanobind::object function_;
};

}  // namespace katachi
