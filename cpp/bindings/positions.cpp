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

#include "bindings/long_call.h"
#include "bindings/position_handle.h"
#include "bindings/set_up.h"

namespace nb = nanobind;
using namespace nb::literals;
using katachi::Cell;
using katachi::Move;
using katachi::MoveList;
using katachi::PositionHandle;
using katachi::Reason;

namespace {

Move move_of(int number) {
  // Numbers outside the range of Move are "no such cell", like all others that do not exist.
  return number < 0 || number > 0xffff ? Move{0xffff} : static_cast<Move>(number);
}

}  // namespace

void bind_positions(nb::module_& module) {
  auto reasons = nb::enum_<Reason>(module, "Reason", "What decided a finished game.");
  for (std::size_t i = 0; i < katachi::kReasonNames.size(); ++i) {
    reasons.value(katachi::kReasonNames[i], static_cast<Reason>(i));
  }

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
      .def_prop_ro("move_count",
                   [](const PositionHandle& self) { return self.position->move_count(); })
      .def(
          "cell_of",
          [](const PositionHandle& self, int move) -> std::optional<int> {
            const Move number = move_of(move);
            if (const char* reason = self.position->refusal(number)) {
              throw std::invalid_argument(reason);
            }
            const Cell cell = self.position->cell_of(number);
            if (cell >= self.position->topology().cells()) return std::nullopt;
            return cell;
          },
          "move"_a, "The cell that a legal move acts on, or None.")
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
          "Stones taken off the board, black and white ones.")
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
          "What superko remembers, eight bytes for each earlier position.")
      .def(
          "resumed",
          [](const PositionHandle& self, int color) -> PositionHandle {
            if (color != 0 && color != 1) throw std::invalid_argument("a player is 0 or 1");
            auto next = self.position->resumed(katachi::color_of(color));
            if (next == nullptr) throw std::invalid_argument("this game cannot be resumed");
            return {std::move(next)};
          },
          "color"_a, "The same stones and memory, this colour to move, no pass before.")
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
            return katachi::long_call([&](katachi::Interrupt& interrupt) {
              return self.position->perft(depth, interrupt);
            });
          },
          "depth"_a, "Number of move sequences; a finished game counts once.");
}
