#include "features/decision_tree.h"

#include <algorithm>
#include <stdexcept>

namespace katachi {
namespace {

// A tree of a thousand times more leaves than FOREST grew.
constexpr std::size_t kMostNodes = 8'000'000;

}  // namespace

Discovered Discovered::after(const Query& query, std::size_t child) const {
  Discovered result = *this;
  if (query.kind != QueryKind::fresh || child == query.none()) return result;
  for (std::size_t s = 0; s < kStatuses; ++s) {
    const auto status = static_cast<Status>(s);
    if ((query.statuses & bit_of(status)) != 0 && query.child_of(status) == child) {
      result.statuses[result.count++] = status;
      break;
    }
  }
  return result;
}

bool Discovered::allows(const Query& query, QuerySystem system, StatusMask statuses_known) const {
  const bool stones_only = is_stone_graph(system);
  switch (query.kind) {
    case QueryKind::leaf:
      return true;
    case QueryKind::fresh:
      return count < kMaxNodes && query.x < count && (query.statuses & ~statuses_known) == 0;
    case QueryKind::distance:
      return query.y < count;
    case QueryKind::connectivity:
      return !stones_only && query.y < count;
    case QueryKind::size:
      return query.x < count && (!stones_only || is_stone(statuses[query.x]));
    case QueryKind::liberties:
      return query.x < count && is_stone(statuses[query.x]);
  }
  return false;
}

DecisionTree::DecisionTree(QuerySystem system, Grid grid, std::string_view text) : system_(system) {
  constexpr std::string_view kSpace = " \t\r\n";
  const StatusMask known = statuses_of(system, grid);
  struct Open {
    std::size_t node;
    Discovered discovered;
  };
  nodes_.resize(1);
  leaves_ = 0;
  std::vector<Open> open{{0, Discovered()}};  // the left-most is last
  std::size_t at = 0;
  while (true) {
    at = text.find_first_not_of(kSpace, at);
    if (at == std::string_view::npos) break;
    const std::size_t end = std::min(text.find_first_of(kSpace, at), text.size());
    const std::string_view word = text.substr(at, end - at);
    at = end;
    if (open.empty()) throw std::invalid_argument("a tree goes on after its last leaf");
    const Open here = open.back();
    open.pop_back();
    const Query query = query_from(word, system);
    if (!here.discovered.allows(query, system, known)) {
      throw std::invalid_argument("the query '" + std::string(word) +
                                  "' is impossible at its place in a tree of " +
                                  std::string(name_of(system)));
    }
    nodes_[here.node].query = query;
    if (query.kind == QueryKind::leaf) {
      nodes_[here.node].next = leaves_++;
      continue;
    }
    const std::size_t first = nodes_.size();
    if (first > kMostNodes) throw std::invalid_argument("a tree has too many queries");
    nodes_[here.node].next = static_cast<std::uint32_t>(first);
    nodes_.resize(first + query.child_count());
    for (std::size_t c = query.child_count(); c-- > 0;) {
      open.push_back({first + c, here.discovered.after(query, c)});
    }
  }
  if (!open.empty()) throw std::invalid_argument("a tree ends before its last leaf");
}

std::string DecisionTree::text() const {
  std::string text;
  std::vector<std::size_t> open{0};
  while (!open.empty()) {
    const Node& here = nodes_[open.back()];
    open.pop_back();
    if (!text.empty()) text += ' ';
    text += text_of(here.query, system_);
    for (std::size_t c = here.query.child_count(); c-- > 0;) open.push_back(here.next + c);
  }
  return text;
}

std::size_t DecisionTree::split(std::size_t leaf, const Query& query, std::uint32_t first_number) {
  const std::size_t first = nodes_.size();
  nodes_[leaf] = {.query = query, .next = static_cast<std::uint32_t>(first)};
  for (std::size_t c = 0; c < query.child_count(); ++c) {
    nodes_.push_back({.query = {}, .next = first_number + static_cast<std::uint32_t>(c)});
  }
  return first;
}

void DecisionTree::number_leaves() {
  leaves_ = 0;
  std::vector<std::size_t> open{0};
  while (!open.empty()) {
    Node& here = nodes_[open.back()];
    open.pop_back();
    if (here.query.kind == QueryKind::leaf) here.next = leaves_++;
    for (std::size_t c = here.query.child_count(); c-- > 0;) open.push_back(here.next + c);
  }
}

}  // namespace katachi
