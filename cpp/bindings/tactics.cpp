#include "features/tactics.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings/position_handle.h"
#include "features/board_view.h"
#include "games/go/ladder.h"

namespace nb = nanobind;
using namespace nb::literals;
using katachi::Cell;
using katachi::FeatureSet;
using katachi::Grid;
using katachi::LadderReader;
using katachi::PositionHandle;
using katachi::Tactics;
using katachi::Topology;

namespace {

using Names = std::vector<std::pair<std::string, std::vector<std::string>>>;

Names names_of(const FeatureSet& set) {
  const auto* tactics = dynamic_cast<const Tactics*>(&set);
  if (tactics == nullptr) throw std::invalid_argument("only tactical features have such names");
  Names names;
  for (const auto& feature : tactics->features()) names.emplace_back(feature.name, feature.levels);
  return names;
}

bool is_caught_in_a_ladder(const PositionHandle& handle, int stone, int ko) {
  const katachi::AnyPosition& position = *handle.position;
  const Topology& topology = position.topology();
  if (topology.grid() != Grid::square) throw std::invalid_argument("only Go has ladders");
  if (stone < 0 || stone >= topology.cells() ||
      position.at(static_cast<Cell>(stone)) == katachi::Color::none) {
    throw std::invalid_argument("there is no stone on cell number " + std::to_string(stone));
  }
  const katachi::BoardView view(topology, position.to_move(),
                                [&](Cell cell) { return position.at(cell); });
  LadderReader reader(topology);
  reader.set_board(view.content.data(), ko < 0 ? katachi::kNoMove : static_cast<Cell>(ko));
  return reader.is_caught(static_cast<Cell>(stone));
}

}  // namespace

void bind_tactics(nb::module_& module) {
  module.def(
      "tactics",
      [](const Topology& topology, bool history) -> std::shared_ptr<FeatureSet> {
        return katachi::make_tactics(topology, history);
      },
      "topology"_a, nb::kw_only(), "history"_a, "The tactical features of the board's game.");
  module.def("tactics_names", &names_of, "tactics"_a,
             "For each feature its name and the names of its levels.");
  module.def("is_caught_in_a_ladder", &is_caught_in_a_ladder, "position"_a, "stone"_a,
             nb::kw_only(), "ko"_a,
             "Whether a chain with one liberty that moves, or with two and the opponent moves, is "
             "caught; `ko` is forbidden to the player to move, -1: none.");
}
