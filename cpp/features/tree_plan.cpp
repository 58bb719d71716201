#include "features/tree_plan.h"

#include <algorithm>
#include <map>

#include "features/board_distances.h"

namespace katachi {
namespace {

// Larger trees are taken as they are: dividing them could take long, and nobody grows any.
constexpr std::size_t kMostNodes = std::size_t{1} << 18U;
constexpr std::array<Status, Sight::kKinds> kSeen{Status::black, Status::white, Status::empty};

}  // namespace

// What is known on the way to a node.
struct TreePlan::Path {
  std::uint32_t in_region = 1;  // bit x: node x is in the region of the move
  std::uint32_t empty = 1;      // bit x: node x is empty
  std::uint8_t nodes = 1;       // discovered
  std::uint16_t least = 0, most = kMaxCells;
  Sight sight;

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
  [[nodiscard]] Path after(const Query& query, std::size_t child, bool stones) const {
    Path next = *this;
    if (query.kind == QueryKind::size || query.kind == QueryKind::liberties) {
      if ((empty >> query.x & 1U) == 0) next.sight.asked |= 1U << query.x;
      return next;
    }
    if (query.kind != QueryKind::fresh) return next;
    const bool none = child == query.none();
    for (std::size_t k = 0; k < kSeen.size(); ++k) {
      if ((query.statuses & bit_of(kSeen[k])) == 0) continue;
      if (stones && none) {
        const auto reach = static_cast<std::uint8_t>(std::min<unsigned>(query.value, 0xff));
        next.sight.reach[k] = std::max(sight.reach[k], reach);
      } else {
        next.sight.seen[k] |= 1U << (stones ? nodes : query.x);
      }
    }
    if (none) return next;
    if ((query.statuses & bit_of(Status::empty)) != 0 && child == query.child_of(Status::empty)) {
      next.empty |= 1U << nodes;
      next.in_region |= (in_region >> query.x & 1U) << nodes;
    }
    ++next.nodes;
    return next;
  }
  // The query as a step.
  [[nodiscard]] Step step(const Query& query, std::uint32_t next) const;
};
static_assert(kMaxNodes <= 32);

struct TreePlan::Place {
  std::size_t from;  // node of the tree
  std::size_t to;    // step of the plan
  Path path;
};

Step TreePlan::Path::step(const Query& query, std::uint32_t next) const {
  constexpr unsigned kMost = BoardDistances::kMostSteps;
  Step step;
  if (query.kind == QueryKind::leaf) {
    step.set(Step::kLeaf, next);
    return step;
  }
  if (query.kind == QueryKind::fresh) {
    step.set(query.statuses, next - 1);
    step.x = query.x;
    step.y = query.x;
    step.least = static_cast<std::uint8_t>(std::min<unsigned>(query.value, kMost));
    return step;
  }
  const bool attribute = query.kind == QueryKind::size || query.kind == QueryKind::liberties;
  const bool of_stone = attribute && (empty >> query.x & 1U) == 0;
  if ((query.kind == QueryKind::distance || of_stone) && query.value <= kMost) {
    step.set(0, next);
    step.x = !of_stone ? query.x : query.kind == QueryKind::size ? Step::kSize : Step::kLiberties;
    step.y = of_stone ? query.x : query.y;
    step.least = static_cast<std::uint8_t>(query.equal ? query.value : 0);
    step.width = static_cast<std::uint8_t>(query.equal ? 1 : query.value);
    return step;
  }
  step.set(Step::kOther + static_cast<std::uint32_t>(query.kind) + (query.equal ? 8U : 0U), next);
  step.x = query.x;
  step.y = query.y;
  step.least = static_cast<std::uint8_t>(query.value & 0xffU);
  step.width = static_cast<std::uint8_t>(query.value >> 8U);
  return step;
}

Query Step::query() const {
  if (is_new()) {
    return {.kind = QueryKind::fresh,
            .statuses = static_cast<StatusMask>(code()),
            .x = x,
            .value = least};
  }
  return {.kind = static_cast<QueryKind>((code() - kOther) & 7U),
          .equal = code() >= kOther + 8,
          .x = x,
          .y = y,
          .value = static_cast<std::uint16_t>(value())};
}

TreePlan::TreePlan(const DecisionTree& tree) : system_(tree.system()), steps_(1) {
  std::map<Sight, std::uint32_t> sights;
  Place start{.from = 0, .to = 0, .path = {}};
  // Nodes of stone graphs are never empty.
  if (is_stone_graph(system_) || tree.node_count() > kMostNodes) start.path.in_region = 0;
  std::vector<Place> open{start};  // not yet in the plan; the left-most is last
  while (!open.empty()) {
    const Place place = open.back();
    open.pop_back();
    const DecisionTree::Node& here = tree.node(place.from);
    const std::size_t first = steps_.size();
    if (!place.path.asks_region(here.query)) {
      const bool leaf = here.query.kind == QueryKind::leaf;
      steps_[place.to] =
          place.path.step(here.query, leaf ? here.next : static_cast<std::uint32_t>(first));
      if (leaf) {
        const auto number =
            sights.try_emplace(place.path.sight, static_cast<std::uint32_t>(sights.size()))
                .first->second;
        steps_[place.to].set_sight(number);
        continue;
      }
      steps_.resize(first + here.query.child_count());
      for (std::size_t c = here.query.child_count(); c-- > 0;) {
        open.push_back(
            {here.next + c, first + c, place.path.after(here.query, c, is_stone_graph(system_))});
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
    Step& step = steps_[place.to];
    step.set(Step::kRegion, static_cast<std::uint32_t>(intervals_.size()));
    step.least = static_cast<std::uint8_t>(intervals.size() & 0xffU);
    step.width = static_cast<std::uint8_t>(intervals.size() >> 8U);
    steps_.resize(first + ends.size());
    std::size_t to = first;
    for (auto& [from, end] : ends) {
      open.push_back({from, to, place.path.within(end.least, end.most)});
      end.next = static_cast<std::uint32_t>(to++);
    }
    for (const Interval& interval : intervals) {
      intervals_.push_back({interval.least, interval.most, ends.at(interval.next).next});
    }
  }
  sights_.resize(sights.size());
  for (const auto& [sight, number] : sights) sights_[number] = sight;
}

std::vector<TreePlan::Interval> TreePlan::divide(const DecisionTree& tree, const Place& place) {
  std::vector<Interval> intervals;
  std::vector<Interval> open{{.least = place.path.least,
                              .most = place.path.most,
                              .next = static_cast<std::uint32_t>(place.from)}};
  while (!open.empty()) {
    const Interval sizes = open.back();
    open.pop_back();
    const DecisionTree::Node& here = tree.node(sizes.next);
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
