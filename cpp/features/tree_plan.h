// A decision tree made ready for descents: the same leaves, with fewer queries on the way.
//
// Trees of intersection graphs ask again and again about the size of the empty region of the move:
// grown trees of Go did so 17 times in a descent. The answers depend on one number, so all such
// queries that follow each other become one: `region`, a sorted list of intervals of that number,
// each with the node to go on with. What earlier queries told about the size is used as well, so
// that a query whose answer is known disappears.
//
// Sizes and liberties of stones become one kind, `attribute`, so that nothing need be asked about
// the node.
//
// Node x is in the region of the move if it is the move, or an empty node found next to a node in
// the region. Other empty nodes may be elsewhere; queries about them stay as they are.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "features/decision_tree.h"
#include "games/compiler.h"

namespace katachi {

class TreePlan {
 public:
  using Node = DecisionTree::Node;

  // Sizes from `least` to `most` go on at node `next`.
  struct Interval {
    std::uint16_t least, most;
    std::uint32_t next;
  };

  explicit TreePlan(const DecisionTree& tree);

  [[nodiscard]] QuerySystem system() const { return system_; }
  [[nodiscard]] const Node& node(std::size_t i) const { return nodes_[i]; }
  // Asks the memory for the children of a node, or the intervals of a region, while the query is
  // still being answered.
  void fetch(const Node& node) const {
    const bool region = node.query.kind == QueryKind::region;
    prefetch(region ? static_cast<const void*>(intervals_.data() + node.next)
                    : static_cast<const void*>(nodes_.data() + node.next));
  }
  // Of a `region`: query.value intervals from interval `next` on, which hold every size.
  [[nodiscard]] const Interval& interval(const Node& node, unsigned size) const {
    const Interval* at = &intervals_[node.next];
    for (std::size_t left = node.query.value; left > 1;) {
      const std::size_t half = left / 2;
      at = at[half].least <= size ? at + half : at;
      left -= half;
    }
    return *at;
  }

 private:
  struct Path;
  struct Place;  // in the tree, and what is known there

  // Where sizes go from a place on, past all queries about the region, in ascending order; `next`
  // is a node of the tree.
  static std::vector<Interval> divide(const DecisionTree& tree, const Place& place);

  QuerySystem system_;
  std::vector<Node> nodes_;
  std::vector<Interval> intervals_;
};

}  // namespace katachi
