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

namespace nb = nanobind;
using namespace nb::literals;
using katachi::FeatureSet;
using katachi::PositionHandle;
using katachi::Tactics;

namespace {

using Names = std::vector<std::pair<std::string, std::vector<std::string>>>;

Names names_of(const FeatureSet& set) {
  const auto* tactics = dynamic_cast<const Tactics*>(&set);
  if (tactics == nullptr) throw std::invalid_argument("only tactical features have such names");
  Names names;
  for (const auto& feature : tactics->features()) names.emplace_back(feature.name, feature.levels);
  return names;
}

}  // namespace

void bind_tactics(nb::module_& module) {
  module.def(
      "tactics",
      [](const PositionHandle& start, bool history) -> std::shared_ptr<FeatureSet> {
        return katachi::make_tactics(*start.position, history);
      },
      "start"_a, nb::kw_only(), "history"_a, "The tactical features of a game and board.");
  module.def("tactics_names", &names_of, "tactics"_a,
             "For each feature its name and the names of its levels.");
}
