// A feed-forward network of any shape that gives a number to every cell: what neuro-evolution of
// augmenting topologies makes (Stanley and Miikkulainen 2002), as the move policy of AGENTS 3.2.4.
//
// Inputs are the cells as the player to move sees them: +1 own, -1 other, 0 empty. A node has the
// value sigmoid(bias + response * sum of weight * source), with the sigmoid of neat-python,
// 1 / (1 + exp(-5 z)), z at most 12 in size. Nodes are given in an order in which every edge comes
// from an input or an earlier node. A cell without a node has the value 0. In Hex White looks at
// the mirrored board, so that to the network every player joins top and bottom.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "features/board_view.h"
#include "games/topology.h"
#include "knowledge/knowledge.h"

namespace katachi {

template <OnBoard P>
class NetworkKnowledge;

class PolicyNetwork {
 public:
  template <class P>
  using Speaking = NetworkKnowledge<P>;

  static constexpr std::size_t kMostNodes = 2048;

  struct Edge {
    std::uint32_t source;  // below the number of cells an input, from there on a node
    float weight;
  };
  struct Node {
    float bias = 0.0F;
    float response = 1.0F;
    std::vector<Edge> edges;
  };

  // `outputs` [cells]: the node of each cell, or -1. Throws std::invalid_argument for an edge or an
  // output that leads nowhere, and for numbers that are none.
  PolicyNetwork(const Topology& topology, const std::vector<Node>& nodes, std::vector<int> outputs);

  [[nodiscard]] const Topology& topology() const { return *topology_; }
  void check(const AskedBoard& board) const {
    if (board.topology == topology_) return;
    throw std::invalid_argument("the network is for another board");
  }

  // Fills strengths [moves] with the values of their cells; a special move has 0.
  void strengths(const BoardView& view, std::span<const Move> moves,
                 std::span<float> strengths) const;

 private:
  struct Place {
    float bias;
    float response;
    std::uint32_t first;  // edges [first, end)
    std::uint32_t end;
  };

  const Topology* topology_;
  std::vector<Place> nodes_;
  std::vector<Edge> edges_;
  std::vector<int> outputs_;
};

template <OnBoard P>
class NetworkKnowledge final : public Knowledge<P> {
 public:
  // Precondition: the network belongs to the board of the positions.
  explicit NetworkKnowledge(std::shared_ptr<const PolicyNetwork> network)
      : network_(std::move(network)) {}

  void strengths(const P& position, std::span<const Move> moves,
                 std::span<float> strengths) const override {
    network_->strengths(BoardView(position), moves, strengths);
  }

 private:
  std::shared_ptr<const PolicyNetwork> network_;
};

}  // namespace katachi
