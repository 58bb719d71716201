#include "search/budget.h"

#include <nanobind/nanobind.h>

namespace nb = nanobind;
using namespace nb::literals;
using katachi::Budget;

void bind_budget(nb::module_& module) {
  nb::class_<Budget>(module, "Budget", "When a search stops; see search/budget.h.")
      .def(
          "__init__",
          [](Budget* self, std::uint64_t simulations, double seconds, std::uint64_t nodes,
             int depth, bool processor_time) {
            new (self) Budget{.simulations = simulations,
                              .seconds = seconds,
                              .nodes = nodes,
                              .depth = depth,
                              .processor_time = processor_time};
          },
          nb::kw_only(), "simulations"_a = 0, "seconds"_a = 0.0, "nodes"_a = 0, "depth"_a = -1,
          "processor_time"_a = false);
}
