#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "alphabeta/any_alphabeta.h"
#include "alphabeta/duel.h"
#include "alphabeta/values.h"
#include "bindings/long_call.h"
#include "bindings/position_handle.h"
#include "bindings/use.h"

namespace nb = nanobind;
using namespace nb::literals;
using katachi::AlphaBetaReport;
using katachi::AlphaBetaSettings;
using katachi::AlphaBetaValues;
using katachi::AnyAlphaBeta;
using katachi::Budget;
using katachi::DiscWeights;
using katachi::DistanceWeights;
using katachi::DuelGame;
using katachi::DuelPlayer;
using katachi::Interrupt;
using katachi::LongCall;
using katachi::PositionHandle;
using katachi::RootQuestion;
using katachi::Use;
using katachi::UseMark;
using katachi::WithoutInterpreter;

namespace {

// Runs begin afresh, so those of several threads may wait for one another; not a run inside a run.
struct AlphaBeta {
  std::unique_ptr<AnyAlphaBeta> search;
  UseMark mark{"alpha-beta search"};

  AlphaBetaReport run(const PositionHandle& position, const Budget& budget,
                      const RootQuestion& question);
};

AlphaBetaReport AlphaBeta::run(const PositionHandle& position, const Budget& budget,
                               const RootQuestion& question) {
  LongCall call;
  mark.wait_for_other_threads(call);
  const Use use(mark);
  AlphaBetaReport report;
  {
    const WithoutInterpreter released;
    report = search->run(*position.position, budget, question,
                         [&] { return call.interrupt().requested(); });
  }
  static_cast<void>(call.raise_end_or_tell_ctrl_c());  // a report says so
  return report;
}

void require_fit(const AlphaBeta& self, const PositionHandle& position) {
  if (!self.search->fits(*position.position)) {
    throw std::invalid_argument("the position is of another game or board");
  }
}

}  // namespace

void bind_alphabeta(nb::module_& module) {
  // Fields have the names of alphabeta/settings.h, which documents them and holds their defaults.
  nb::class_<DiscWeights>(module, "DiscWeights")
      .def(nb::init<>())
      .def_rw("discs", &DiscWeights::discs)
      .def_rw("mobility", &DiscWeights::mobility)
      .def_rw("openness", &DiscWeights::openness)
      .def_rw("stable", &DiscWeights::stable)
      .def_rw("corners", &DiscWeights::corners);
  nb::class_<DistanceWeights>(module, "DistanceWeights")
      .def(nb::init<>())
      .def_rw("distance", &DistanceWeights::distance)
      .def_rw("breadth", &DistanceWeights::breadth);
  nb::class_<AlphaBetaValues>(module, "AlphaBetaValues", "See alphabeta/values.h.")
      .def(
          "__init__",
          [](AlphaBetaValues* self, std::shared_ptr<katachi::PatternValues> values,
             const std::vector<std::tuple<int, int, int, float, float, float>>& cuts) {
            std::vector<katachi::ProbCut> all;
            for (const auto& [empties, shallow, deep, slope, offset, error] : cuts) {
              all.push_back({empties, shallow, deep, slope, offset, error});
            }
            new (self) AlphaBetaValues(std::move(values), all);
          },
          "values"_a, "prob_cuts"_a);
  nb::class_<AlphaBetaSettings>(module, "AlphaBetaSettings")
      .def(nb::init<>())
      .def_rw("depth", &AlphaBetaSettings::depth)
      .def_rw("endgame_empties", &AlphaBetaSettings::endgame_empties)
      .def_rw("empties_to_winner", &AlphaBetaSettings::empties_to_winner)
      .def_rw("megabytes", &AlphaBetaSettings::megabytes)
      .def_rw("threads", &AlphaBetaSettings::threads)
      .def_rw("null_window", &AlphaBetaSettings::null_window)
      .def_rw("killers", &AlphaBetaSettings::killers)
      .def_rw("history", &AlphaBetaSettings::history)
      .def_rw("static_order", &AlphaBetaSettings::static_order)
      .def_rw("stability", &AlphaBetaSettings::stability)
      .def_rw("discs", &AlphaBetaSettings::discs)
      .def_rw("distances", &AlphaBetaSettings::distances)
      .def_rw("selectivity", &AlphaBetaSettings::selectivity)
      .def_prop_rw(
          "values",
          [](const AlphaBetaSettings& self) {
            return std::const_pointer_cast<AlphaBetaValues>(self.values);
          },
          [](AlphaBetaSettings& self, std::shared_ptr<AlphaBetaValues> values) {
            self.values = std::move(values);
          },
          nb::arg().none());

  nb::class_<AlphaBetaReport>(module, "AlphaBetaReport")
      .def_prop_ro("best",
                   [](const AlphaBetaReport& self) -> std::optional<int> {
                     if (self.best == katachi::kNothing) return std::nullopt;
                     return self.best;
                   })
      .def_ro("score", &AlphaBetaReport::score)
      .def_ro("exact", &AlphaBetaReport::exact)
      .def_prop_ro("proof",
                   [](const AlphaBetaReport& self) -> std::optional<int> {
                     if (!self.proven) return std::nullopt;
                     return self.proof;
                   })
      .def_ro("depth", &AlphaBetaReport::depth)
      .def_prop_ro("moves",
                   [](const AlphaBetaReport& self) {
                     std::vector<std::pair<int, int>> moves;
                     for (const auto& move : self.moves) moves.emplace_back(move.move, move.score);
                     return moves;
                   })
      .def_ro("principal_variation", &AlphaBetaReport::principal_variation)
      .def_ro("nodes", &AlphaBetaReport::nodes)
      .def_ro("seconds", &AlphaBetaReport::seconds)
      .def_ro("interrupted", &AlphaBetaReport::interrupted);

  nb::class_<AlphaBeta>(module, "AlphaBeta", "Alpha-beta search of a game with an evaluation.")
      .def(
          "__init__",
          [](AlphaBeta* self, const PositionHandle& start, const AlphaBetaSettings& settings) {
            new (self) AlphaBeta{katachi::make_alphabeta(*start.position, settings)};
          },
          "start"_a, "settings"_a)
      .def(
          "run",
          [](AlphaBeta& self, const PositionHandle& position, const Budget& budget, bool every_move,
             std::vector<katachi::Move> only) {
            require_fit(self, position);
            const RootQuestion question{.every_move = every_move, .only = std::move(only)};
            return self.run(position, budget, question);
          },
          "position"_a, "budget"_a, nb::kw_only(), "every_move"_a = false,
          "only"_a = std::vector<katachi::Move>{})
      .def(
          "evaluate",
          [](AlphaBeta& self, const PositionHandle& position) {
            require_fit(self, position);
            LongCall call;
            self.mark.wait_for_other_threads(call);
            const Use use(self.mark);
            return self.search->evaluate(*position.position);
          },
          "position"_a);

  nb::class_<DuelPlayer>(module, "DuelPlayer", "A player of duels; see alphabeta/duel.h.")
      .def(nb::init<>())
      .def_rw("settings", &DuelPlayer::settings)
      .def_rw("natural", &DuelPlayer::natural)
      .def_rw("weakness", &DuelPlayer::weakness);
  nb::class_<DuelGame>(module, "DuelGame")
      .def_ro("moves", &DuelGame::moves)
      .def_ro("score", &DuelGame::score);
  module.def(
      "play_duels",
      [](const DuelPlayer& first, const DuelPlayer& second,
         const std::vector<PositionHandle>& openings, const std::vector<std::uint64_t>& seeds,
         int threads) {
        if (seeds.size() != 2 * openings.size() || threads < 1) {
          throw std::invalid_argument("duels need two seeds an opening and at least one thread");
        }
        std::vector<std::shared_ptr<const katachi::AnyPosition>> positions;
        for (const PositionHandle& opening : openings) {
          positions.push_back(opening.position);
          if (&opening.position->topology() != &positions[0]->topology()) {
            throw std::invalid_argument("the openings of duels are of one board");
          }
        }
        // Copies, for other threads may change the players.
        const std::array<DuelPlayer, 2> players{first, second};
        return katachi::long_call([&](Interrupt& interrupt) {
          return katachi::play_duels(players[0], players[1], positions, seeds, threads,
                                     [&] { return interrupt.requested(); });
        });
      },
      "first"_a, "second"_a, "openings"_a, "seeds"_a, nb::kw_only(), "threads"_a = 1,
      "Two games from every opening, colours exchanged; all openings on one board.");
}
