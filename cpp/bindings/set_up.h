// How set-ups come from Python, for the factories of the games.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <optional>
#include <stdexcept>
#include <tuple>

#include "bindings/position_handle.h"
#include "games/set_up.h"

namespace katachi {

inline Color color_of(int number) {
  if (number < 0 || number > 2) throw std::invalid_argument("a colour is 0, 1 or 2");
  return static_cast<Color>(number);
}

// (stones by cell, to_move, ko or -1, passes, moves played); stones are 0 black, 1 white, 2 none.
using SetUpArguments = std::optional<std::tuple<nanobind::bytes, int, int, int, int>>;

inline std::optional<SetUp> set_up_of(const SetUpArguments& arguments) {
  if (!arguments) return std::nullopt;
  const auto& [stones, to_move, ko, passes, moves_played] = *arguments;
  SetUp set_up;
  for (std::size_t i = 0; i < stones.size(); ++i) {
    set_up.stones.push_back(color_of(static_cast<unsigned char>(stones.c_str()[i])));
  }
  set_up.to_move = color_of(to_move);
  set_up.ko = ko;
  set_up.passes = passes;
  set_up.moves_played = moves_played;
  return set_up;
}

// A position by make_position(set_up), where null is the start.
template <class Make>
PositionHandle make_handle(const SetUpArguments& arguments, Make make_position) {
  const std::optional<SetUp> set_up = set_up_of(arguments);
  return {make_position(set_up ? &*set_up : nullptr)};
}

}  // namespace katachi
