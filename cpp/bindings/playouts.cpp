#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>

#include <stdexcept>

#include "bindings/long_call.h"
#include "bindings/position_handle.h"

namespace nb = nanobind;
using namespace nb::literals;
using katachi::PositionHandle;
using katachi::Tally;

void bind_playouts(nb::module_& module) {
  nb::class_<Tally>(module, "Tally", "Counts of a number of playouts.")
      .def_ro("playouts", &Tally::playouts)
      .def_ro("winners", &Tally::winners, "Black wins, White wins, draws.")
      .def_ro("reasons", &Tally::reasons, "By the value of Reason.")
      .def_ro("moves", &Tally::moves)
      .def_ro("score", &Tally::score, "Sum of Black's margins.")
      .def_ro("signature", &Tally::signature);

  module.attr("PLAYOUTS_PER_BLOCK") = katachi::kPlayoutsPerBlock;

  module.def(
      "run_playouts",
      [](const PositionHandle& start, std::uint64_t count, std::uint64_t seed, int threads,
         std::uint64_t first_block) {
        if (threads < 1 || threads > 1024) throw std::invalid_argument("threads must be 1 to 1024");
        return katachi::long_call([&](katachi::Interrupt& interrupt) {
          return katachi::run_playouts(*start.position, count, seed, threads, first_block,
                                       interrupt);
        });
      },
      "start"_a, nb::kw_only(), "count"_a, "seed"_a, "threads"_a, "first_block"_a,
      "Uniformly random games; the result does not depend on the number of threads.");
}
