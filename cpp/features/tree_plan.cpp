#include "features/tree_plan.h"

#include <map>

namespace katachi {
namespace {

// Larger trees are taken as they are: dividing them could take long, and nobody grows any.
constexpr std::size_t kMostNodes = std::size_t{1} << 18U;

}  // namespace

// What is known on the way to a node.
struct TreePlan::Path {
  std::uint32_t in_region = 1;  // bit x: node x is in the region of the move
  std::uint32_t empty = 1;      // bit x: node x is empty
  std::uint8_t nodes = 1;       // discovered
  std::uint16_t least = 0, most = kMaxCells;

  [[nodiscard]] bool asks_region(const Query& query) const {
    return query.kind == QueryKind::size && (in_region >> query.x & 1U) != 0;
  }
  // The same for sizes in these bounds.
  [[nodiscard]] Path within(unsigned low, unsigned high) const {
    Path narrower = *this;
    narrower.least = static_cast<std::uint16_t>(low);
    narrower.most = static_cast<std::uint16_t>(high);
    return narrower;
  }
  // The same after a query that does not ask about the region.
  [[nodiscard]] Path after(const Query& query, std::size_t child) const {
    Path next = *this;
    if (query.kind != QueryKind::fresh || child == query.none()) return next;
    if ((query.statuses & bit_of(Status::empty)) != 0 && child == query.child_of(Status::empty)) {
      next.empty |= 1U << nodes;
      next.in_region |= (in_region >> query.x & 1U) << nodes;
    }
    ++next.nodes;
    return next;
  }
  // As the plan asks it.
  [[nodiscard]] Query planned(Query query) const {
    const bool size = query.kind == QueryKind::size;
    if (!size && query.kind != QueryKind::liberties) return query;
    if ((empty >> query.x & 1U) != 0) return query;
    query.kind = QueryKind::attribute;
    query.y = size ? 0 : 1;
    return query;
  }
};
static_assert(kMaxNodes <= 32);

struct TreePlan::Place {
  std::size_t from;  // node of the tree
  std::size_t to;    // node of the plan
  Path path;
};

TreePlan::TreePlan(const DecisionTree& tree) : system_(tree.system()), nodes_(1) {
  Place start{.from = 0, .to = 0, .path = {}};
  // Nodes of stone graphs are never empty.
  if (is_stone_graph(system_) || tree.node_count() > kMostNodes) start.path.in_region = 0;
  std::vector<Place> open{start};  // not yet in the plan; the left-most is last
  while (!open.empty()) {
    const Place place = open.back();
    open.pop_back();
    const Node& here = tree.node(place.from);
    const std::size_t first = nodes_.size();
    if (!place.path.asks_region(here.query)) {
      nodes_[place.to] = {.query = place.path.planned(here.query), .next = here.next};
      if (here.query.kind == QueryKind::leaf) continue;
      nodes_[place.to].next = static_cast<std::uint32_t>(first);
      nodes_.resize(first + here.query.child_count());
      for (std::size_t c = here.query.child_count(); c-- > 0;) {
        open.push_back({here.next + c, first + c, place.path.after(here.query, c)});
      }
      continue;
    }
    const std::vector<Interval> intervals = divide(tree, place);
    // Several intervals may end at one node, which is planned once, for all of their sizes.
    std::map<std::uint32_t, Interval> ends;
    for (const Interval& interval : intervals) {
      ends.try_emplace(interval.next, interval).first->second.most = interval.most;
    }
    if (ends.size() == 1) {
      open.push_back({intervals[0].next, place.to, place.path});
      continue;
    }
    nodes_[place.to] = {
        .query = {.kind = QueryKind::region, .value = static_cast<std::uint16_t>(intervals.size())},
        .next = static_cast<std::uint32_t>(intervals_.size())};
    nodes_.resize(first + ends.size());
    std::size_t to = first;
    for (auto& [from, end] : ends) {
      open.push_back({from, to, place.path.within(end.least, end.most)});
      end.next = static_cast<std::uint32_t>(to++);
    }
    for (const Interval& interval : intervals) {
      intervals_.push_back({interval.least, interval.most, ends.at(interval.next).next});
    }
  }
}

std::vector<TreePlan::Interval> TreePlan::divide(const DecisionTree& tree, const Place& place) {
  std::vector<Interval> intervals;
  std::vector<Interval> open{{.least = place.path.least,
                              .most = place.path.most,
                              .next = static_cast<std::uint32_t>(place.from)}};
  while (!open.empty()) {
    const Interval sizes = open.back();
    open.pop_back();
    const Node& here = tree.node(sizes.next);
    if (!place.path.asks_region(here.query)) {
      intervals.push_back(sizes);
      continue;
    }
    // Largest sizes first, so that the smallest are taken from `open` first.
    const auto add = [&](unsigned least, unsigned most) {
      least = std::max<unsigned>(least, sizes.least);
      most = std::min<unsigned>(most, sizes.most);
      if (least > most) return;
      const std::size_t child = here.query.answer(least);
      open.push_back({static_cast<std::uint16_t>(least), static_cast<std::uint16_t>(most),
                      static_cast<std::uint32_t>(here.next + child)});
    };
    const unsigned value = here.query.value;
    add(here.query.equal ? value + 1 : value, kMaxCells);
    if (here.query.equal) add(value, value);
    if (value > 0) add(0, value - 1);
  }
  return intervals;
}

}  // namespace katachi
