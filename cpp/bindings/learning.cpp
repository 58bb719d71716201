#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings/game_arrays.h"
#include "bindings/long_call.h"
#include "bindings/position_handle.h"
#include "bindings/use.h"
#include "learning/bradley_terry.h"
#include "learning/encode_games.h"
#include "learning/factorization.h"
#include "learning/likelihood.h"
#include "learning/team_table.h"
#include "learning/teams.h"

namespace nb = nanobind;
using namespace nb::literals;
using katachi::BradleyTerry;
using katachi::checked_games;
using katachi::checked_threads;
using katachi::Encoder;
using katachi::EncodingSettings;
using katachi::Factorization;
using katachi::Interrupt;
using katachi::Marked;
using katachi::PositionHandle;
using katachi::Predictions;
using katachi::Prior;
using katachi::Reading;
using katachi::TeamModel;
using katachi::Teams;
using katachi::TeamTable;
using katachi::Use;

namespace {

template <class T>
using Input = katachi::InputArray<T>;
template <class T>
using Output = nb::ndarray<nb::numpy, T, nb::ndim<1>>;

// Arrays made for the caller own themselves.
constexpr auto kFresh = nb::rv_policy::automatic;

// A NumPy array that owns the numbers.
template <class T>
Output<T> to_numpy(std::vector<T> values) {
  auto* kept = new std::vector<T>(std::move(values));
  nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return Output<T>(kept->data(), {kept->size()}, owner);
}

template <class T>
std::span<const T> span_of(const Input<T>& input) {
  return {input.data(), input.size()};
}

using MarkedTeams = Marked<Teams>;

MarkedTeams marked(Teams teams) { return MarkedTeams("collection of teams", std::move(teams)); }

// The teams stay as they are as long as a model is about them.
struct Fit {
  Fit(MarkedTeams& given, Prior prior, std::vector<double> gammas, int threads,
      const std::vector<std::size_t>& kept, Interrupt& interrupt)
      : teams(nb::find(given)),
        reading(given.mark),
        model(given.object, prior, std::move(gammas), threads, kept, interrupt) {}

  nb::object teams;
  Reading reading;
  katachi::UseMark mark{"learner"};
  BradleyTerry model;
};

std::span<const double> checked_gammas(const Teams& teams, const Input<double>& gammas) {
  if (gammas.size() != teams.format().total_levels()) {
    throw std::invalid_argument("there are " + std::to_string(teams.format().total_levels()) +
                                " levels, not " + std::to_string(gammas.size()));
  }
  for (std::size_t i = 0; i < gammas.size(); ++i) {
    if (!(gammas.data()[i] > 0.0) || !std::isfinite(gammas.data()[i])) {
      throw std::invalid_argument("a strength must be positive, not " +
                                  std::to_string(gammas.data()[i]));
    }
  }
  return span_of(gammas);
}

// `factors` is flat, [levels][k]; empty: none.
TeamModel checked_model(const Teams& teams, const Input<double>& gammas,
                        const Input<double>& factors) {
  TeamModel model{.gammas = checked_gammas(teams, gammas)};
  if (factors.size() == 0) return model;
  const std::size_t levels = teams.format().total_levels();
  if (levels == 0 || factors.size() % levels != 0) {
    throw std::invalid_argument("the factors do not fit the features");
  }
  model.factors = span_of(factors);
  model.factor_count = factors.size() / levels;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    if (!(std::abs(factors.data()[i]) < 80.0)) {
      throw std::invalid_argument("a factor must be a number below 80");
    }
  }
  return model;
}

MarkedTeams encode(const PositionHandle& start, const std::shared_ptr<Encoder>& encoder,
                   const Input<std::uint16_t>& moves, const Input<std::int64_t>& offsets,
                   bool forced_moves, int first_ply, bool merge, double share, std::uint32_t part,
                   std::uint64_t seed, std::uint32_t first_game, int threads,
                   const std::optional<Input<std::uint16_t>>& taught) {
  if (!(share > 0.0 && share <= 1.0)) {
    throw std::invalid_argument("the share of positions must be above 0 and at most 1");
  }
  if (part * share >= 1.0) {
    throw std::invalid_argument("there is no part " + std::to_string(part) + " of this share");
  }
  const katachi::GivenGames games = checked_games(moves, offsets);
  std::vector<katachi::Move> lessons;
  if (taught) lessons = katachi::copy_of(*taught);
  if (taught && lessons.size() != games.moves.size()) {
    throw std::invalid_argument("there must be as many moves taught as moves played");
  }
  const EncodingSettings settings{.forced_moves = forced_moves,
                                  .first_ply = first_ply,
                                  .merge = merge,
                                  .share = share,
                                  .part = part,
                                  .seed = seed,
                                  .first_game = first_game,
                                  .taught = lessons,
                                  .threads = checked_threads(threads)};
  return marked(katachi::long_call([&](Interrupt& interrupt) {
    return katachi::encode_games(*start.position, encoder, games, settings, interrupt);
  }));
}

}  // namespace

void bind_learning(nb::module_& module) {
  // Only `append` changes teams, with the interpreter: nothing else that holds it can be disturbed.
  nb::class_<MarkedTeams>(module, "Teams", "Competitions between teams of feature levels.")
      .def_prop_ro("competition_count",
                   [](const MarkedTeams& self) { return self.object.competition_count(); })
      .def_prop_ro("team_count", [](const MarkedTeams& self) { return self.object.team_count(); })
      .def_prop_ro("member_count",
                   [](const MarkedTeams& self) { return self.object.member_count(); })
      .def_prop_ro("bytes", [](const MarkedTeams& self) { return self.object.bytes(); })
      .def_prop_ro("total_levels",
                   [](const MarkedTeams& self) { return self.object.format().total_levels(); })
      .def_prop_ro(
          "baselines",
          [](const MarkedTeams& self) {
            const auto& format = self.object.format();
            std::vector<std::size_t> levels;
            for (std::size_t f = 0; f < format.feature_count(); ++f) {
              if (format.has_baseline(f)) levels.push_back(format.level_begin(f));
            }
            return levels;
          },
          "Levels that keep strength 1.")
      .def_prop_ro("block_count",
                   [](const MarkedTeams& self) { return self.object.blocks().size(); })
      .def(
          "append",
          [](MarkedTeams& self, const MarkedTeams& other) {
            const Use use(self.mark);
            const Reading reading(other.mark);
            self.object.append(other.object);
          },
          "other"_a,
          "Adds competitions of the same features; not to teams that a learner is about.")
      .def(
          "wins", [](const MarkedTeams& self) { return to_numpy(self.object.wins()); },
          "How often each level belongs to the chosen team.")
      .def(
          "appearances",
          [](const MarkedTeams& self) { return to_numpy(self.object.appearances()); },
          "How often each level belongs to a candidate.")
      .def_prop_ro(
          "digest", [](const MarkedTeams& self) { return self.object.digest(); },
          "Names the teams and their order.")
      .def(
          "rows",
          [](const MarkedTeams& self, std::size_t block) {
            return katachi::team_rows(self.object, block);
          },
          "block"_a, "The teams of a block as (competition, group, levels, multiplicity, chosen).");

  module.def(
      "encode_games", &encode, "start"_a, "encoder"_a, "moves"_a, "offsets"_a, nb::kw_only(),
      "forced_moves"_a, "first_ply"_a, "merge"_a, "share"_a, "part"_a, "seed"_a, "first_game"_a,
      "threads"_a, "taught"_a = nb::none(),
      "Replays games and turns their positions into competitions. `taught`: uint16 [moves], the "
      "move that a position teaches, 65535 if it teaches none; None: the moves played.");

  nb::class_<TeamTable>(module, "TeamTable", "Builds competitions team by team, without a game.")
      .def(nb::init<const std::vector<std::uint32_t>&,
                    const std::vector<std::vector<std::uint32_t>>&,
                    const std::vector<std::uint32_t>&>(),
           "level_counts"_a, "groups"_a, "baselines"_a = std::vector<std::uint32_t>(),
           "`baselines`: features whose level 0 keeps strength 1.")
      .def("add", &TeamTable::add, "teams"_a, "chosen"_a,
           "One competition: (group, levels) of each team, and the index of the winner.")
      .def("teams", [](const TeamTable& self) { return marked(self.teams()); });

  nb::class_<Fit>(module, "BradleyTerry", "Minorization-maximization, pass by pass.")
      .def(
          "__init__",
          [](Fit* self, MarkedTeams& given, double prior_wins, double prior_losses,
             const Input<double>& gammas, int threads, const std::vector<std::size_t>& kept) {
            const Teams& teams = given.object;
            if (!(prior_wins >= 0.0 && prior_losses >= 0.0 && prior_wins < 1e9 &&
                  prior_losses < 1e9)) {
              throw std::invalid_argument("a prior cannot have negative wins or losses");
            }
            std::vector<double> begin;
            if (gammas.size() > 0) {
              const auto checked = checked_gammas(teams, gammas);
              begin.assign(checked.begin(), checked.end());
            }
            for (const std::size_t feature : kept) {
              if (feature >= teams.format().feature_count()) {
                throw std::invalid_argument("there is no feature " + std::to_string(feature));
              }
            }
            checked_threads(threads);
            const Prior prior{.wins = prior_wins, .losses = prior_losses};
            katachi::LongCall call;
            try {
              new (self) Fit(given, prior, begin, threads, kept, call.interrupt());
            } catch (const katachi::Interrupted&) {
              call.raise_end();
            }
          },
          "teams"_a, nb::kw_only(), "prior_wins"_a, "prior_losses"_a, "gammas"_a, "threads"_a,
          "kept"_a = std::vector<std::size_t>(), "`kept`: features that keep their strengths.")
      .def(
          "run_pass",
          [](Fit& self) {
            const Use use(self.mark);
            katachi::long_call([&](Interrupt& interrupt) { self.model.pass(interrupt); });
          },
          "Updates every feature once, or nothing if it is interrupted.")
      .def_prop_ro(
          "gammas",
          [](Fit& self) {
            const Use use(self.mark);
            return to_numpy(self.model.gammas());
          },
          kFresh)
      .def_prop_ro("mean_log_evidence",
                   [](Fit& self) {
                     const Use use(self.mark);
                     return self.model.mean_log_evidence();
                   })
      .def_prop_ro("objective", [](Fit& self) {
        const Use use(self.mark);
        return self.model.objective();
      });

  module.def(
      "mean_log_evidence",
      [](const MarkedTeams& given, const Input<double>& gammas, int threads,
         const Input<double>& factors) {
        const Reading reading(given.mark);
        const TeamModel model = checked_model(given.object, gammas, factors);
        checked_threads(threads);
        return katachi::long_call([&](Interrupt& interrupt) {
          return katachi::mean_log_evidence(given.object, model, threads, interrupt);
        });
      },
      "teams"_a, "gammas"_a, nb::kw_only(), "threads"_a, "factors"_a,
      "Mean of ln P(chosen); factors: [levels x k] flat, or empty.");

  module.def(
      "likelihood",
      [](const MarkedTeams& given, const Input<double>& gammas, int threads) {
        const Reading reading(given.mark);
        const auto checked = checked_gammas(given.object, gammas);
        checked_threads(threads);
        katachi::Likelihood result = katachi::long_call([&](Interrupt& interrupt) {
          return katachi::likelihood(given.object, checked, threads, interrupt);
        });
        return std::pair(result.log_evidence, to_numpy(std::move(result.expected)));
      },
      "teams"_a, "gammas"_a, nb::kw_only(), "threads"_a,
      "Sum of ln P(chosen), and how often each level is expected to win.");

  nb::class_<Predictions>(module, "Predictions", "What a model says of each competition.")
      .def_prop_ro(
          "probability", [](const Predictions& p) { return to_numpy(p.probability); }, kFresh)
      .def_prop_ro(
          "better", [](const Predictions& p) { return to_numpy(p.better); }, kFresh)
      .def_prop_ro(
          "equal", [](const Predictions& p) { return to_numpy(p.equal); }, kFresh)
      .def_prop_ro(
          "candidates", [](const Predictions& p) { return to_numpy(p.candidates); }, kFresh)
      .def_prop_ro(
          "game", [](const Predictions& p) { return to_numpy(p.game); }, kFresh)
      .def_prop_ro(
          "moves_played", [](const Predictions& p) { return to_numpy(p.moves_played); }, kFresh)
      .def_prop_ro(
          "bin_count",
          [](const Predictions& p) {
            return to_numpy(std::vector(p.bin_count.begin(), p.bin_count.end()));
          },
          kFresh)
      .def_prop_ro(
          "bin_probability",
          [](const Predictions& p) {
            return to_numpy(std::vector(p.bin_probability.begin(), p.bin_probability.end()));
          },
          kFresh)
      .def_prop_ro(
          "bin_chosen",
          [](const Predictions& p) {
            return to_numpy(std::vector(p.bin_chosen.begin(), p.bin_chosen.end()));
          },
          kFresh);
  module.def(
      "predict",
      [](const MarkedTeams& given, const Input<double>& gammas, int threads,
         const Input<double>& factors) {
        const Reading reading(given.mark);
        const TeamModel model = checked_model(given.object, gammas, factors);
        checked_threads(threads);
        return katachi::long_call([&](Interrupt& interrupt) {
          return katachi::predict(given.object, model, threads, interrupt);
        });
      },
      "teams"_a, "gammas"_a, nb::kw_only(), "threads"_a, "factors"_a);

  using MarkedFactorization = Marked<Factorization>;
  nb::class_<MarkedFactorization>(module, "Factorization",
                                  "Factorization Bradley-Terry, pass by pass.")
      .def(
          "__init__",
          [](MarkedFactorization* self, const MarkedTeams& given, std::size_t factors, double rate,
             double weight_pull, double factor_pull, double spread, std::uint64_t seed,
             const Input<double>& weights) {
            const Teams& teams = given.object;
            if (factors < 1 || factors > 64) throw std::invalid_argument("factors must be 1 to 64");
            if (!(rate > 0.0 && rate <= 1.0 && weight_pull >= 0.0 && weight_pull < 1.0 &&
                  factor_pull >= 0.0 && factor_pull < 1.0 && spread >= 0.0 && spread <= 1.0)) {
              throw std::invalid_argument("a setting of the factorization is out of range");
            }
            if (weights.size() > 0 && weights.size() != teams.format().total_levels()) {
              throw std::invalid_argument("the weights do not fit the features");
            }
            const katachi::FactorizationSettings settings{.factors = factors,
                                                          .rate = rate,
                                                          .weight_pull = weight_pull,
                                                          .factor_pull = factor_pull,
                                                          .spread = spread,
                                                          .seed = seed};
            new (self)
                MarkedFactorization("learner", teams.shared_format(), settings, span_of(weights));
          },
          "teams"_a, nb::kw_only(), "factors"_a, "rate"_a, "weight_pull"_a, "factor_pull"_a,
          "spread"_a, "seed"_a, "weights"_a, "`teams`: any of the features to learn.")
      .def(
          "run_pass",
          [](MarkedFactorization& self, const MarkedTeams& teams) {
            const Use use(self.mark);
            const Reading reading(teams.mark);
            katachi::long_call(
                [&](Interrupt& interrupt) { self.object.pass(teams.object, interrupt); });
          },
          "teams"_a, "One step for every competition, or none if it is interrupted.")
      .def_prop_ro(
          "numbers",
          [](MarkedFactorization& self) {
            const Use use(self.mark);
            return to_numpy(self.object.numbers());
          },
          kFresh, "Everything that a pass changes, but for the number of passes.")
      .def(
          "restore",
          [](MarkedFactorization& self, const Input<float>& numbers, std::uint64_t passes) {
            const Use use(self.mark);
            self.object.restore(span_of(numbers), passes);
          },
          "numbers"_a, "passes"_a, "Goes on after so many passes.")
      .def_prop_ro(
          "weights",
          [](MarkedFactorization& self) {
            const Use use(self.mark);
            return to_numpy(self.object.weights());
          },
          kFresh)
      .def_prop_ro(
          "factors",
          [](MarkedFactorization& self) {
            const Use use(self.mark);
            return to_numpy(self.object.factors());
          },
          kFresh);
}
