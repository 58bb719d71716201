// Hex for Python.
#include <nanobind/nanobind.h>

#include "bindings/set_up.h"
#include "games/hex/game.h"
#include "games/hex/make.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace katachi {

void HexGame::bind(nb::module_& module) {
  module.def(
      "hex",
      [](int size, bool swap, const SetUpArguments& set_up) {
        return make_handle(set_up, [&](const SetUp* s) { return make_hex(size, swap, s); });
      },
      "size"_a, nb::kw_only(), "swap"_a, "set_up"_a = nb::none());
}

}  // namespace katachi
