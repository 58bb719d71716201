// What a leaf counts while it waits to be split: wins and losses of the children of every query
// that might take its place (FOREST 3.4.1).
//
// There are thousands of candidates, but few numbers that they ask about. A leaf with n discovered
// nodes keeps a histogram of each: the distance and connectivity of every two nodes, the size and
// liberties of every node; both questions about it (less than v, equal to v), for all v, are read
// from it. NEW queries of an intersection graph need for each node only which statuses are there
// around it (8 cases for all 7 queries); those of a stone graph the steps to the nearest new node,
// for each set of statuses. Histograms grow to the largest number they meet.
//
// If a descent ends in several branches (descent.h), a candidate is counted where the query would
// send it: to the left-most child of any branch. "Less than v" is then yes if the least number of
// all branches is less; "equal to v" if any is equal. So every descent counts once in `first` with
// its least number, and once in `also` with every other one.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "features/descent.h"
#include "learning/query_quality.h"

namespace katachi {

class LeafCounts {
 public:
  LeafCounts(QuerySystem system, const BoardDistances& distances, const Discovered& discovered);

  [[nodiscard]] const Discovered& discovered() const { return discovered_; }
  [[nodiscard]] std::uint32_t descents() const { return wins_ + losses_; }
  [[nodiscard]] std::size_t bytes() const;

  // A descent that ended here. Precondition: `found` fits the leaf.
  template <class Graph>
  void add(Descent<Graph>& descent, Graph& graph, const Branches& found, bool win);

  // The suitable query of the best quality; of equal ones the first, in the order NEW, EDGE, ATTR.
  [[nodiscard]] std::optional<Query> best(Criterion criterion) const;

 private:
  struct Histogram {
    std::uint32_t begin = 0;  // in counts_, pairs of (losses, wins)
    std::uint16_t size = 0;   // numbers 0 .. size - 1 have room
  };
  struct Number {
    Query query;  // value and relation are open
    Histogram first, also;
  };
  class Judge;

  void count(Histogram& histogram, unsigned number, bool win);
  [[nodiscard]] WinsLosses at(const Histogram& histogram, unsigned number) const;
  template <class Graph>
  void add_news(Graph& graph, const Branches& found, bool win);
  void judge_stone_news(Judge& judge) const;
  void judge_cell_news(Judge& judge) const;
  void judge_number(Judge& judge, const Number& number) const;

  QuerySystem system_;
  Discovered discovered_;
  StatusMask statuses_;  // of the system
  std::size_t steps_;    // stone graphs: 0 .. steps - 1
  std::uint32_t wins_ = 0, losses_ = 0;
  std::vector<Number> numbers_;
  std::vector<std::uint32_t> counts_;
  // Stone graphs: [set of statuses][status][steps][win], how many more descents have that status as
  // answer when the query looks one step further; sums over steps are never negative.
  // Intersection graphs: [node][statuses around][win].
  std::vector<std::int32_t> news_;
};

}  // namespace katachi
