// Descents side by side: what a processor waits for in one, it uses for the others.
//
// A descent (descent.h) is a chain of loads and of answers that nobody can guess. So several are
// under way at once, each takes one step in turn, and a simple step (tree_plan.h) is made without a
// jump: it looks for new nodes and compares a number, and one of the two has no effect. Told apart
// by jumps are only ends of a descent, regions, and what is rare: several nodes that answer a NEW
// query, from which Descent chooses; branches, which Descent takes to their end; a window of stones
// that must be widened.
//
// For trees of cells and of stones (ig0, sg0). One object per thread.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "features/board_graphs.h"
#include "features/descent.h"
#include "features/tree_plan.h"
#include "games/compiler.h"

namespace katachi {

template <class Graph>
class SideBySide {
 public:
  struct Task {
    const TreePlan* plan;
    std::uint32_t tree;
    Cell move;
  };

  SideBySide(const BoardParts& parts, Graph& graph, Descent<Graph>& descent)
      : parts_(parts), distances_(parts.distances()), graph_(graph), descent_(descent) {
    for (Lane& lane : lanes_) {
      lane.row[Step::kSize] = parts.capped(0);
      lane.row[Step::kLiberties] = parts.capped(1);
    }
    if constexpr (Graph::kStones) {
      windows_.reserve(kLanes + 1);
      for (std::size_t i = 0; i <= kLanes; ++i) windows_.emplace_back(parts, false);
      users_.assign(windows_.size(), 0);
    }
  }

  // Descents of the position that the graph has taken; those of one move should follow each other.
  // ended(task, leaf, horizon, cut) for each, in some order.
  template <class Ended>
  void run(std::span<const Task> tasks, Ended ended);

 private:
  static constexpr std::size_t kLanes = 8;
  // In place of a cell that was not found: a number whose bits include those of every cell.
  static constexpr std::size_t kNowhere = std::bit_ceil(kMaxCells + std::size_t{1}) - 1;

  // A descent under way, in one branch.
  struct Lane {
    const Step* steps;
    std::size_t at;
    std::size_t nodes;     // discovered
    std::uint64_t known;   // stones: as bits of the window
    StonesAround* around;  // stones
    // By node, then as Step counts: what nodes are looked up in. One more than there can be,
    // because what no query has found is written, too.
    std::array<GraphNode, kMaxNodes + 1> node;
    std::array<const std::uint8_t*, Step::kLiberties + 1> row;
    const Task* task;
    Horizon horizon;       // but for the sight of the leaf
    std::uint16_t serial;  // of this descent in its lane
    // Cells: by cell, the serial of the descent that has discovered it.
    std::array<std::uint16_t, kNowhere + 1> stamp;
  };
  // By statuses asked for, and status found or kNone.
  static constexpr std::size_t kNone = 7;
  static constexpr auto kChild = [] {
    std::array<std::array<std::uint8_t, 8>, 32> child{};
    for (unsigned statuses = 0; statuses < child.size(); ++statuses) {
      for (unsigned s = 0; s < kStatuses; ++s) {
        child[statuses][s] = kStatusCount[statuses & ((1U << s) - 1U)];
      }
      child[statuses][kNone] = kStatusCount[statuses];
    }
    return child;
  }();
  // By byte, four bits each; behind them kNone.
  static constexpr unsigned kStatusOfByte = 0x7410;
  // 1 if the difference is negative.
  static unsigned is_negative(unsigned difference) { return difference >> 31U; }

  // The lane's next descent.
  void begin(Lane& lane, const Task& task);
  void discover(Lane& lane, GraphNode node) const {
    lane.row[lane.nodes] = distances_.row(node);
    lane.node[lane.nodes++] = node;
    if constexpr (Graph::kStones) {
      lane.known |= lane.around->bit_of_node(node);
    } else {
      lane.stamp[node] = lane.serial;
    }
  }
  [[nodiscard]] Horizon horizon_of(const Lane& lane, const Sight& sight, const GraphNode* node,
                                   std::size_t nodes) const;

  const BoardParts& parts_;
  const BoardDistances& distances_;
  Graph& graph_;
  Descent<Graph>& descent_;
  std::array<Lane, kLanes> lanes_{};
  std::vector<StonesAround> windows_;
  std::vector<unsigned> users_;  // lanes, by window
  std::size_t window_ = 0;       // the last
  Branches found_;
};

template <class Graph>
void SideBySide<Graph>::begin(Lane& lane, const Task& task) {
  lane.task = &task;
  lane.steps = task.plan->steps();
  lane.at = 0;
  lane.nodes = 1;
  lane.known = 0;
  lane.horizon = {};
  lane.node[0] = task.move;
  lane.row[0] = distances_.row(task.move);
  if constexpr (Graph::kStones) {
    if (windows_[window_].move() != task.move) {
      window_ =
          static_cast<std::size_t>(std::find(users_.begin(), users_.end(), 0U) - users_.begin());
      windows_[window_].begin(task.move);
      windows_[window_].widen();
    }
    ++users_[window_];
    lane.around = &windows_[window_];
  } else {
    if (++lane.serial == 0) {
      lane.stamp.fill(0);
      lane.serial = 1;
    }
    lane.stamp[task.move] = lane.serial;
  }
}

template <class Graph>
Horizon SideBySide<Graph>::horizon_of(const Lane& lane, const Sight& sight, const GraphNode* node,
                                      std::size_t nodes) const {
  Horizon horizon = lane.horizon;
  for (std::size_t k = 0; k < Sight::kKinds; ++k) {
    horizon.steps[k] = std::max<unsigned>(horizon.steps[k], sight.reach[k]);
  }
  const std::uint8_t* const far = lane.row[0];
  constexpr unsigned kNext = Graph::kStones ? 0 : 1;
  for (std::size_t i = 0; i < nodes; ++i) {
    const unsigned steps = far[node[i]];
    for (std::size_t k = 0; k < Sight::kKinds; ++k) {
      horizon.steps[k] =
          std::max(horizon.steps[k], (steps + kNext) & (0U - (sight.seen[k] >> i & 1U)));
    }
    horizon.attributes = std::max(horizon.attributes, (steps + 1) & (0U - (sight.asked >> i & 1U)));
  }
  return horizon;
}

template <class Graph>
template <class Ended>
void SideBySide<Graph>::run(std::span<const Task> tasks, Ended ended) {
  if constexpr (Graph::kStones) {
    for (auto& window : windows_) window.begin(kNoMove);
  }
  std::size_t next = 0;
  std::size_t active = 0;
  std::array<Lane*, kLanes> lanes;
  while (active < kLanes && next < tasks.size()) {
    lanes[active] = &lanes_[active];
    begin(*lanes[active++], tasks[next++]);
  }
  const auto directions = static_cast<std::size_t>(parts_.topology().directions());
  // False, here and below: the descent is at its end, and there are no more tasks.
  const auto end = [&](Lane& lane, const Step& leaf, const GraphNode* node, std::size_t nodes,
                       bool cut) {
    ended(*lane.task, leaf.next(), horizon_of(lane, lane.task->plan->sight(leaf), node, nodes),
          cut);
    if constexpr (Graph::kStones) --users_[static_cast<std::size_t>(lane.around - windows_.data())];
    if (next == tasks.size()) return false;
    begin(lane, tasks[next++]);
    return true;
  };
  // Descent takes branches to their end.
  const auto finish = [&](Lane& lane) {
    if constexpr (Graph::kStones) graph_.look_at(*lane.around);
    descent_.begin_horizon(lane.node[0]);
    const Step leaf = lane.steps[descent_.finish(*lane.task->plan, lane.at, found_)];
    lane.horizon.join(descent_.horizon());
    return end(lane, leaf, found_.branch[0].data(), found_.nodes, found_.cut);
  };
  // Descent takes one step.
  const auto take_other_step = [&](Lane& lane) {
    found_.count = 1;
    found_.nodes = lane.nodes;
    std::copy_n(lane.node.begin(), kMaxNodes, found_.branch[0].begin());
    found_.known[0] = lane.known;
    found_.cut = false;
    if constexpr (Graph::kStones) graph_.look_at(*lane.around);
    descent_.begin_horizon(lane.node[0]);
    lane.at = descent_.take_step(*lane.task->plan, lane.at, found_);
    lane.horizon.join(descent_.horizon());
    if (found_.count > 1) return finish(lane);
    if (lane.nodes < found_.nodes) discover(lane, found_.branch[0][lane.nodes]);
    return true;
  };
  // Several nodes answer a NEW query, the first `matches` of the descent's candidates.
  const auto choose = [&](Lane& lane, std::size_t matches, Status status) {
    descent_.begin_horizon(lane.node[0]);
    matches = descent_.choose(matches, status, lane.node.data(), lane.nodes);
    const GraphNode* const nodes = descent_.candidates();
    lane.horizon.join(descent_.horizon());
    if (matches == 1) {
      discover(lane, nodes[0]);
      return true;
    }
    found_.cut = matches > kMaxBranches;
    found_.count = std::min(matches, kMaxBranches);
    found_.nodes = lane.nodes + 1;
    for (std::size_t b = 0; b < found_.count; ++b) {
      std::copy_n(lane.node.begin(), lane.nodes, found_.branch[b].begin());
      found_.branch[b][lane.nodes] = nodes[b];
      found_.known[b] = lane.known;
      if constexpr (Graph::kStones) found_.known[b] |= lane.around->bit_of_node(nodes[b]);
    }
    return finish(lane);
  };

  while (active > 0) {
    for (std::size_t l = 0; l < active; ++l) {
      Lane& lane = *lanes[l];
      const Step step = lane.steps[lane.at];
      const std::size_t statuses = step.code();
      bool stays = true;
      if (statuses >= Step::kLeaf) {
        if (statuses == Step::kLeaf) {
          stays = end(lane, step, lane.node.data(), lane.nodes, false);
        } else if (statuses == Step::kRegion) {
          const TreePlan::Interval& sizes =
              lane.task->plan->interval(step, graph_.region_size(lane.node[0]));
          lane.horizon.narrow(sizes.least, sizes.most);
          lane.at = sizes.next;
        } else {
          stays = take_other_step(lane);
        }
      } else {
        // A simple step: numbers in place of conditions, of which compilers would make jumps.
        const unsigned number = lane.row[step.x][lane.node[step.y]];
        const std::size_t no = number - step.least < step.width ? 0 : 1;
        const std::array<std::uint8_t, 8>& child = kChild[statuses];
        if constexpr (Graph::kStones) {
          // The nearest that is left. What stands for more that was not read is two bits, as if
          // several entries were equally near.
          const StonesAround& around = *lane.around;
          const auto left = around.with_status(statuses) & ~lane.known;
          const auto i = static_cast<std::size_t>(std::countr_zero(left | std::uint64_t{1} << 63U));
          const StonesAround::Entry first = around.entry(i);
          const unsigned none = is_negative(unsigned{step.least} - first.steps);
          const auto found = around.alike(i) & left & (std::uint64_t{none} - 1);
          if ((found & (found - 1)) != 0) [[unlikely]] {
            if (i < StonesAround::kWindow) {
              std::size_t matches = 0;
              for (auto bits = found; bits != 0; bits &= bits - 1) {
                descent_.candidates()[matches++] =
                    around.entry(static_cast<std::size_t>(std::countr_zero(bits))).node;
              }
              lane.at = step.next() + 1 + child[static_cast<std::size_t>(first.status)];
              stays = choose(lane, matches, first.status);
            } else if (!lane.around->widen()) {
              stays = take_other_step(lane);
            }
          } else {
            lane.known |= found;
            lane.node[lane.nodes] = first.node;
            lane.row[lane.nodes] = distances_.row(first.node);
            lane.nodes += 1U - none;
            lane.at = step.next() + no +
                      child[static_cast<std::size_t>(first.status) | (kNone & (0U - none))];
            prefetch(lane.steps + lane.at);
          }
        } else {
          // The first kind that is left next to x.
          const GraphNode x = lane.node[step.y];
          const auto& neighbours = parts_.topology().neighbours(x);
          unsigned taken = 0;
          for (std::size_t d = 0; d < directions; ++d) {
            taken |= (lane.stamp[neighbours[d]] == lane.serial ? 1U : 0U) << d;
          }
          const unsigned left = graph_.directions_to_any(statuses, x) & ~(taken * 0x10101U);
          const auto i = static_cast<unsigned>(std::countr_zero(left | 1U << 31U));
          const unsigned found = left & 0xffU << (i & 24U);
          const unsigned status = kStatusOfByte >> (i >> 1U & 12U) & 7U;
          const GraphNode node = neighbours[i & 7U];
          if ((found & (found - 1)) != 0) [[unlikely]] {
            std::size_t matches = 0;
            for (unsigned bits = found; bits != 0; bits &= bits - 1) {
              descent_.candidates()[matches++] =
                  neighbours[static_cast<std::size_t>(std::countr_zero(bits)) & 7U];
            }
            lane.at = step.next() + 1 + child[status];
            stays = choose(lane, matches, static_cast<Status>(status));
          } else {
            const unsigned none = i >> 3U == 3U ? 1U : 0U;
            lane.node[lane.nodes] = node;
            lane.row[lane.nodes] = distances_.row(node);
            lane.stamp[node | (kNowhere & (0U - none))] = lane.serial;
            lane.nodes += 1U - none;
            lane.at = step.next() + no + child[status];
            prefetch(lane.steps + lane.at);
          }
        }
      }
      if (!stays) std::swap(lanes[l--], lanes[--active]);
    }
  }
}

}  // namespace katachi
