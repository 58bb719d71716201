// Values from somebody outside the core, for example a function written in Python.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "games/any_position.h"
#include "knowledge/value.h"

namespace katachi {

// The probability that the player to move wins; may be called from several threads.
using ValueFunction = std::function<float(std::unique_ptr<AnyPosition>)>;

template <class P>
class OutsideValue final : public PositionValue<P> {
 public:
  explicit OutsideValue(ValueFunction function) : function_(std::move(function)) {}
  [[nodiscard]] float value(const P& position) const override { return function_(hold(position)); }

 private:
  ValueFunction function_;
};

}  // namespace katachi
