// Othello for Python.
#include <nanobind/nanobind.h>

#include "bindings/set_up.h"
#include "games/othello/game.h"
#include "games/othello/make.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace katachi {

void OthelloGame::bind(nb::module_& module) {
  module.def(
      "othello",
      [](int size, const SetUpArguments& set_up) {
        return make_handle(set_up, [&](const SetUp* s) { return make_othello(size, s); });
      },
      "size"_a, "set_up"_a = nb::none());
}

}  // namespace katachi
