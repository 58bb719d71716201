// Go for Python: its factory and rules, ownership from playouts, ladders.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/long_call.h"
#include "bindings/set_up.h"
#include "features/board_view.h"
#include "games/go/game.h"
#include "games/go/ladder.h"
#include "games/go/make.h"
#include "games/go/ownership.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace katachi {
namespace {

std::vector<std::uint64_t> keys_of(const nb::bytes& bytes) {
  if (bytes.size() % 8 != 0) throw std::invalid_argument("an earlier position has eight bytes");
  std::vector<std::uint64_t> keys(bytes.size() / 8);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes.c_str()[i]);
    keys[i / 8] |= std::uint64_t{byte} << (8 * (i % 8));
  }
  return keys;
}

bool is_caught_in_a_ladder(const PositionHandle& handle, int stone, int ko) {
  const AnyPosition& position = *handle.position;
  const Topology& topology = position.topology();
  if (topology.grid() != Grid::square) throw std::invalid_argument("only Go has ladders");
  if (stone < 0 || stone >= topology.cells() ||
      position.at(static_cast<Cell>(stone)) == Color::none) {
    throw std::invalid_argument("there is no stone on cell number " + std::to_string(stone));
  }
  const BoardView view(topology, position.to_move(), [&](Cell cell) { return position.at(cell); });
  LadderReader reader(topology);
  reader.set_board(view.content.data(), ko < 0 ? kNoMove : static_cast<Cell>(ko));
  return reader.is_caught(static_cast<Cell>(stone));
}

void bind_rules(nb::module_& module) {
  nb::enum_<Superko>(module, "Superko", "Which repetitions Go forbids.")
      .value("positional", Superko::positional)
      .value("situational", Superko::situational)
      .value("none", Superko::none);

  nb::enum_<Scoring>(module, "Scoring", "What counts in Go.")
      .value("area", Scoring::area)
      .value("stones", Scoring::stones)
      .value("territory", Scoring::territory);
  module.def(
      "go",
      [](int size, float komi, bool suicide, Superko superko, Scoring scoring, int move_limit,
         const SetUpArguments& arguments, std::array<int, 2> prisoners, const nb::bytes& seen) {
        const GoRules rules{.komi = komi,
                            .suicide = suicide,
                            .superko = superko,
                            .scoring = scoring,
                            .move_limit = move_limit};
        std::optional<SetUp> set_up = set_up_of(arguments);
        if (set_up) {
          set_up->prisoners = prisoners;
          set_up->seen = keys_of(seen);
        }
        return PositionHandle{make_go(size, rules, set_up ? &*set_up : nullptr)};
      },
      "size"_a, nb::kw_only(), "komi"_a, "suicide"_a, "superko"_a, "scoring"_a, "move_limit"_a,
      "set_up"_a = nb::none(), "prisoners"_a = std::array<int, 2>{}, "seen"_a = nb::bytes("", 0),
      "`prisoners` and `seen` as properties of a position have them; read with a set-up only.");
}

void bind_ownership(nb::module_& module) {
  nb::class_<Ownership>(module, "Ownership", "Who owned the points of Go after playouts.")
      .def_ro("playouts", &Ownership::playouts)
      .def_ro("black", &Ownership::black, "Playouts by cell.")
      .def_ro("white", &Ownership::white, "Playouts by cell.")
      .def_ro("score", &Ownership::score, "Sum of Black's margins.")
      .def_ro("score_squares", &Ownership::score_squares);

  module.def(
      "count_ownership",
      [](const PositionHandle& start, const PlayoutSettings& settings, std::uint64_t count,
         std::uint64_t seed, int threads) {
        if (threads < 1 || threads > 1024) throw std::invalid_argument("threads must be 1 to 1024");
        const PlayoutSettings policy = settings;  // other threads may change the settings
        return long_call([&](Interrupt& interrupt) {
          return katachi::count_ownership(*start.position, policy, count, seed, threads, interrupt);
        });
      },
      "start"_a, "policy"_a, nb::kw_only(), "count"_a, "seed"_a, "threads"_a,
      "Playouts of Go with heuristics; the result does not depend on the number of threads.");
}

}  // namespace

void GoGame::bind(nb::module_& module) {
  bind_rules(module);
  bind_ownership(module);
  module.def("is_caught_in_a_ladder", &is_caught_in_a_ladder, "position"_a, "stone"_a,
             nb::kw_only(), "ko"_a,
             "Whether a chain with one liberty that moves, or with two and the opponent moves, is "
             "caught; `ko` is forbidden to the player to move, -1: none.");
}

}  // namespace katachi
