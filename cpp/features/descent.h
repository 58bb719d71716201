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
#include "features/tree_plan.h"

namespace katachi {

inline constexpr std::size_t kMaxBranches = 64;

// What a descent has discovered: in each branch the same number of nodes, with the same statuses.
struct Branches {
  using Nodes = std::array<GraphNode, kMaxNodes>;

  std::size_t count = 0;  // of branches
  std::size_t nodes = 0;  // of discovered nodes
  std::array<Nodes, kMaxBranches> branch{};
  std::array<std::uint64_t, kMaxBranches> known{};  // stone graphs: the nodes but the move, as bits
  bool cut = false;

  void begin(GraphNode move) {
    count = 1;
    nodes = 1;
    branch[0][0] = move;
    known[0] = 0;
    cut = false;
  }
  // A branch takes the place of one before it, or stays.
  void keep(std::size_t from, std::size_t to) {
    if (from == to) return;
    std::copy_n(branch[from].begin(), nodes, branch[to].begin());
    known[to] = known[from];
  }
};

// What a leaf depends on, in graphs whose nodes are cells or stones: which cells up to `steps` from
// the move are black, white and empty (one number for each), sizes and liberties of stones nearer
// than `attributes`, and that the size of the move's empty region is from `least` to `most`.
struct Horizon {
  static constexpr std::size_t kKinds = 3;  // black, white, empty
  static constexpr std::array<Status, kKinds> kStatusOf{Status::black, Status::white,
                                                        Status::empty};
  std::array<unsigned, kKinds> steps{};
  unsigned attributes = 0;
  unsigned least = 0;
  unsigned most = kMaxCells;

  // A query looked for these statuses up to so many steps away.
  void see(StatusMask statuses, unsigned far) {
    for (std::size_t k = 0; k < kKinds; ++k) {
      steps[k] = std::max(steps[k], (statuses & bit_of(kStatusOf[k])) != 0 ? far : 0U);
    }
  }
  // What two parts of one descent depend on.
  void join(const Horizon& other) {
    for (std::size_t k = 0; k < kKinds; ++k) steps[k] = std::max(steps[k], other.steps[k]);
    attributes = std::max(attributes, other.attributes);
    narrow(other.least, other.most);
  }
  // The sizes of regions matter in a way that the numbers do not tell.
  void never() { least = kMaxCells + 1; }
  // The leaf is the same for all sizes of the region from `low` to `high`.
  void narrow(unsigned low, unsigned high) {
    least = std::max(least, low);
    most = std::min(most, high);
  }
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
  // Mostly of one length, because nobody can guess where it is, nor how many there are.
  constexpr std::size_t kUsual = 8;
  unsigned found = 0;
  for (std::size_t i = 0; i < kUsual; ++i) {
    found |= (nodes[i] == node ? 1U : 0U) & (i < count ? 1U : 0U);
  }
  for (std::size_t i = kUsual; i < count; ++i) found |= nodes[i] == node ? 1U : 0U;
  return found != 0;
}

template <class Graph>
class Descent {
 public:
  explicit Descent(Graph& graph) : graph_(graph) {}

  // The node of the tree where the move ends: a leaf. `found` holds what was discovered.
  std::size_t run(const DecisionTree& tree, Cell move, Branches& found) {
    begin(move, found);
    std::size_t at = 0;
    while (true) {
      const DecisionTree::Node& here = tree.node(at);
      if (here.query.kind == QueryKind::leaf) return at;
      at = here.next + (here.query.kind == QueryKind::fresh ? discover(here.query, found)
                                                            : compare(here.query, found));
    }
  }

  // The number of the leaf where the move ends.
  std::uint32_t run(const TreePlan& plan, Cell move, Branches& found) {
    begin(move, found);
    return plan.steps()[finish(plan, 0, found)].next();
  }
  // From a step on to a leaf, which is the result.
  std::size_t finish(const TreePlan& plan, std::size_t at, Branches& found) {
    while (plan.steps()[at].kind() != StepKind::leaf) at = take_step(plan, at, found);
    return at;
  }
  // Before steps of a descent that was begun elsewhere: the horizon will be that of these steps.
  void begin_horizon(GraphNode move) {
    move_ = move;
    horizon_ = {};
  }
  // The step after this one, which is no leaf.
  std::size_t take_step(const TreePlan& plan, std::size_t at, Branches& found) {
    const Step& here = plan.steps()[at];
    if (here.is_new()) return here.next() + 1 + discover(here.query(), found);
    if (here.is_simple()) {
      return here.next() +
             compare(found, [&](const Branches::Nodes& nodes) { return answer(here, nodes); });
    }
    if (here.kind() == StepKind::other) return here.next() + compare(here.query(), found);
    const TreePlan::Interval& sizes = plan.interval(here, graph_.region_size(move_));
    horizon_.narrow(sizes.least, sizes.most);
    return sizes.next;
  }

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

  // Of nodes with this status that answer a NEW query equally well those that come first by what
  // was discovered and by sizes and liberties; the first `matches` of candidates(), which are left
  // there.
  std::size_t choose(std::size_t matches, Status status, const GraphNode* nodes,
                     std::size_t count) {
    // Of a stone graph all matches are equally near to node 0.
    for (std::size_t k = count; k-- > (Graph::kStones ? 1U : 0U) && matches > 1;) {
      matches =
          keep_least(matches, [&](GraphNode node) { return graph_.distance(nodes[k], node); });
    }
    if constexpr (Graph::kMerged) {
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

  // Room for nodes to choose from.
  GraphNode* candidates() { return matches_.data(); }

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
  void begin(Cell move, Branches& found) {
    found.begin(graph_.look_at(move));
    begin_horizon(found.branch[0][0]);
  }

  void ask_attributes(GraphNode stone) {
    horizon_.attributes = std::max(horizon_.attributes, graph_.cell_distance(move_, stone) + 1U);
  }

  // A step that compares a number, for one branch.
  std::size_t answer(const Step& step, const Branches::Nodes& nodes) {
    unsigned found = 0;
    if (step.x < kMaxNodes) {
      found = graph_.distance(nodes[step.x], nodes[step.y]);
    } else {
      ask_attributes(nodes[step.y]);
      found = graph_.attribute(step.x == Step::kSize ? 0 : 1, nodes[step.y]);
    }
    return found - step.least < step.width ? 0 : 1;
  }

  // EDGE and ATTR.
  std::size_t compare(const Query& query, Branches& found) {
    return compare(found, [&](const Branches::Nodes& nodes) { return answer(query, nodes); });
  }

  template <class Answer>
  std::size_t compare(Branches& found, Answer answer) {
    std::size_t first = answer(found.branch[0]);
    std::size_t kept = 1;
    for (std::size_t b = 1; b < found.count; ++b) {
      const std::size_t here = answer(found.branch[b]);
      if (here > first) continue;
      if (here < first) kept = 0;
      first = here;
      found.keep(b, kept++);
    }
    found.count = kept;
    return first;
  }

  // NEW. As long as each branch finds one node, it stays where it is; from the first on that finds
  // several all are collected in grown_.
  std::size_t discover(const Query& query, Branches& found) {
    const std::size_t none = kStatusCount[query.statuses];
    std::size_t first = none;
    std::size_t kept = 0;
    bool grows = false;
    bool cut = false;
    for (std::size_t b = 0; b < found.count; ++b) {
      const std::size_t matches = match(query, found, b);
      const std::size_t child = matches == 0 ? none : query.child_of(graph_.status(matches_[0]));
      if (child > first) continue;
      if (child < first) {
        kept = 0;
        grows = false;
        cut = false;
      }
      first = child;
      if (matches == 0) continue;
      if (matches > 1 && !grows) {
        grows = true;
        for (std::size_t g = 0; g < kept; ++g) grow(found, g, found.branch[g][found.nodes], g);
      }
      for (std::size_t m = 0; m < matches; ++m) {
        if (kept == kMaxBranches) {
          cut = true;
          break;
        }
        if (grows) {
          grow(found, b, matches_[m], kept++);
        } else {
          found.keep(b, kept);
          found.branch[kept++][found.nodes] = matches_[m];
        }
      }
    }
    if (first == none) return first;
    if (grows) {
      for (std::size_t g = 0; g < kept; ++g) {
        std::copy_n(grown_.branch[g].begin(), found.nodes + 1, found.branch[g].begin());
        found.known[g] = grown_.known[g];
      }
    }
    for (std::size_t g = 0; g < kept; ++g) {
      found.known[g] |= bit_of_node(found.branch[g][found.nodes]);
    }
    found.count = kept;
    found.cut = found.cut || cut;
    ++found.nodes;
    return first;
  }

  // Branch b with one node more.
  void grow(const Branches& found, std::size_t b, GraphNode node, std::size_t to) {
    std::copy_n(found.branch[b].begin(), found.nodes, grown_.branch[to].begin());
    grown_.branch[to][found.nodes] = node;
    grown_.known[to] = found.known[b];
  }

  [[nodiscard]] std::uint64_t bit_of_node(GraphNode node) const {
    if constexpr (Graph::kStones) return graph_.around().bit_of_node(node);
    return 0;
  }

  // Fills matches_ with the nodes that answer a NEW query; all have one status.
  std::size_t match(const Query& query, const Branches& found, std::size_t branch) {
    const Branches::Nodes& nodes = found.branch[branch];
    if constexpr (Graph::kStones) {
      StonesAround& around = graph_.around();
      const auto nearest = around.nearest(query.statuses, found.known[branch], query.value);
      if (!nearest.beyond) {
        horizon_.see(query.statuses, nearest.steps);
        std::size_t matches = 0;
        for (auto left = nearest.found; left != 0; left &= left - 1) {
          matches_[matches++] = around.entry(static_cast<std::size_t>(std::countr_zero(left))).node;
        }
        if (matches < 2) return matches;
        return choose(matches, graph_.status(matches_[0]), nodes.data(), found.nodes);
      }
    } else {
      horizon_.see(query.statuses, graph_.cell_distance(move_, nodes[query.x]) + 1U);
      if constexpr (requires { graph_.directions_to(0, 0); }) {
        return match_next_to(query, nodes, found.nodes);
      }
    }
    return match_one_by_one(query, nodes, found.nodes);
  }

  // The same in a graph of cells.
  std::size_t match_next_to(const Query& query, const Branches::Nodes& nodes, std::size_t count) {
    const GraphNode from = nodes[query.x];
    unsigned taken = 0;
    for (unsigned d = 0; d < graph_.directions(); ++d) {
      taken |= (is_discovered(nodes, count, graph_.neighbour(from, d)) ? 1U : 0U) << d;
    }
    const unsigned left = graph_.directions_to_any(query.statuses, from) & ~(taken * 0x10101U);
    if (left == 0) return 0;
    const auto kind = static_cast<unsigned>(std::countr_zero(left)) / 8;
    std::size_t matches = 0;
    for (unsigned bits = left >> 8 * kind & 0xffU; bits != 0; bits &= bits - 1) {
      matches_[matches++] = graph_.neighbour(from, static_cast<unsigned>(std::countr_zero(bits)));
    }
    return matches < 2 ? matches : choose(matches, Horizon::kStatusOf[kind], nodes.data(), count);
  }

  // The same for every graph, without bits.
  std::size_t match_one_by_one(const Query& query, const Branches::Nodes& nodes,
                               std::size_t count) {
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
      for (std::size_t i = 0; const auto* entry = graph_.around().within(nearest, i); ++i) {
        consider(entry->node, entry->status);
        if (matches != 0) nearest = entry->steps;
      }
      horizon_.see(query.statuses, nearest);
    } else {
      graph_.neighbours(nodes[query.x], [&](GraphNode node) {
        consider(node, graph_.status(node));
        return true;
      });
    }
    return matches < 2 ? matches : choose(matches, best, nodes.data(), count);
  }

  template <class Key>
  std::size_t keep_least(std::size_t matches, Key key) {
    if (matches < 2) return matches;
    unsigned least = ~0U;
    std::size_t kept = 0;
    for (std::size_t m = 0; m < matches; ++m) {
      const unsigned here = key(matches_[m]);
      kept = here < least ? 0 : kept;
      least = std::min(least, here);
      matches_[kept] = matches_[m];
      kept += here == least ? 1U : 0U;
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
