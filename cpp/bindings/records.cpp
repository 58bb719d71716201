#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bindings/game_arrays.h"
#include "bindings/long_call.h"
#include "bindings/position_handle.h"
#include "games/replay.h"

namespace nb = nanobind;
using namespace nb::literals;
using katachi::GameMoves;
using katachi::GivenGames;
using katachi::Interrupt;
using katachi::Move;
using katachi::PositionHandle;
using katachi::Replayed;
using katachi::ReplayedGames;
using katachi::Symmetries;

namespace {

template <class T>
using Input = katachi::InputArray<T>;
template <class T>
using Table = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using Output = nb::ndarray<nb::numpy, T, nb::ndim<1>>;

template <class T>
Output<T> array_of(std::vector<T> values) {
  auto* owned = new std::vector<T>(std::move(values));
  const nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return Output<T>(owned->data(), {owned->size()}, owner);
}

template <class T, class Field>
Output<T> field_of(const ReplayedGames& games, Field field) {
  std::vector<T> values;
  values.reserve(games.games.size());
  for (const Replayed& game : games.games) values.push_back(static_cast<T>(field(game)));
  return array_of(std::move(values));
}

void require(bool condition, const char* sentence) {
  if (!condition) throw std::invalid_argument(sentence);
}

GivenGames checked(const Input<Move>& moves, const Input<std::int64_t>& offsets, int threads) {
  katachi::checked_threads(threads);
  return katachi::checked_games(moves, offsets);
}

}  // namespace

void bind_records(nb::module_& module) {
  nb::class_<ReplayedGames>(module, "ReplayedGames", "Recorded games after their last legal move.")
      .def_prop_ro(
          "moves", [](const ReplayedGames& g) { return array_of(g.moves); },
          nb::rv_policy::automatic, "uint16 [moves]: all legal moves, passes included.")
      .def_prop_ro(
          "offsets", [](const ReplayedGames& g) { return array_of(g.offsets); },
          nb::rv_policy::automatic, "int64 [games + 1]: where the moves of each game begin.")
      .def_prop_ro(
          "refused",
          [](const ReplayedGames& g) {
            return field_of<std::int32_t>(g, [](const Replayed& game) { return game.refused; });
          },
          nb::rv_policy::automatic, "int32 [games]: the first illegal move of those given, or -1.")
      .def_prop_ro(
          "over",
          [](const ReplayedGames& g) {
            return field_of<std::uint8_t>(g, [](const Replayed& game) { return game.over; });
          },
          nb::rv_policy::automatic, "uint8 [games]: 1 if the rules ended the game.")
      .def_prop_ro(
          "winner",
          [](const ReplayedGames& g) {
            return field_of<std::uint8_t>(g,
                                          [](const Replayed& game) { return game.outcome.winner; });
          },
          nb::rv_policy::automatic, "uint8 [games]: 0 black, 1 white, 2 none.")
      .def_prop_ro(
          "reason",
          [](const ReplayedGames& g) {
            return field_of<std::uint8_t>(g,
                                          [](const Replayed& game) { return game.outcome.reason; });
          },
          nb::rv_policy::automatic, "uint8 [games]: the value of Reason.")
      .def_prop_ro(
          "score",
          [](const ReplayedGames& g) {
            return field_of<float>(g, [](const Replayed& game) { return game.outcome.score; });
          },
          nb::rv_policy::automatic, "float32 [games]: Black's margin.")
      .def_prop_ro(
          "black",
          [](const ReplayedGames& g) {
            return field_of<std::int16_t>(g, [](const Replayed& game) { return game.black; });
          },
          nb::rv_policy::automatic, "int16 [games]: black stones on the board.")
      .def_prop_ro(
          "white",
          [](const ReplayedGames& g) {
            return field_of<std::int16_t>(g, [](const Replayed& game) { return game.white; });
          },
          nb::rv_policy::automatic, "int16 [games]: white stones on the board.");

  module.def(
      "replay_games",
      [](const PositionHandle& start, const Input<Move>& moves, const Input<std::int64_t>& offsets,
         bool implied_passes, int threads) {
        const GivenGames games = checked(moves, offsets, threads);
        return katachi::long_call([&](Interrupt& interrupt) {
          return katachi::replay_games(*start.position, games, implied_passes, threads, interrupt);
        });
      },
      "start"_a, "moves"_a, "offsets"_a, nb::kw_only(), "implied_passes"_a, "threads"_a,
      "Replays games given as flat arrays; illegal moves are reported, not raised.");

  module.def(
      "game_digests",
      [](const Input<Move>& moves, const Input<std::int64_t>& offsets, const Table<Move>& images,
         const Table<std::uint64_t>& start_keys, const Input<std::uint32_t>& starts, int threads) {
        const GivenGames held = checked(moves, offsets, threads);
        const GameMoves games = held;
        const std::vector<std::uint32_t> start_of = katachi::copy_of(starts);
        const Symmetries symmetries{
            {images.data(), images.size()}, images.shape(0), images.shape(1)};
        require(symmetries.count > 0 && start_keys.shape(1) == symmetries.count,
                "there must be one start key for each symmetry");
        require(start_of.size() == games.games(), "there must be one start for each game");
        for (const Move move : games.moves) {
          require(move < symmetries.moves, "a move number is too large");
        }
        for (const std::uint32_t start : start_of) {
          require(start < start_keys.shape(0), "there is no such start");
        }
        const std::span<const std::uint64_t> keys{start_keys.data(), start_keys.size()};
        return array_of(katachi::long_call([&](Interrupt& interrupt) {
          return katachi::game_digests(games, symmetries, keys, start_of, threads, interrupt);
        }));
      },
      "moves"_a, "offsets"_a, nb::kw_only(), "images"_a, "start_keys"_a, "starts"_a, "threads"_a,
      "uint64 [games], equal for games that symmetries make equal.");
}
