#include "knowledge/policy_network.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace katachi {

namespace {

float sigmoid(float z) { return 1.0F / (1.0F + std::exp(-std::clamp(5.0F * z, -60.0F, 60.0F))); }

}  // namespace

PolicyNetwork::PolicyNetwork(const Topology& topology, const std::vector<Node>& nodes,
                             std::vector<int> outputs)
    : topology_(&topology), outputs_(std::move(outputs)) {
  const auto cells = static_cast<std::size_t>(topology.cells());
  if (nodes.size() > kMostNodes) {
    throw std::invalid_argument("a network has at most " + std::to_string(kMostNodes) + " nodes");
  }
  if (outputs_.size() != cells) {
    throw std::invalid_argument("the network has " + std::to_string(outputs_.size()) +
                                " outputs for " + std::to_string(cells) + " cells");
  }
  for (const int output : outputs_) {
    if (output < -1 || output >= static_cast<int>(nodes.size())) {
      throw std::invalid_argument("no node has the number " + std::to_string(output));
    }
  }
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const Node& node = nodes[n];
    const auto first = static_cast<std::uint32_t>(edges_.size());
    for (const Edge& edge : node.edges) {
      if (edge.source >= cells + n || !std::isfinite(edge.weight)) {
        throw std::invalid_argument("node " + std::to_string(n) + " has an edge from " +
                                    std::to_string(edge.source) + " of weight " +
                                    std::to_string(edge.weight));
      }
      edges_.push_back(edge);
    }
    if (!std::isfinite(node.bias) || !std::isfinite(node.response)) {
      throw std::invalid_argument("node " + std::to_string(n) + " has no finite bias or response");
    }
    nodes_.push_back({node.bias, node.response, first, static_cast<std::uint32_t>(edges_.size())});
  }
}

void PolicyNetwork::strengths(const BoardView& view, std::span<const Move> moves,
                              std::span<float> strengths) const {
  constexpr std::array<float, 4> kInput{0.0F, 1.0F, -1.0F, 0.0F};  // by Content
  const auto cells = static_cast<std::size_t>(topology_->cells());
  std::array<float, kMaxCells + kMostNodes> values;
  const bool mirrored = topology_->grid() == Grid::rhombus && view.to_move == Color::white;
  const auto place = [&](Cell cell) {
    return mirrored ? topology_->cell_at(topology_->y(cell), topology_->x(cell)) : cell;
  };
  for (std::size_t cell = 0; cell < cells; ++cell) {
    values[cell] = kInput[view.content[place(static_cast<Cell>(cell))]];
  }
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    const Place& node = nodes_[n];
    float sum = 0.0F;
    for (std::uint32_t e = node.first; e < node.end; ++e) {
      sum += edges_[e].weight * values[edges_[e].source];
    }
    values[cells + n] = sigmoid(node.bias + node.response * sum);
  }
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const int output = moves[i] < cells ? outputs_[place(moves[i])] : -1;
    strengths[i] = output < 0 ? 0.0F : values[cells + static_cast<std::size_t>(output)];
  }
}

}  // namespace katachi
