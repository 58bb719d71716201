#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings/game_arrays.h"
#include "bindings/position_handle.h"
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
using katachi::PositionHandle;
using katachi::Predictions;
using katachi::Prior;
using katachi::TeamModel;
using katachi::Teams;
using katachi::TeamTable;

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

Teams encode(const PositionHandle& start, const std::shared_ptr<Encoder>& encoder,
             const Input<std::uint16_t>& moves, const Input<std::int64_t>& offsets,
             bool forced_moves, bool merge, double share, std::uint32_t part, std::uint64_t seed,
             std::uint32_t first_game, int threads) {
  if (!(share > 0.0 && share <= 1.0)) {
    throw std::invalid_argument("the share of positions must be above 0 and at most 1");
  }
  if (part * share >= 1.0) {
    throw std::invalid_argument("there is no part " + std::to_string(part) + " of this share");
  }
  const katachi::GameMoves games = checked_games(moves, offsets);
  const EncodingSettings settings{.forced_moves = forced_moves,
                                  .merge = merge,
                                  .share = share,
                                  .part = part,
                                  .seed = seed,
                                  .first_game = first_game,
                                  .threads = checked_threads(threads)};
  const nb::gil_scoped_release release;
  return katachi::encode_games(*start.position, encoder, games, settings);
}

}  // namespace

void bind_learning(nb::module_& module) {
  nb::class_<Teams>(module, "Teams", "Competitions between teams of feature levels.")
      .def_prop_ro("competition_count", &Teams::competition_count)
      .def_prop_ro("team_count", &Teams::team_count)
      .def_prop_ro("member_count", &Teams::member_count)
      .def_prop_ro("bytes", &Teams::bytes)
      .def_prop_ro("total_levels", [](const Teams& self) { return self.format().total_levels(); })
      .def_prop_ro(
          "baselines",
          [](const Teams& self) {
            std::vector<std::size_t> levels;
            for (std::size_t f = 0; f < self.format().feature_count(); ++f) {
              if (!self.format().has_baseline(f)) continue;
              levels.push_back(self.format().level_begin(f));
            }
            return levels;
          },
          "Levels that keep strength 1.")
      .def_prop_ro("block_count", [](const Teams& self) { return self.blocks().size(); })
      .def("append", &Teams::append, "other"_a, "Adds competitions of the same features.")
      .def(
          "wins", [](const Teams& self) { return to_numpy(self.wins()); },
          "How often each level belongs to the chosen team.")
      .def(
          "appearances", [](const Teams& self) { return to_numpy(self.appearances()); },
          "How often each level belongs to a candidate.")
      .def_prop_ro("digest", &Teams::digest, "Names the teams and their order.")
      .def("rows", &katachi::team_rows, "block"_a,
           "The teams of a block as (competition, group, levels, multiplicity, chosen).");

  module.def("encode_games", &encode, "start"_a, "encoder"_a, "moves"_a, "offsets"_a, nb::kw_only(),
             "forced_moves"_a, "merge"_a, "share"_a, "part"_a, "seed"_a, "first_game"_a,
             "threads"_a, "Replays games and turns their positions into competitions.");

  nb::class_<TeamTable>(module, "TeamTable", "Builds competitions team by team, without a game.")
      .def(nb::init<const std::vector<std::uint32_t>&,
                    const std::vector<std::vector<std::uint32_t>>&,
                    const std::vector<std::uint32_t>&>(),
           "level_counts"_a, "groups"_a, "baselines"_a = std::vector<std::uint32_t>(),
           "`baselines`: features whose level 0 keeps strength 1.")
      .def("add", &TeamTable::add, "teams"_a, "chosen"_a,
           "One competition: (group, levels) of each team, and the index of the winner.")
      .def("teams", &TeamTable::teams);

  nb::class_<BradleyTerry>(module, "BradleyTerry", "Minorization-maximization, pass by pass.")
      .def(
          "__init__",
          [](BradleyTerry* self, const Teams& teams, double prior_wins, double prior_losses,
             const Input<double>& gammas, int threads, const std::vector<std::size_t>& kept) {
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
            new (self) BradleyTerry(teams, Prior{.wins = prior_wins, .losses = prior_losses}, begin,
                                    threads, kept);
          },
          "teams"_a, nb::kw_only(), "prior_wins"_a, "prior_losses"_a, "gammas"_a, "threads"_a,
          "kept"_a = std::vector<std::size_t>(), nb::keep_alive<1, 2>(),
          "`kept`: features that keep their strengths.")
      .def("run_pass", &BradleyTerry::pass, nb::call_guard<nb::gil_scoped_release>(),
           "Updates every feature once.")
      .def_prop_ro(
          "gammas", [](const BradleyTerry& self) { return to_numpy(self.gammas()); }, kFresh)
      .def_prop_ro("mean_log_evidence", &BradleyTerry::mean_log_evidence)
      .def_prop_ro("objective", &BradleyTerry::objective);

  module.def(
      "mean_log_evidence",
      [](const Teams& teams, const Input<double>& gammas, int threads,
         const Input<double>& factors) {
        const TeamModel model = checked_model(teams, gammas, factors);
        checked_threads(threads);
        const nb::gil_scoped_release release;
        return katachi::mean_log_evidence(teams, model, threads);
      },
      "teams"_a, "gammas"_a, nb::kw_only(), "threads"_a, "factors"_a,
      "Mean of ln P(chosen); factors: [levels x k] flat, or empty.");

  module.def(
      "likelihood",
      [](const Teams& teams, const Input<double>& gammas, int threads) {
        const auto checked = checked_gammas(teams, gammas);
        checked_threads(threads);
        katachi::Likelihood result;
        {
          const nb::gil_scoped_release release;
          result = katachi::likelihood(teams, checked, threads);
        }
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
      [](const Teams& teams, const Input<double>& gammas, int threads,
         const Input<double>& factors) {
        const TeamModel model = checked_model(teams, gammas, factors);
        checked_threads(threads);
        const nb::gil_scoped_release release;
        return katachi::predict(teams, model, threads);
      },
      "teams"_a, "gammas"_a, nb::kw_only(), "threads"_a, "factors"_a);

  nb::class_<Factorization>(module, "Factorization", "Factorization Bradley-Terry, pass by pass.")
      .def(
          "__init__",
          [](Factorization* self, const Teams& teams, std::size_t factors, double rate,
             double weight_pull, double factor_pull, double spread, std::uint64_t seed,
             const Input<double>& weights) {
            if (factors < 1 || factors > 64) throw std::invalid_argument("factors must be 1 to 64");
            if (!(rate > 0.0 && rate <= 1.0 && weight_pull >= 0.0 && weight_pull < 1.0 &&
                  factor_pull >= 0.0 && factor_pull < 1.0 && spread >= 0.0 && spread <= 1.0)) {
              throw std::invalid_argument("a setting of the factorization is out of range");
            }
            if (weights.size() > 0 && weights.size() != teams.format().total_levels()) {
              throw std::invalid_argument("the weights do not fit the features");
            }
            new (self) Factorization(teams.shared_format(),
                                     {.factors = factors,
                                      .rate = rate,
                                      .weight_pull = weight_pull,
                                      .factor_pull = factor_pull,
                                      .spread = spread,
                                      .seed = seed},
                                     span_of(weights));
          },
          "teams"_a, nb::kw_only(), "factors"_a, "rate"_a, "weight_pull"_a, "factor_pull"_a,
          "spread"_a, "seed"_a, "weights"_a, "`teams`: any of the features to learn.")
      .def("run_pass", &Factorization::pass, "teams"_a, nb::call_guard<nb::gil_scoped_release>(),
           "One step for every competition.")
      .def_prop_ro(
          "numbers", [](const Factorization& self) { return to_numpy(self.numbers()); }, kFresh,
          "Everything that a pass changes, but for the number of passes.")
      .def(
          "restore",
          [](Factorization& self, const Input<float>& numbers, std::uint64_t passes) {
            self.restore(span_of(numbers), passes);
          },
          "numbers"_a, "passes"_a, "Goes on after so many passes.")
      .def_prop_ro(
          "weights", [](const Factorization& self) { return to_numpy(self.weights()); }, kFresh)
      .def_prop_ro(
          "factors", [](const Factorization& self) { return to_numpy(self.factors()); }, kFresh);
}
