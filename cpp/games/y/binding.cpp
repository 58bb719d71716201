// Y for Python.
#include <nanobind/nanobind.h>

#include "bindings/set_up.h"
#include "games/y/game.h"
#include "games/y/make.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace katachi {

void YGame::bind(nb::module_& module) {
  module.def(
      "y",
      [](int size, bool swap, const SetUpArguments& set_up) {
        return make_handle(set_up, [&](const SetUp* s) { return make_y(size, swap, s); });
      },
      "size"_a, nb::kw_only(), "swap"_a, "set_up"_a = nb::none());
}

}  // namespace katachi
