#include "features/forest.h"

#include <stdexcept>
#include <utility>

#include "features/descent.h"
#include "features/leaf_memory.h"
#include "features/near_leaves.h"
#include "features/side_by_side.h"
#include "features/tree_plan.h"

namespace katachi {
namespace {

// The graphs of a position, and the descents of one thread over them.
class ForestSurvey final : public Survey {
 public:
  ForestSurvey(const Topology& topology, const std::vector<DecisionTree>& trees,
               const std::vector<TreePlan>& plans)
      : plans_(plans),
        graphs_(topology),
        memory_(graphs_.parts(), trees),
        near_(graphs_.parts(), graphs_.cells, trees.size()) {
    for (const DecisionTree& tree : trees) graphs_.use(tree.system());
  }
  void take(const BoardView& view) override {
    graphs_.take(view);
    memory_.take(view.to_move);
  }
  // Descends side by side for the leaves that are not known. Of moves with one neighbourhood the
  // first descends; the others wait, because its leaf may be theirs (near_leaves.h).
  void expect(std::span<const Move> moves) override {
    const auto cells = static_cast<Move>(graphs_.parts().topology().cells());
    cell_tasks_.clear();
    waiting_.clear();
    stone_tasks_.clear();
    for (const Move move : moves) {
      if (move >= cells) continue;
      for (std::uint32_t i = 0; i < plans_.size(); ++i) {
        if (memory_.leaf(i, move) != LeafMemory::kUnknown) continue;
        if (plans_[i].system() == QuerySystem::sg0) stone_tasks_.push_back({&plans_[i], i, move});
        if (plans_[i].system() == QuerySystem::ig0 && near_.leaf(i, move) == NearLeaves::kUnknown) {
          (near_.claim(i, move) ? cell_tasks_ : waiting_).push_back({&plans_[i], i, move});
        }
      }
    }
    const auto keep_of_cells = [&](const auto& task, std::uint32_t leaf, const Horizon& horizon,
                                   bool cut) {
      memory_.keep(task.tree, task.move, leaf, horizon);
      near_.keep(task.tree, task.move, leaf, horizon, cut);
    };
    cells_at_once_.run(cell_tasks_, keep_of_cells);
    std::erase_if(waiting_, [&](const auto& task) {
      return near_.leaf(task.tree, task.move) != NearLeaves::kUnknown;
    });
    cells_at_once_.run(waiting_, keep_of_cells);
    stones_at_once_.run(stone_tasks_,
                        [&](const auto& task, std::uint32_t leaf, const Horizon& horizon, bool) {
                          memory_.keep(task.tree, task.move, leaf, horizon);
                        });
  }

  // A DecisionTree: its node where the move ends. A TreePlan: the number of the leaf. found() tells
  // more about the last descent.
  template <class Tree>
  auto descend(const Tree& tree, Cell move) const {
    switch (tree.system()) {
      case QuerySystem::ig0:
        return cells_.run(tree, move, found_);
      case QuerySystem::ig_c:
        return ig_c_.run(tree, move, found_);
      case QuerySystem::ig_e:
        return ig_e_.run(tree, move, found_);
      case QuerySystem::ig_ce:
        return ig_ce_.run(tree, move, found_);
      case QuerySystem::sg0:
        return stones_.run(tree, move, found_);
      case QuerySystem::sg_c:
        break;
    }
    return chains_.run(tree, move, found_);
  }
  // The number of the leaf that a move reaches.
  std::uint32_t leaf(std::size_t number, Cell move) const {
    const TreePlan& tree = plans_[number];
    std::uint32_t leaf = memory_.leaf(number, move);
    if (leaf != LeafMemory::kUnknown) return leaf;
    if (tree.system() == QuerySystem::ig0) {
      leaf = near_.leaf(number, move);
      if (leaf != NearLeaves::kUnknown) return leaf;
    }
    leaf = descend(tree, move);
    if (tree.system() == QuerySystem::ig0) {
      memory_.keep(number, move, leaf, cells_.horizon());
      near_.keep(number, move, leaf, cells_.horizon(), found_.cut);
    }
    if (tree.system() == QuerySystem::sg0) memory_.keep(number, move, leaf, stones_.horizon());
    return leaf;
  }
  [[nodiscard]] const Branches& found() const { return found_; }

 private:
  const std::vector<TreePlan>& plans_;
  // What is worked out on the way stays here: a survey belongs to one thread.
  mutable BoardGraphs graphs_;
  mutable LeafMemory memory_;
  mutable NearLeaves near_;
  mutable Descent<CellGraph> cells_{graphs_.cells};
  mutable Descent<MergedGraph> ig_c_{graphs_.ig_c}, ig_e_{graphs_.ig_e}, ig_ce_{graphs_.ig_ce};
  mutable Descent<StoneGraph> stones_{graphs_.stones}, chains_{graphs_.chains};
  mutable Branches found_;
  SideBySide<CellGraph> cells_at_once_{graphs_.parts(), graphs_.cells, cells_};
  SideBySide<StoneGraph> stones_at_once_{graphs_.parts(), graphs_.stones, stones_};
  std::vector<SideBySide<CellGraph>::Task> cell_tasks_, waiting_;
  std::vector<SideBySide<StoneGraph>::Task> stone_tasks_;
};

}  // namespace

Forest::Forest(const Topology& topology, std::vector<DecisionTree> trees)
    : topology_(topology), trees_(std::move(trees)) {
  if (trees_.empty()) throw std::invalid_argument("a forest needs at least one tree");
  for (std::uint32_t i = 0; i < trees_.size(); ++i) {
    features_.push_back(i);
    plans_.emplace_back(trees_[i]);
  }
}

std::span<const std::uint32_t> Forest::features_at(Move move) const {
  return move < topology_.cells() ? std::span<const std::uint32_t>(features_)
                                  : std::span<const std::uint32_t>();
}

std::unique_ptr<Survey> Forest::make_survey() const {
  return std::make_unique<ForestSurvey>(topology_, trees_, plans_);
}

void Forest::levels(const BoardView&, const Survey* survey, Move move, std::uint32_t* out) const {
  const auto& own = static_cast<const ForestSurvey&>(*survey);
  for (std::size_t i = 0; i < plans_.size(); ++i) *out++ = own.leaf(i, move);
}

Forest::Trace Forest::trace(const BoardView& view, std::size_t tree, Cell move) const {
  ForestSurvey survey(topology_, trees_, plans_);
  survey.take(view);
  Trace trace;
  trace.leaf = trees_[tree].node(survey.descend(trees_[tree], move)).next;
  const Branches& found = survey.found();
  trace.nodes.assign(found.branch[0].begin(),
                     found.branch[0].begin() + static_cast<std::ptrdiff_t>(found.nodes));
  trace.branches = found.count;
  trace.cut = found.cut;
  return trace;
}

}  // namespace katachi
