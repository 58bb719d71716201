// Evaluators written in Python: functions of a position that give the probability that the player
// to move wins.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "bindings/answer.h"
#include "bindings/callable.h"
#include "bindings/interpreter.h"
#include "bindings/position_handle.h"
#include "bindings/python_position.h"
#include "knowledge/outside_value.h"

namespace katachi {

inline float value_of(const nanobind::object& answer) {
  const float value = number_of(answer, "the evaluator");
  if (!(value >= 0.0F && value <= 1.0F)) {
    throw std::invalid_argument("the evaluator gave the value " + std::to_string(value) +
                                "; a value is a number from 0 to 1");
  }
  return value;
}

// For games of the core: the function gets handles of positions.
inline ValueFunction value_function_of(std::shared_ptr<const Callable> function) {
  return [function = std::move(function)](std::unique_ptr<AnyPosition> position) {
    const WithInterpreter held;
    return value_of((*function)(PositionHandle{std::move(position)}));
  };
}

// For games written in Python: it gets the positions themselves.
class PythonValue final : public PositionValue<PythonPosition> {
 public:
  explicit PythonValue(std::shared_ptr<const Callable> function) : function_(std::move(function)) {}
  [[nodiscard]] float value(const PythonPosition& position) const override {
    return value_of((*function_)(position.object()));
  }

 private:
  std::shared_ptr<const Callable> function_;
};

}  // namespace katachi
