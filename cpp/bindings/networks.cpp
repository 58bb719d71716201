#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/position_handle.h"
#include "features/board_properties.h"
#include "knowledge/policy_network.h"

namespace nb = nanobind;
using namespace nb::literals;
using katachi::Cell;
using katachi::Color;
using katachi::Move;
using katachi::PolicyNetwork;
using katachi::PositionHandle;
using katachi::Topology;

namespace {

// A node as (bias, response, edges as (source, weight)).
using NodeParts = std::tuple<float, float, std::vector<std::pair<std::uint32_t, float>>>;

PolicyNetwork network_of(const Topology& topology, const std::vector<NodeParts>& parts,
                         const std::vector<int>& outputs) {
  std::vector<PolicyNetwork::Node> nodes;
  for (const auto& [bias, response, edges] : parts) {
    PolicyNetwork::Node& node = nodes.emplace_back();
    node.bias = bias;
    node.response = response;
    for (const auto& [source, weight] : edges) node.edges.push_back({source, weight});
  }
  return PolicyNetwork(topology, nodes, outputs);
}

std::vector<float> strengths_of(const PolicyNetwork& network, const PositionHandle& position,
                                const std::vector<int>& numbers) {
  const katachi::AnyPosition& any = *position.position;
  if (&any.topology() != &network.topology()) {
    throw std::invalid_argument("the network is for another board");
  }
  std::vector<Move> moves;
  for (const int number : numbers) {
    if (number < 0 || number > any.topology().cells()) {
      throw std::invalid_argument("there is no move number " + std::to_string(number));
    }
    moves.push_back(static_cast<Move>(number));
  }
  std::vector<float> strengths(moves.size());
  const katachi::BoardView view(any.topology(), any.to_move(),
                                [&](Cell cell) { return any.at(cell); });
  network.strengths(view, moves, strengths);
  return strengths;
}

}  // namespace

void bind_networks(nb::module_& module) {
  nb::class_<PolicyNetwork>(module, "PolicyNetwork", "A network that gives a number to each cell.")
      .def(
          "__init__",
          [](PolicyNetwork* self, const Topology& topology, const std::vector<NodeParts>& nodes,
             const std::vector<int>& outputs) {
            new (self) PolicyNetwork(network_of(topology, nodes, outputs));
          },
          "topology"_a, "nodes"_a, "outputs"_a)
      .def("strengths", &strengths_of, "position"_a, "moves"_a);

  module.def(
      "board_properties",
      [](const PositionHandle& position, int color) {
        if (color != 0 && color != 1) throw std::invalid_argument("a colour is 0 or 1");
        std::vector<std::tuple<std::string, int, int>> found;
        for (const auto& property :
             katachi::board_properties(*position.position, static_cast<Color>(color))) {
          found.emplace_back(property.name, property.sign, property.count);
        }
        return found;
      },
      "position"_a, "color"_a, "(name, sign, count) of the five properties, for a colour.");
}
