#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
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

#include "bindings/game_arrays.h"
#include "bindings/position_handle.h"
#include "features/board_properties.h"
#include "games/all_positions.h"
#include "games/any_position.h"
#include "knowledge/policy_network.h"
#include "knowledge/policy_value_network.h"

namespace nb = nanobind;
using namespace nb::literals;
using katachi::Cell;
using katachi::Color;
using katachi::Move;
using katachi::Planes;
using katachi::PolicyNetwork;
using katachi::PolicyValueNetwork;
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

template <class T>
using Array = katachi::InputArray<T>;

// (shift, weights, biases), flat.
using LayerParts = std::tuple<int, Array<std::int16_t>, Array<std::int32_t>>;
// (first layer, pool, second layer).
using BlockParts = std::tuple<LayerParts, Array<std::int16_t>, LayerParts>;
// (shift, weights, bias).
using PolicyParts = std::tuple<int, Array<std::int16_t>, std::int32_t>;
// (hidden, hidden biases, outputs, output biases).
using PooledParts = std::tuple<Array<float>, Array<float>, Array<float>, std::array<float, 3>>;

PolicyValueNetwork::Layer layer_of(const LayerParts& parts) {
  const auto& [shift, weights, biases] = parts;
  return {.shift = shift, .weights = katachi::copy_of(weights), .biases = katachi::copy_of(biases)};
}

void make_network(PolicyValueNetwork* self, const std::shared_ptr<Planes>& planes,
                  const LayerParts& input, const std::vector<BlockParts>& blocks,
                  const PolicyParts& policy, const PooledParts& pooled) {
  PolicyValueNetwork::Parts parts{.input = layer_of(input)};
  for (const auto& [first, pool, second] : blocks) {
    parts.blocks.push_back(
        {.first = layer_of(first), .pool = katachi::copy_of(pool), .second = layer_of(second)});
  }
  const auto& [shift, weights, bias] = policy;
  parts.policy_shift = shift;
  parts.policy = katachi::copy_of(weights);
  parts.policy_bias = bias;
  const auto& [hidden, hidden_biases, outputs, output_biases] = pooled;
  parts.hidden = katachi::copy_of(hidden);
  parts.hidden_biases = katachi::copy_of(hidden_biases);
  parts.outputs = katachi::copy_of(outputs);
  parts.output_biases = output_biases;
  new (self) PolicyValueNetwork(planes, parts);
}

nb::ndarray<nb::numpy, float> to_numpy(std::vector<float> values, std::size_t rows,
                                       std::size_t columns) {
  auto* kept = new std::vector<float>(std::move(values));
  nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<float>*>(p); });
  return {kept->data(), {rows, columns}, owner};
}

// float32 [positions, places + 3]: logits, margin, log spread, value.
nb::ndarray<nb::numpy, float> answers_of(const PolicyValueNetwork& network,
                                         const std::vector<PositionHandle>& positions) {
  const std::size_t places = network.planes().places();
  const std::size_t columns = places + 3;
  std::vector<float> found(positions.size() * columns);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    katachi::visit(*positions[i].position, [&]<class P>(const P& position) {
      network.check({.topology = &position.topology(), .moves = 0});
      float* const row = found.data() + i * columns;
      PolicyValueNetwork::Answer answer{.logits = {row, places}};
      network.ask(katachi::BoardView(position), answer);
      row[places] = answer.margin;
      row[places + 1] = answer.log_spread;
      row[places + 2] = PolicyValueNetwork::chance(answer, katachi::handicap_of(position));
    });
  }
  return to_numpy(std::move(found), positions.size(), columns);
}

using GivenPlanes = nb::ndarray<const float, nb::ndim<4>, nb::c_contig, nb::device::cpu>;

// float32 [positions, places + 2]: logits, margin, log spread.
nb::ndarray<nb::numpy, float> evaluations_of(const PolicyValueNetwork& network,
                                             const GivenPlanes& given) {
  const Planes& planes = network.planes();
  const std::array<std::size_t, 3> wanted{planes.names().size(), planes.side(), planes.side()};
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    if (given.shape(k + 1) != wanted[k]) throw std::invalid_argument("planes of another board");
  }
  const std::size_t columns = planes.places() + 2;
  std::vector<float> found(given.shape(0) * columns);
  for (std::size_t i = 0; i < given.shape(0); ++i) {
    float* const row = found.data() + i * columns;
    PolicyValueNetwork::Answer answer{.logits = {row, planes.places()}};
    network.ask(std::span(given.data() + i * planes.inputs(), planes.inputs()), answer);
    row[planes.places()] = answer.margin;
    row[planes.places() + 1] = answer.log_spread;
  }
  return to_numpy(std::move(found), given.shape(0), columns);
}

}  // namespace

void bind_networks(nb::module_& module) {
  nb::class_<PolicyValueNetwork>(module, "PolicyValueNetwork",
                                 "See knowledge/policy_value_network.h.")
      .def("__init__", &make_network, "planes"_a, "input"_a, "blocks"_a, "policy"_a, "pooled"_a)
      .def("answers", &answers_of, "positions"_a,
           "float32 [positions, places + 3]: logits, margin, log spread, value.")
      .def("evaluate", &evaluations_of, "planes"_a,
           "float32 [positions, places + 2] of planes: logits, margin, log spread.");
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
