#include "learning/leaf_counts.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace katachi {
namespace {

constexpr std::uint8_t kNowhere = 0xff;

// Statuses of intersection graphs as three bits.
constexpr unsigned packed(StatusMask statuses) { return (statuses & 3U) | (statuses >> 2U & 4U); }
static_assert(packed(bit_of(Status::empty)) == 4);

// Where the row of (set of statuses, status) stands among the rows of a stone graph: sets in
// ascending order, each with one row for each of its statuses.
constexpr std::size_t kSets = 16;
constexpr std::array<std::uint8_t, kSets + 1> kFirstRow = [] {
  std::array<std::uint8_t, kSets + 1> first{};
  for (unsigned set = 0; set < kSets; ++set) {
    first[set + 1] = static_cast<std::uint8_t>(first[set] + std::popcount(set));
  }
  return first;
}();
std::size_t row_of(unsigned set, Status status) {
  const unsigned before = set & (static_cast<unsigned>(bit_of(status)) - 1U);
  return kFirstRow[set] + static_cast<std::size_t>(std::popcount(before));
}

// Numbers that differ by rounding alone are equal, so that the first of equal queries wins on every
// machine.
bool is_better(double quality, double best) {
  return quality > best + 1e-11 * (1.0 + std::abs(best));
}

}  // namespace

// Keeps the best query so far.
class LeafCounts::Judge {
 public:
  explicit Judge(Criterion criterion) : criterion_(criterion) {}

  void consider(const Query& query, std::span<const WinsLosses> children) {
    if (!is_suitable(criterion_, children)) return;
    const double here = quality(criterion_, children);
    if (best_ && !is_better(here, quality_)) return;
    best_ = query;
    quality_ = here;
  }
  [[nodiscard]] std::optional<Query> best() const { return best_; }

 private:
  Criterion criterion_;
  std::optional<Query> best_;
  double quality_ = 0.0;
};

LeafCounts::LeafCounts(QuerySystem system, const BoardDistances& distances,
                       const Discovered& discovered)
    : system_(system),
      discovered_(discovered),
      statuses_(statuses_of(system, distances.topology().grid())),
      steps_(distances.longest() + 1) {
  const bool stones = is_stone_graph(system);
  const auto offer = [&](QueryKind kind, std::uint8_t x, std::uint8_t y) {
    Query query;
    query.kind = kind;
    query.x = x;
    query.y = y;
    if (discovered.allows(query, system, statuses_)) numbers_.push_back({query, {}, {}});
  };
  for (std::uint8_t y = 1; y < discovered.count; ++y) {
    for (std::uint8_t x = 0; x < y; ++x) {
      offer(QueryKind::distance, x, y);
      offer(QueryKind::connectivity, x, y);
    }
  }
  for (std::uint8_t x = 0; x < discovered.count; ++x) {
    offer(QueryKind::size, x, 0);
    offer(QueryKind::liberties, x, 0);
  }
  if (discovered.count == kMaxNodes) return;
  news_.resize(stones ? kFirstRow[statuses_ + std::size_t{1}] * steps_ * 2
                      : discovered.count * std::size_t{16});
}

std::size_t LeafCounts::bytes() const {
  return sizeof(*this) + numbers_.capacity() * sizeof(Number) +
         counts_.capacity() * sizeof(std::uint32_t) + news_.capacity() * sizeof(std::int32_t);
}

void LeafCounts::count(Histogram& histogram, unsigned number, bool win) {
  if (number >= histogram.size) {
    const std::size_t size = std::bit_ceil(std::max(number + 1U, 4U));
    const std::size_t begin = counts_.size();
    counts_.resize(begin + 2 * size);
    std::copy_n(counts_.begin() + histogram.begin, 2 * std::size_t{histogram.size},
                counts_.begin() + static_cast<std::ptrdiff_t>(begin));
    histogram = {.begin = static_cast<std::uint32_t>(begin),
                 .size = static_cast<std::uint16_t>(size)};
  }
  ++counts_[histogram.begin + 2 * number + (win ? 1U : 0U)];
}

WinsLosses LeafCounts::at(const Histogram& histogram, unsigned number) const {
  if (number >= histogram.size) return {};
  const std::uint32_t* pair = &counts_[histogram.begin + 2 * number];
  return {.wins = static_cast<double>(pair[1]), .losses = static_cast<double>(pair[0])};
}

template <class Graph>
void LeafCounts::add(Descent<Graph>& descent, Graph& graph, const Branches& found, bool win) {
  ++(win ? wins_ : losses_);
  if (!news_.empty()) add_news(graph, found, win);
  if (found.count == 1) {
    for (Number& number : numbers_) {
      count(number.first, descent.number(number.query, found.branch[0]), win);
    }
    return;
  }
  std::array<unsigned, kMaxBranches> values;
  for (Number& number : numbers_) {
    for (std::size_t b = 0; b < found.count; ++b) {
      values[b] = descent.number(number.query, found.branch[b]);
    }
    const auto end = values.begin() + static_cast<std::ptrdiff_t>(found.count);
    std::sort(values.begin(), end);
    count(number.first, values[0], win);
    for (auto other = values.begin() + 1; other != end; ++other) {
      if (*other != other[-1]) count(number.also, *other, win);
    }
  }
}

template <class Graph>
void LeafCounts::add_news(Graph& graph, const Branches& found, bool win) {
  const std::size_t place = win ? 1 : 0;
  if constexpr (Graph::kStones) {
    // By branch and status: the steps to the nearest node that is not discovered.
    std::array<std::array<std::uint8_t, kStatuses>, kMaxBranches> nearest;
    for (std::size_t b = 0; b < found.count; ++b) {
      nearest[b].fill(kNowhere);
      unsigned missing = statuses_;
      for (unsigned s = 0; s < kStatuses; ++s) {
        if ((missing >> s & 1U) == 0) continue;
        const auto bit = static_cast<StatusMask>(1U << s);
        const auto here =
            graph.around().nearest(bit, found.known[b], static_cast<unsigned>(steps_ - 1));
        if (here.beyond) continue;
        missing &= ~static_cast<unsigned>(bit);
        if (here.found != 0) nearest[b][s] = static_cast<std::uint8_t>(here.steps);
      }
      for (std::size_t i = 0; missing != 0; ++i) {
        const auto* entry = graph.around().within(static_cast<unsigned>(steps_ - 1), i);
        if (entry == nullptr) break;
        const unsigned bit = bit_of(entry->status);
        if ((missing & bit) == 0 || is_discovered(found.branch[b], found.nodes, entry->node)) {
          continue;
        }
        nearest[b][static_cast<std::size_t>(entry->status)] = entry->steps;
        missing &= ~bit;
      }
    }
    struct Answer {
      std::uint8_t steps;
      Status status;
      auto operator<=>(const Answer&) const = default;
    };
    std::array<Answer, kMaxBranches> answers;
    for (unsigned set = 1; set <= statuses_; ++set) {
      std::size_t count = 0;
      for (std::size_t b = 0; b < found.count; ++b) {
        Answer best{.steps = kNowhere, .status = Status::empty};
        for (unsigned s = 0; s < kStatuses; ++s) {
          if ((set >> s & 1U) != 0 && nearest[b][s] < best.steps) {
            best = {.steps = nearest[b][s], .status = static_cast<Status>(s)};
          }
        }
        if (best.steps != kNowhere) answers[count++] = best;
      }
      std::sort(answers.begin(), answers.begin() + static_cast<std::ptrdiff_t>(count));
      // The answer of a query that looks ever further: it changes where a branch has one that is
      // further left.
      const auto add = [&](Status status, std::size_t steps, std::int32_t amount) {
        news_[(row_of(set, status) * steps_ + steps) * 2 + place] += amount;
      };
      Status answer = Status::empty;
      for (std::size_t i = 0; i < count; ++i) {
        if (answers[i].status >= answer) continue;
        if (answer != Status::empty) add(answer, answers[i].steps, -1);
        answer = answers[i].status;
        add(answer, answers[i].steps, 1);
      }
    }
  } else {
    for (std::size_t x = 0; x < found.nodes; ++x) {
      unsigned around = 0;
      for (std::size_t b = 0; b < found.count && around != statuses_; ++b) {
        const auto& nodes = found.branch[b];
        graph.neighbours(nodes[x], [&](GraphNode node) {
          const unsigned bit = bit_of(graph.status(node));
          if ((around & bit) == 0 && !is_discovered(nodes, found.nodes, node)) around |= bit;
          return around != statuses_;
        });
      }
      ++news_[(x * 8 + packed(static_cast<StatusMask>(around))) * 2 + place];
    }
  }
}

std::optional<Query> LeafCounts::best(Criterion criterion) const {
  const WinsLosses all{.wins = static_cast<double>(wins_), .losses = static_cast<double>(losses_)};
  if (!may_split(criterion, all)) return std::nullopt;
  Judge judge(criterion);
  if (!news_.empty()) {
    if (is_stone_graph(system_)) {
      judge_stone_news(judge);
    } else {
      judge_cell_news(judge);
    }
  }
  for (const Number& number : numbers_) judge_number(judge, number);
  return judge.best();
}

void LeafCounts::judge_stone_news(Judge& judge) const {
  std::array<WinsLosses, kStatuses + 1> children;
  for (unsigned set = 1; set <= statuses_; ++set) {
    Query query;
    query.kind = QueryKind::fresh;
    query.statuses = static_cast<StatusMask>(set);
    const std::size_t count = query.child_count();
    std::fill_n(children.begin(), count, WinsLosses{});
    children[count - 1] = {.wins = static_cast<double>(wins_),
                           .losses = static_cast<double>(losses_)};
    for (std::size_t steps = 0; steps < steps_; ++steps) {
      for (std::size_t c = 0; c + 1 < count; ++c) {
        const std::int32_t* pair = &news_[((kFirstRow[set] + c) * steps_ + steps) * 2];
        children[c].losses += pair[0];
        children[c].wins += pair[1];
        children[count - 1].losses -= pair[0];
        children[count - 1].wins -= pair[1];
      }
      query.value = static_cast<std::uint16_t>(steps);
      judge.consider(query, {children.data(), count});
    }
  }
}

void LeafCounts::judge_cell_news(Judge& judge) const {
  std::array<WinsLosses, kStatuses + 1> children;
  for (std::uint8_t x = 0; x < discovered_.count; ++x) {
    for (unsigned set = 1; set <= statuses_; ++set) {
      if ((set & ~static_cast<unsigned>(statuses_)) != 0) continue;
      Query query;
      query.kind = QueryKind::fresh;
      query.x = x;
      query.statuses = static_cast<StatusMask>(set);
      const std::size_t count = query.child_count();
      std::fill_n(children.begin(), count, WinsLosses{});
      for (unsigned around = 0; around < 8; ++around) {
        const unsigned answers = around & packed(query.statuses);
        std::size_t child = count - 1;
        if (answers != 0) {
          const auto lowest = static_cast<unsigned>(std::countr_zero(answers));
          child = query.child_of(lowest == 2 ? Status::empty : static_cast<Status>(lowest));
        }
        const std::int32_t* pair = &news_[(x * std::size_t{8} + around) * 2];
        children[child].losses += pair[0];
        children[child].wins += pair[1];
      }
      judge.consider(query, {children.data(), count});
    }
  }
}

void LeafCounts::judge_number(Judge& judge, const Number& number) const {
  const unsigned end = std::max<unsigned>(number.first.size, number.also.size);
  WinsLosses below;
  Query query = number.query;
  const auto consider = [&](bool equal, const WinsLosses& yes) {
    if (yes.descents() == 0.0) return;
    query.equal = equal;
    const std::array<WinsLosses, 2> children{
        yes, {.wins = wins_ - yes.wins, .losses = losses_ - yes.losses}};
    judge.consider(query, children);
  };
  for (unsigned value = 0; value < end; ++value) {
    query.value = static_cast<std::uint16_t>(value);
    consider(false, below);
    const WinsLosses here = at(number.first, value);
    const WinsLosses more = at(number.also, value);
    consider(true, {.wins = here.wins + more.wins, .losses = here.losses + more.losses});
    below.wins += here.wins;
    below.losses += here.losses;
  }
}

template void LeafCounts::add(Descent<CellGraph>&, CellGraph&, const Branches&, bool);
template void LeafCounts::add(Descent<MergedGraph>&, MergedGraph&, const Branches&, bool);
template void LeafCounts::add(Descent<StoneGraph>&, StoneGraph&, const Branches&, bool);

}  // namespace katachi
