// Gomoku for Python.
#include <nanobind/nanobind.h>

#include "bindings/set_up.h"
#include "games/gomoku/game.h"
#include "games/gomoku/make.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace katachi {

void GomokuGame::bind(nb::module_& module) {
  module.def(
      "gomoku",
      [](int size, bool exact, bool swap, const SetUpArguments& set_up) {
        const GomokuRules rules{.exact = exact, .swap = swap};
        return make_handle(set_up, [&](const SetUp* s) { return make_gomoku(size, rules, s); });
      },
      "size"_a, nb::kw_only(), "exact"_a, "swap"_a, "set_up"_a = nb::none());
}

}  // namespace katachi
