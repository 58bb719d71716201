#include "learning/grow_tree.h"

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "games/all_positions.h"
#include "games/move_numbers.h"
#include "games/random.h"
#include "learning/leaf_counts.h"

namespace katachi {
namespace {

// A tree with the counts of its leaves.
template <class Graph>
class GrowingTree {
 public:
  GrowingTree(const GrowthSettings& settings, const BoardDistances& distances, Graph& graph)
      : settings_(settings),
        distances_(distances),
        graph_(graph),
        descent_(graph),
        tree_(settings.system) {
    add_leaf(Discovered());
  }

  void add(Cell move, bool win) {
    const std::size_t node = descent_.run(tree_, move, found_);
    ++descents_;
    if (found_.count > 1) ++branched_;
    if (found_.cut) ++cut_;
    Leaf& leaf = leaves_[tree_.node(node).next];
    leaf.counts->add(descent_, graph_, found_, win);
    if (leaf.counts->descents() < leaf.next_try) return;
    const auto query = leaf.counts->best(settings_.criterion);
    if (!query) {
      leaf.next_try += settings_.delay;
      return;
    }
    const Discovered discovered = leaf.counts->discovered();
    leaf.counts.reset();
    tree_.split(node, *query, static_cast<std::uint32_t>(leaves_.size()));
    for (std::size_t c = 0; c < query->child_count(); ++c) add_leaf(discovered.after(*query, c));
  }

  void report(GrowthProgress& progress) const {
    progress.descents = descents_;
    progress.branched = branched_;
    progress.cut = cut_;
  }
  [[nodiscard]] std::size_t bytes() const {
    std::size_t sum = 0;
    for (const Leaf& leaf : leaves_) sum += leaf.counts ? leaf.counts->bytes() : 0;
    return sum;
  }

  DecisionTree finish() {
    tree_.number_leaves();
    return std::move(tree_);
  }

 private:
  struct Leaf {
    std::unique_ptr<LeafCounts> counts;  // null after a split
    std::uint32_t next_try = 0;
  };

  void add_leaf(const Discovered& discovered) {
    leaves_.push_back(
        {.counts = std::make_unique<LeafCounts>(settings_.system, distances_, discovered),
         .next_try = settings_.patience});
  }

  const GrowthSettings& settings_;
  const BoardDistances& distances_;
  Graph& graph_;
  Descent<Graph> descent_;
  DecisionTree tree_;
  std::vector<Leaf> leaves_;  // by their numbers in the tree
  Branches found_;
  std::uint64_t descents_ = 0, branched_ = 0, cut_ = 0;
};

template <class P, class Graph>
DecisionTree grow(const std::vector<const P*>& starts, std::span<const std::uint16_t> start_of,
                  const GameMoves& games, const GrowthSettings& settings, GrowthProgress& progress,
                  Interrupt& interrupt, BoardGraphs& graphs, Graph& graph) {
  const Topology& topology = starts.front()->topology();
  GrowingTree<Graph> tree(settings, BoardDistances::of(topology), graph);
  // A position is taken if its random number is below this; 2^64 itself does not fit.
  const bool all = settings.share >= 1.0;
  const auto limit = all ? 0 : static_cast<std::uint64_t>(settings.share * 0x1p64);
  MoveList moves;
  for (std::size_t g = 0; g < games.games() && !progress.stop; ++g) {
    P position = *starts[start_of[g]];
    std::uint64_t ply = 0;
    for (const Move move : games.game(g)) {
      if (progress.stop) break;
      interrupt.check();
      if (!position.is_legal(move)) {
        throw std::invalid_argument("game " + std::to_string(g + 1) + ", ply " +
                                    std::to_string(ply + 1) + ": move number " +
                                    std::to_string(move) + " is illegal");
      }
      if (all || zobrist(ply, settings.seed ^ scramble(g)) < limit) {
        position.legal_moves(moves);
        if (moves.size() > 1) {
          graphs.take(BoardView(position));
          for (const Move candidate : moves) {
            const Cell cell = cell_of_move(position, candidate);
            if (cell < topology.cells()) tree.add(cell, candidate == move);
          }
          ++progress.positions;
        }
      }
      position.play(move);
      ++ply;
    }
    tree.report(progress);
    ++progress.games;
  }
  progress.bytes = tree.bytes();
  return tree.finish();
}

}  // namespace

DecisionTree grow_tree(std::span<const AnyPosition* const> starts,
                       std::span<const std::uint16_t> start_of, const GameMoves& games,
                       const GrowthSettings& settings, GrowthProgress& progress,
                       Interrupt& interrupt) {
  return visit(*starts.front(), [&]<class P>(const P&) {
    std::vector<const P*> typed;
    for (const AnyPosition* start : starts) {
      if (&start->topology() != &starts.front()->topology()) {
        throw std::invalid_argument("the games belong to different boards");
      }
      typed.push_back(position_as<P>(*start));
      if (typed.back() == nullptr) throw std::invalid_argument("the games are different games");
    }
    BoardGraphs graphs(starts.front()->topology());
    graphs.use(settings.system);
    return with_graph(graphs, settings.system, [&](auto& graph) {
      return grow(typed, start_of, games, settings, progress, interrupt, graphs, graph);
    });
  });
}

}  // namespace katachi
