// How a move descends a decision tree (FOREST 3.3).
//
// A NEW query that several nodes would answer keeps, in this order, those
//   1  nearest to node 0 (stone graphs),
//   2  black; otherwise white; otherwise own sides, sides of the opponent, or empty,
//   3  nearest to the discovered nodes, the last discovered first,
//   4  with most connectivity to them, the last discovered first (intersection graphs),
//   5  of the largest chain or region,
//   6  with most liberties.
// If several remain, the descent branches, one branch for each. Only the left-most leaf that a
// branch reaches counts. All branches of a NEW query go on from the same child, so all branches are
// at one node of the tree at any time, and a query sends them on to the left-most child that one of
// them has; the others are given up. That is the left-most leaf, without walking to the others.
//
// No more than kMaxBranches are kept, the first by cell number. That is the only place where the
// numbers of cells matter; `Branches::cut` says that it happened.
//
// A descent also notes how far it looked (`Horizon`), for leaf_memory.h.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "features/board_graphs.h"
#include "features/decision_tree.h"

namespace katachi {

inline constexpr std::size_t kMaxBranches = 64;

// What a descent has discovered: in each branch the same number of nodes, with the same statuses.
struct Branches {
  using Nodes = std::array<GraphNode, kMaxNodes>;

  std::size_t count = 0;  // of branches
  std::size_t nodes = 0;  // of discovered nodes
  std::array<Nodes, kMaxBranches> branch;
  bool cut = false;

  void begin(GraphNode move) {
    count = 1;
    nodes = 1;
    branch[0][0] = move;
    cut = false;
  }
};

// What a leaf depends on, in graphs whose nodes are cells or stones: statuses up to `steps` from
// the move, sizes and liberties of stones nearer than `attributes`, and that the size of the move's
// empty region is from `least` to `most`.
struct Horizon {
  unsigned steps = 0;
  unsigned attributes = 0;
  unsigned least = 0;
  unsigned most = kMaxCells;

  // The sizes of regions matter in a way that the numbers do not tell.
  void never() { least = kMaxCells + 1; }
  // A query about the size of the region had this answer.
  void narrow(const Query& query, unsigned size) {
    if (query.equal && size == query.value) {
      least = std::max(least, size);
      most = std::min(most, size);
    } else if (size < query.value) {
      most = std::min(most, query.value - 1U);
    } else {
      least = std::max(least, query.value + (query.equal ? 1U : 0U));
    }
  }
};

inline bool is_discovered(const Branches::Nodes& nodes, std::size_t count, GraphNode node) {
  for (std::size_t i = 0; i < count; ++i) {
    if (nodes[i] == node) return true;
  }
  return false;
}

template <class Graph>
class Descent {
 public:
  explicit Descent(Graph& graph) : graph_(graph) {}

  // The node of the tree where the move ends: a leaf. `found` holds what was discovered.
  std::size_t run(const DecisionTree& tree, Cell move, Branches& found) {
    found.begin(graph_.look_at(move));
    move_ = move;
    horizon_ = {};
    std::size_t at = 0;
    while (true) {
      const DecisionTree::Node& here = tree.node(at);
      if (here.query.kind == QueryKind::leaf) return at;
      at = here.next + (here.query.kind == QueryKind::fresh ? discover(here.query, found)
                                                            : compare(here.query, found));
    }
  }

  // Of the last run.
  [[nodiscard]] const Horizon& horizon() const { return horizon_; }

  // What a query of the kind distance, connectivity, size or liberties compares.
  unsigned number(const Query& query, const Branches::Nodes& nodes) {
    switch (query.kind) {
      case QueryKind::distance:
        return graph_.distance(nodes[query.x], nodes[query.y]);
      case QueryKind::connectivity:
        return graph_.connectivity(nodes[query.x], nodes[query.y]);
      case QueryKind::size:
        return graph_.size(nodes[query.x]);
      default:
        return graph_.liberties(nodes[query.x]);
    }
  }

 private:
  // EDGE and ATTR, for one branch.
  std::size_t answer(const Query& query, const Branches::Nodes& nodes) {
    const unsigned found = number(query, nodes);
    if (query.kind == QueryKind::size || query.kind == QueryKind::liberties) {
      const GraphNode node = nodes[query.x];
      if (is_stone(graph_.status(node))) {
        ask_attributes(node);
      } else if (graph_.is_same_region(node, move_)) {
        horizon_.narrow(query, found);
      } else {
        horizon_.never();
      }
    }
    return query.answer(found);
  }

  void ask_attributes(GraphNode stone) {
    horizon_.attributes = std::max(horizon_.attributes, graph_.cell_distance(move_, stone) + 1U);
  }

  // EDGE and ATTR.
  std::size_t compare(const Query& query, Branches& found) {
    if (found.count == 1) return answer(query, found.branch[0]);
    std::size_t first = 2;
    std::array<std::uint8_t, kMaxBranches> answers;
    for (std::size_t b = 0; b < found.count; ++b) {
      const std::size_t here = answer(query, found.branch[b]);
      answers[b] = static_cast<std::uint8_t>(here);
      first = std::min(first, here);
    }
    std::size_t kept = 0;
    for (std::size_t b = 0; b < found.count; ++b) {
      if (answers[b] == first) found.branch[kept++] = found.branch[b];
    }
    found.count = kept;
    return first;
  }

  // NEW.
  std::size_t discover(const Query& query, Branches& found) {
    if (found.count == 1) {
      const std::size_t matches = match(query, found.branch[0], found.nodes);
      if (matches == 0) return query.none();
      const std::size_t child = query.child_of(graph_.status(matches_[0]));
      if (matches == 1) {
        found.branch[0][found.nodes++] = matches_[0];
        return child;
      }
    }
    std::size_t first = query.none();
    for (std::size_t b = 0; b < found.count; ++b) {
      const std::size_t matches = match(query, found.branch[b], found.nodes);
      if (matches != 0) first = std::min(first, query.child_of(graph_.status(matches_[0])));
    }
    grown_.count = 0;
    for (std::size_t b = 0; b < found.count; ++b) {
      const std::size_t matches = match(query, found.branch[b], found.nodes);
      if (first == query.none()) {
        grown_.branch[grown_.count++] = found.branch[b];
        continue;
      }
      if (matches == 0 || query.child_of(graph_.status(matches_[0])) != first) continue;
      for (std::size_t m = 0; m < matches; ++m) {
        if (grown_.count == kMaxBranches) {
          found.cut = true;
          break;
        }
        auto& nodes = grown_.branch[grown_.count++];
        nodes = found.branch[b];
        nodes[found.nodes] = matches_[m];
      }
    }
    std::copy_n(grown_.branch.begin(), grown_.count, found.branch.begin());
    found.count = grown_.count;
    if (first != query.none()) ++found.nodes;
    return first;
  }

  // Fills matches_ with the nodes that answer a NEW query; all have one status.
  std::size_t match(const Query& query, const Branches::Nodes& nodes, std::size_t count) {
    if constexpr (Graph::kStones) {
      typename Graph::Window known = 0;
      for (std::size_t k = 1; k < count; ++k) known |= graph_.bit_of_node(nodes[k]);
      const std::size_t first = graph_.nearest(query.statuses, known, query.value);
      if (first == Graph::kNone) {
        horizon_.steps = std::max<unsigned>(horizon_.steps, query.value);
        return 0;
      }
      if (first != Graph::kBeyond && graph_.ring_of(first) != 0) {
        return match_in_ring(query, first, known, nodes, count);
      }
    }
    std::size_t matches = 0;
    auto best = static_cast<Status>(kStatuses);
    const auto consider = [&](GraphNode node, Status status) {
      if ((query.statuses & bit_of(status)) == 0 || status > best ||
          is_discovered(nodes, count, node)) {
        return;
      }
      if (status < best) matches = 0;
      best = status;
      matches_[matches++] = node;
    };
    if constexpr (Graph::kStones) {
      unsigned nearest = query.value;
      for (std::size_t i = 0; const auto* entry = graph_.around(i, nearest); ++i) {
        consider(entry->node, entry->status);
        if (matches != 0) nearest = entry->steps;
      }
      horizon_.steps = std::max(horizon_.steps, nearest);
    } else {
      horizon_.steps = std::max(horizon_.steps, graph_.cell_distance(move_, nodes[query.x]) + 1U);
      graph_.neighbours(nodes[query.x], [&](GraphNode node) {
        consider(node, graph_.status(node));
        return true;
      });
    }
    return matches < 2 ? matches : choose(matches, best, nodes, count);
  }

  // The same where bits tell all: of the ring of the entry `first`, those that are not known.
  template <class Window>
  std::size_t match_in_ring(const Query& query, std::size_t first, Window known,
                            const Branches::Nodes& nodes, std::size_t count) {
    horizon_.steps = std::max<unsigned>(horizon_.steps, graph_.entry(first).steps);
    const Window ring = graph_.ring_of(first) & ~known;
    for (unsigned left = query.statuses;; left &= left - 1) {
      const auto status = static_cast<Status>(std::countr_zero(left));
      Window found = ring & graph_.with_status(bit_of(status));
      if (found == 0) continue;
      std::size_t matches = 0;
      for (; found != 0; found &= found - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(found));
        matches_[matches++] = graph_.entry(i).node;
      }
      return matches < 2 ? matches : choose(matches, status, nodes, count);
    }
  }

  std::size_t choose(std::size_t matches, Status status, const Branches::Nodes& nodes,
                     std::size_t count) {
    // Of a stone graph all matches are equally near to node 0.
    for (std::size_t k = count; k-- > (Graph::kStones ? 1U : 0U) && matches > 1;) {
      matches =
          keep_least(matches, [&](GraphNode node) { return graph_.distance(nodes[k], node); });
    }
    if constexpr (!Graph::kStones) {
      for (std::size_t k = count; k-- > 0 && matches > 1;) {
        matches = keep_least(matches,
                             [&](GraphNode node) { return ~graph_.connectivity(nodes[k], node); });
      }
    }
    if (status == Status::side || status == Status::far_side) return matches;
    for (std::size_t m = 0; m < matches && matches > 1; ++m) {
      if (is_stone(status)) {
        ask_attributes(matches_[m]);
      } else if (!graph_.is_same_region(matches_[0], matches_[m])) {
        horizon_.never();
      }
    }
    matches = keep_least(matches, [&](GraphNode node) { return ~graph_.size(node); });
    if (is_stone(status)) {
      matches = keep_least(matches, [&](GraphNode node) { return ~graph_.liberties(node); });
    }
    return matches;
  }

  template <class Key>
  std::size_t keep_least(std::size_t matches, Key key) {
    if (matches < 2) return matches;
    unsigned least = ~0U;
    std::size_t kept = 0;
    for (std::size_t m = 0; m < matches; ++m) {
      const unsigned here = key(matches_[m]);
      if (here > least) continue;
      if (here < least) kept = 0;
      least = here;
      matches_[kept++] = matches_[m];
    }
    return kept;
  }

  Graph& graph_;
  Cell move_ = 0;
  Horizon horizon_;
  std::array<GraphNode, kMaxCells + 6> matches_;
  Branches grown_;
};

}  // namespace katachi
