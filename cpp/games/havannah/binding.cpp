// Havannah for Python.
#include <nanobind/nanobind.h>

#include "bindings/set_up.h"
#include "games/havannah/game.h"
#include "games/havannah/make.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace katachi {

void HavannahGame::bind(nb::module_& module) {
  module.def(
      "havannah",
      [](int size, bool swap, const SetUpArguments& set_up) {
        return make_handle(set_up, [&](const SetUp* s) { return make_havannah(size, swap, s); });
      },
      "size"_a, nb::kw_only(), "swap"_a, "set_up"_a = nb::none());
}

}  // namespace katachi
