#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/position_handle.h"

namespace nb = nanobind;
using namespace nb::literals;
using katachi::Cell;
using katachi::Color;
using katachi::GoRules;
using katachi::Move;
using katachi::MoveList;
using katachi::PositionHandle;
using katachi::Reason;
using katachi::Scoring;
using katachi::SetUp;
using katachi::Superko;

namespace {

Color color_of(int number) {
  if (number < 0 || number > 2) throw std::invalid_argument("a colour is 0, 1 or 2");
  return static_cast<Color>(number);
}

// (stones by cell, to_move, ko or -1, passes, moves played); stones are 0 black, 1 white, 2 none.
using SetUpArguments = std::optional<std::tuple<nb::bytes, int, int, int, int>>;

std::optional<SetUp> set_up_of(const SetUpArguments& arguments) {
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

std::vector<std::uint64_t> keys_of(const nb::bytes& bytes) {
  if (bytes.size() % 8 != 0) throw std::invalid_argument("an earlier position has eight bytes");
  std::vector<std::uint64_t> keys(bytes.size() / 8);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes.c_str()[i]);
    keys[i / 8] |= std::uint64_t{byte} << (8 * (i % 8));
  }
  return keys;
}

template <class Make>
PositionHandle make(const SetUpArguments& arguments, Make make_position) {
  const std::optional<SetUp> set_up = set_up_of(arguments);
  return {make_position(set_up ? &*set_up : nullptr)};
}

Move move_of(int number) {
  // Numbers outside the range of Move are "no such cell", like all others that do not exist.
  return number < 0 || number > 0xffff ? Move{0xffff} : static_cast<Move>(number);
}

}  // namespace

void bind_positions(nb::module_& module) {
  nb::enum_<Reason>(module, "Reason", "What decided a finished game.")
      .value("none", Reason::none)
      .value("discs", Reason::discs)
      .value("area", Reason::area)
      .value("stones", Reason::stones)
      .value("connection", Reason::connection)
      .value("ring", Reason::ring)
      .value("bridge", Reason::bridge)
      .value("fork", Reason::fork)
      .value("full_board", Reason::full_board)
      .value("territory", Reason::territory);

  nb::enum_<Superko>(module, "Superko", "Which repetitions Go forbids.")
      .value("positional", Superko::positional)
      .value("situational", Superko::situational)
      .value("none", Superko::none);

  nb::enum_<Scoring>(module, "Scoring", "What counts in Go.")
      .value("area", Scoring::area)
      .value("stones", Scoring::stones)
      .value("territory", Scoring::territory);

  nb::class_<PositionHandle>(module, "Position",
                             "An immutable position; moves and cells are numbers.")
      .def(
          "after",
          [](const PositionHandle& self, int move) -> PositionHandle {
            const Move number = move_of(move);
            if (const char* reason = self.position->refusal(number)) {
              throw std::invalid_argument(reason);
            }
            return {self.position->after(number)};
          },
          "move"_a, "The position after a move; ValueError with the reason if it is illegal.")
      .def(
          "refusal",
          [](const PositionHandle& self, int move) -> std::optional<std::string> {
            const char* reason = self.position->refusal(move_of(move));
            return reason != nullptr ? std::optional<std::string>(reason) : std::nullopt;
          },
          "move"_a, "Why the move is illegal, or None.")
      .def_prop_ro(
          "legal_moves",
          [](const PositionHandle& self) {
            MoveList moves;
            self.position->legal_moves(moves);
            nb::list result;
            for (const Move move : moves) result.append(static_cast<int>(move));
            return nb::typed<nb::list, int>(result);
          },
          "Ascending move numbers.")
      .def_prop_ro(
          "to_move",
          [](const PositionHandle& self) { return static_cast<int>(self.position->to_move()); })
      .def_prop_ro(
          "stones",
          [](const PositionHandle& self) {
            std::string stones;
            const int cells = self.position->topology().cells();
            for (int cell = 0; cell < cells; ++cell) {
              stones.push_back(static_cast<char>(self.position->at(static_cast<Cell>(cell))));
            }
            return nb::bytes(stones.data(), stones.size());
          },
          "One byte per cell: 0 black, 1 white, 2 none.")
      .def_prop_ro("is_over", [](const PositionHandle& self) { return self.position->is_over(); })
      .def_prop_ro(
          "outcome",
          [](const PositionHandle& self) {
            const auto outcome = self.position->outcome();
            return std::tuple(static_cast<int>(outcome.winner), outcome.reason, outcome.score);
          },
          "(winner 0, 1 or 2 for none; reason; Black's margin). As if the game stopped now.")
      .def_prop_ro("key", [](const PositionHandle& self) { return self.position->key(); })
      .def_prop_ro("moves_played",
                   [](const PositionHandle& self) { return self.position->moves_played(); })
      .def_prop_ro(
          "previous",
          [](const PositionHandle& self) {
            const katachi::PreviousMoves moves = self.position->previous();
            std::vector<int> known;
            for (const Move move : {moves.last, moves.before}) {
              if (move == katachi::kNoMove) break;
              known.push_back(move);
            }
            return known;
          },
          "The last move and the one before it, as far as they are known.")
      .def_prop_ro("ko", [](const PositionHandle& self) { return self.position->ko(); })
      .def_prop_ro("passes", [](const PositionHandle& self) { return self.position->passes(); })
      .def_prop_ro(
          "prisoners", [](const PositionHandle& self) { return self.position->prisoners(); },
          "Go: stones taken off the board, black and white ones.")
      .def_prop_ro(
          "seen",
          [](const PositionHandle& self) {
            const std::vector<std::uint64_t> keys = self.position->seen();
            std::string bytes;
            for (const std::uint64_t key : keys) {
              for (unsigned shift = 0; shift < 64; shift += 8) {
                bytes.push_back(static_cast<char>((key >> shift) & 0xffU));
              }
            }
            return nb::bytes(bytes.data(), bytes.size());
          },
          "Go: what superko remembers, eight bytes for each earlier position.")
      .def(
          "resumed",
          [](const PositionHandle& self, int color) -> PositionHandle {
            if (color != 0 && color != 1) throw std::invalid_argument("a player is 0 or 1");
            auto next = self.position->resumed(color_of(color));
            if (next == nullptr) throw std::invalid_argument("only Go can be resumed");
            return {std::move(next)};
          },
          "color"_a, "Go: the same stones and memory, this colour to move, no pass before.")
      .def_prop_ro(
          "is_consistent",
          [](const PositionHandle& self) { return self.position->is_consistent(); },
          "Recomputes all incremental state and compares; for tests.")
      .def(
          "equals",
          [](const PositionHandle& self, const PositionHandle& other) {
            return self.position->equals(*other.position);
          },
          "other"_a)
      .def(
          "perft",
          [](const PositionHandle& self, int depth) {
            if (depth < 0) throw std::invalid_argument("the depth must not be negative");
            const nb::gil_scoped_release release;
            return self.position->perft(depth);
          },
          "depth"_a, "Number of move sequences; a finished game counts once.");

  module.def(
      "othello",
      [](int size, const SetUpArguments& set_up) {
        return make(set_up, [&](const SetUp* s) { return katachi::make_othello(size, s); });
      },
      "size"_a, "set_up"_a = nb::none());
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
        return PositionHandle{katachi::make_go(size, rules, set_up ? &*set_up : nullptr)};
      },
      "size"_a, nb::kw_only(), "komi"_a, "suicide"_a, "superko"_a, "scoring"_a, "move_limit"_a,
      "set_up"_a = nb::none(), "prisoners"_a = std::array<int, 2>{}, "seen"_a = nb::bytes("", 0),
      "`prisoners` and `seen` as properties of a position have them; read with a set-up only.");
  module.def(
      "hex",
      [](int size, bool swap, const SetUpArguments& set_up) {
        return make(set_up, [&](const SetUp* s) { return katachi::make_hex(size, swap, s); });
      },
      "size"_a, nb::kw_only(), "swap"_a, "set_up"_a = nb::none());
  module.def(
      "havannah",
      [](int size, bool swap, const SetUpArguments& set_up) {
        return make(set_up, [&](const SetUp* s) { return katachi::make_havannah(size, swap, s); });
      },
      "size"_a, nb::kw_only(), "swap"_a, "set_up"_a = nb::none());
}
