#include "features/forest.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/game_arrays.h"
#include "bindings/long_call.h"
#include "bindings/position_handle.h"
#include "bindings/use.h"
#include "learning/grow_tree.h"
#include "learning/query_quality.h"

namespace nb = nanobind;
using namespace nb::literals;
using katachi::DecisionTree;
using katachi::FeatureSet;
using katachi::Forest;
using katachi::GrowthProgress;
using katachi::GrowthSettings;
using katachi::PositionHandle;
using katachi::Topology;
using katachi::WinsLosses;

namespace {

template <class T>
using Input = katachi::InputArray<T>;

void require(bool condition, const char* sentence) {
  if (!condition) throw std::invalid_argument(sentence);
}

std::shared_ptr<FeatureSet> make_forest(
    const Topology& topology, const std::vector<std::pair<std::string, std::string>>& trees) {
  std::vector<DecisionTree> made;
  for (const auto& [system, text] : trees) {
    made.emplace_back(katachi::system_named(system), topology.grid(), text);
  }
  return std::make_shared<Forest>(topology, std::move(made));
}

std::tuple<std::uint32_t, std::vector<std::uint16_t>, std::size_t, bool> trace(
    const FeatureSet& set, const PositionHandle& position, std::size_t tree, int move) {
  const auto* forest = dynamic_cast<const Forest*>(&set);
  require(forest != nullptr, "only forests have trees");
  const Topology& topology = forest->topology();
  require(&topology == &position.position->topology(), "the features belong to another board");
  require(tree < forest->feature_count(), "there is no such tree");
  require(move >= 0 && move < topology.cells(), "only moves on the board descend a tree");
  const katachi::BoardView view(topology, position.position->to_move(),
                                [&](katachi::Cell cell) { return position.position->at(cell); });
  const Forest::Trace found = forest->trace(view, tree, static_cast<katachi::Cell>(move));
  return {found.leaf, found.nodes, found.branches, found.cut};
}

// A tree on its way; run() may be called once, on any thread.
struct TreeGrowth {
  katachi::UseMark mark{"growth of a tree"};
  GrowthSettings settings;
  GrowthProgress progress;

  std::string run(const std::vector<PositionHandle>& starts, const Input<std::uint16_t>& start_of,
                  const Input<katachi::Move>& moves, const Input<std::int64_t>& offsets) {
    const katachi::Use use(mark);
    const katachi::GivenGames games = katachi::checked_games(moves, offsets);
    const std::vector<std::uint16_t> numbers = katachi::copy_of(start_of);
    require(numbers.size() + 1 == games.offsets.size(), "there must be one start for each game");
    for (const std::uint16_t start : numbers) {
      require(start < starts.size(), "there is no such start");
    }
    std::vector<const katachi::AnyPosition*> positions;
    for (const PositionHandle& start : starts) positions.push_back(start.position.get());
    require(!positions.empty(), "there are no games to grow from");
    return katachi::long_call([&](katachi::Interrupt& interrupt) {
      return katachi::grow_tree(positions, numbers, games, settings, progress, interrupt).text();
    });
  }
};

}  // namespace

void bind_forest(nb::module_& module) {
  module.def("forest", &make_forest, "topology"_a, "trees"_a,
             "A forest from (query system, queries in pre-order).");
  module.def("trace_tree", &trace, "forest"_a, "position"_a, "tree"_a, "move"_a,
             "(leaf, cells of the discovered nodes, branches, whether some were cut off).");
  module.def(
      "query_quality",
      [](const std::string& criterion, const std::vector<std::pair<double, double>>& children) {
        const auto chosen = katachi::criterion_named(criterion);
        std::vector<WinsLosses> counted;
        for (const auto& [wins, losses] : children) {
          require(wins >= 0.0 && losses >= 0.0, "wins and losses are not negative");
          counted.push_back({.wins = wins, .losses = losses});
        }
        require(!counted.empty(), "a query has children");
        const bool suitable = katachi::is_suitable(chosen, counted);
        return std::pair(suitable, suitable ? katachi::quality(chosen, counted) : 0.0);
      },
      "criterion"_a, "children"_a, "(suitable, quality) of children given as (wins, losses).");

  nb::class_<TreeGrowth>(module, "TreeGrowth", "A tree of a decision forest on its way.")
      .def(
          "__init__",
          [](TreeGrowth* self, const std::string& system, const std::string& criterion,
             std::uint64_t seed, double share, std::uint32_t patience, std::uint32_t delay) {
            require(share > 0.0 && share <= 1.0,
                    "the share of positions must be above 0 and at most 1");
            require(patience >= 1 && delay >= 1, "patience and delay are at least 1");
            new (self) TreeGrowth();
            self->settings = {.system = katachi::system_named(system),
                              .criterion = katachi::criterion_named(criterion),
                              .seed = seed,
                              .share = share,
                              .patience = patience,
                              .delay = delay};
          },
          "system"_a, "criterion"_a, nb::kw_only(), "seed"_a, "share"_a, "patience"_a, "delay"_a)
      .def("run", &TreeGrowth::run, "starts"_a, "start_of"_a, "moves"_a, "offsets"_a,
           "Grows the tree and returns its queries.")
      .def(
          "stop", [](TreeGrowth& self) { self.progress.stop = true; }, "Asks run() to return soon.")
      .def_prop_ro("games", [](const TreeGrowth& self) { return self.progress.games.load(); })
      .def_prop_ro("positions",
                   [](const TreeGrowth& self) { return self.progress.positions.load(); })
      .def_prop_ro("descents", [](const TreeGrowth& self) { return self.progress.descents.load(); })
      .def_prop_ro(
          "branched", [](const TreeGrowth& self) { return self.progress.branched.load(); },
          "Descents that ended in several branches.")
      .def_prop_ro(
          "cut", [](const TreeGrowth& self) { return self.progress.cut.load(); },
          "Descents with more branches than are kept.")
      .def_prop_ro(
          "bytes", [](const TreeGrowth& self) { return self.progress.bytes.load(); },
          "What the statistics of all leaves took at the end.");
}
