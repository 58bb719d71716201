#include "knowledge/planes.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/game_arrays.h"
#include "bindings/long_call.h"
#include "bindings/position_handle.h"

namespace nb = nanobind;
using namespace nb::literals;
using katachi::GameMoves;
using katachi::GivenGames;
using katachi::Interrupt;
using katachi::Planes;
using katachi::PositionHandle;
using katachi::PositionNumber;

namespace {

template <class T>
using Input = katachi::InputArray<T>;
template <class T>
using Output = nb::ndarray<nb::numpy, T>;

// A NumPy array that owns the numbers.
template <class T>
Output<T> to_numpy(std::vector<T> values, std::vector<std::size_t> shape) {
  auto* kept = new std::vector<T>(std::move(values));
  nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return Output<T>(kept->data(), shape.size(), shape.data(), owner);
}

GivenGames checked_games(const PositionHandle& start, const Input<std::uint16_t>& moves,
                         const Input<std::int64_t>& offsets) {
  GivenGames games = katachi::checked_games(moves, offsets);
  for (const katachi::Move move : games.moves) {
    if (move > start.position->topology().cells()) {
      throw std::invalid_argument("no move has the number " + std::to_string(move));
    }
  }
  return games;
}

void check_board(const Planes& planes, const PositionHandle& position) {
  if (&position.position->topology() != &planes.topology()) {
    throw std::invalid_argument("the planes are for another board");
  }
}

Output<float> planes_of(const Planes& planes, const std::vector<PositionHandle>& positions) {
  std::vector<float> inputs(positions.size() * planes.inputs());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    check_board(planes, positions[i]);
    katachi::fill_planes(planes, *positions[i].position, inputs.data() + i * planes.inputs());
  }
  return to_numpy(std::move(inputs),
                  {positions.size(), planes.names().size(), planes.side(), planes.side()});
}

std::vector<std::size_t> places_of(const Planes& planes, int color) {
  if (color != 0 && color != 1) throw std::invalid_argument("a colour is 0 or 1");
  std::vector<std::size_t> places;
  for (int move = 0; move <= planes.topology().cells(); ++move) {
    places.push_back(
        planes.place_of(static_cast<katachi::Move>(move), static_cast<katachi::Color>(color)));
  }
  return places;
}

std::tuple<Output<std::uint32_t>, Output<std::uint32_t>> numbers_of(
    const PositionHandle& start, const Input<std::uint16_t>& moves,
    const Input<std::int64_t>& offsets, bool forced_moves) {
  const GivenGames games = checked_games(start, moves, offsets);
  std::vector<std::uint32_t> game;
  std::vector<std::uint32_t> ply;
  katachi::long_call([&](Interrupt& interrupt) {
    for (const auto& one :
         katachi::position_numbers(*start.position, games, forced_moves, interrupt)) {
      game.push_back(one.game);
      ply.push_back(one.ply);
    }
  });
  const std::size_t count = game.size();
  return {to_numpy(std::move(game), {count}), to_numpy(std::move(ply), {count})};
}

using Examples =
    std::tuple<Output<float>, Output<std::uint8_t>, Output<std::int64_t>, Output<std::uint16_t>>;

Examples examples_of(const Planes& planes, const PositionHandle& start,
                     const Input<std::uint16_t>& moves, const Input<std::int64_t>& offsets,
                     const Input<std::uint32_t>& games, const Input<std::uint32_t>& plies) {
  check_board(planes, start);
  const GivenGames held = checked_games(start, moves, offsets);
  const GameMoves given = held;
  if (games.size() != plies.size()) throw std::invalid_argument("a position is a game and a ply");
  std::vector<PositionNumber> numbers;
  for (std::size_t i = 0; i < games.size(); ++i) {
    const PositionNumber one{.game = games.data()[i], .ply = plies.data()[i]};
    if (one.game >= given.games() || one.ply >= given.game(one.game).size()) {
      throw std::invalid_argument("there is no position " + std::to_string(one.ply) + " of game " +
                                  std::to_string(one.game));
    }
    numbers.push_back(one);
  }
  katachi::PlaneExamples found = katachi::long_call([&](Interrupt& interrupt) {
    return katachi::plane_examples(planes, *start.position, given, numbers, interrupt);
  });
  const std::size_t count = numbers.size();
  return {to_numpy(std::move(found.inputs),
                   {count, planes.names().size(), planes.side(), planes.side()}),
          to_numpy(std::move(found.legal), {count, planes.places()}),
          to_numpy(std::move(found.chosen), {count}),
          to_numpy(std::move(found.moves_played), {count})};
}

}  // namespace

void bind_planes(nb::module_& module) {
  nb::class_<Planes>(module, "Planes", "A position as planes of numbers, for networks.")
      .def(
          "__init__",
          [](Planes* self, const PositionHandle& start) { new (self) Planes(*start.position); },
          "start"_a, "For all positions of a game and board.")
      .def_prop_ro("names", &Planes::names)
      .def_prop_ro("side", &Planes::side)
      .def("of", &planes_of, "positions"_a, "float32 [positions, planes, side, side].")
      .def("places", &places_of, "color"_a,
           "Where each move lies in a plane, as the player of a colour sees it.");
  module.def("position_numbers", &numbers_of, "start"_a, "moves"_a, "offsets"_a, nb::kw_only(),
             "forced_moves"_a, "Game and ply of every position of legal games.");
  module.def("plane_examples", &examples_of, "planes"_a, "start"_a, "moves"_a, "offsets"_a,
             nb::kw_only(), "games"_a, "plies"_a,
             "Planes, legal places, chosen place and moves played, by position. The games must be "
             "those of position_numbers().");
}
