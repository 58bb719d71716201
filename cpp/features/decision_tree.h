// A decision tree: queries in one flat array, children of a query side by side.
//
// Leaves are numbered from left to right; that number is the level of the feature. A tree prints as
// its queries in pre-order, so that the number of children of each query makes brackets needless.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "features/query.h"

namespace katachi {

// What the path to a node of the tree has discovered; statuses[0] is the move's.
struct Discovered {
  std::uint8_t count = 1;
  std::array<Status, kMaxNodes> statuses{};

  // A path that has discovered the move alone.
  explicit Discovered() { statuses[0] = Status::empty; }
  // The same after a query went to a child.
  [[nodiscard]] Discovered after(const Query& query, std::size_t child) const;
  // Whether a tree of the system may ask the query here.
  [[nodiscard]] bool allows(const Query& query, QuerySystem system,
                            StatusMask statuses_known) const;
};

class DecisionTree {
 public:
  struct Node {
    Query query;
    std::uint32_t next = 0;  // the first child; of a leaf its number
  };

  // A leaf alone.
  explicit DecisionTree(QuerySystem system) : system_(system), nodes_(1) {}
  // From queries in pre-order, with white space between them. Throws std::invalid_argument for
  // queries that are malformed, impossible at their place, missing, or too many.
  DecisionTree(QuerySystem system, Grid grid, std::string_view text);

  [[nodiscard]] QuerySystem system() const { return system_; }
  [[nodiscard]] const Node& node(std::size_t i) const { return nodes_[i]; }
  [[nodiscard]] std::size_t node_count() const { return nodes_.size(); }
  [[nodiscard]] std::uint32_t leaf_count() const { return leaves_; }
  [[nodiscard]] std::string text() const;

  // Growth: puts a query in place of a leaf; its children are leaves from node first_child on, with
  // numbers from `first_number` on. Numbers are in order only after number_leaves().
  std::size_t split(std::size_t leaf, const Query& query, std::uint32_t first_number);
  void number_leaves();

 private:
  QuerySystem system_;
  std::vector<Node> nodes_;
  std::uint32_t leaves_ = 1;
};

}  // namespace katachi
