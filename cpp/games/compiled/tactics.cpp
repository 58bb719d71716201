#include "games/compiled/tactics.h"

#include <algorithm>
#include <memory>

namespace katachi {
namespace {

constexpr int kMostNeighbours = 8;
constexpr int kLongestLine = 5;
constexpr int kMostRows = 19;
constexpr int kFarthest = 8;

std::vector<std::string> counted(int last) {
  std::vector<std::string> names{"-"};
  for (int n = 1; n <= last; ++n) names.push_back(std::to_string(n));
  return names;
}

const Symmetry* exchange_of(const Topology& topology) {
  for (const Symmetry& symmetry : topology.symmetries()) {
    if (symmetry.exchanges_colors) return &symmetry;
  }
  return nullptr;
}

std::vector<TacticalFeature> features_of(const Topology& topology, bool history) {
  std::vector<TacticalFeature> features{
      {"takes", {"-", "a piece"}},
      {"own neighbours", counted(kMostNeighbours)},
      {"their neighbours", counted(kMostNeighbours)},
      {"edge", {"-", "a side", "a corner"}},
  };
  if (topology.grid() != Grid::graph) {
    features.push_back({"own line", counted(kLongestLine)});
    features.push_back({"their line", counted(kLongestLine)});
  }
  if (exchange_of(topology) != nullptr) features.push_back({"row", counted(kMostRows)});
  if (history) {
    std::vector<std::string> distances = counted(kFarthest);
    distances.emplace_back("the same cell");
    features.push_back({"distance to the previous move", distances});
    features.push_back({"distance to the move before", distances});
  }
  return features;
}

}  // namespace

BoardTactics::BoardTactics(const Topology& topology, bool history)
    : Tactics(topology, features_of(topology, history), history),
      has_lines_(topology.grid() != Grid::graph),
      exchange_(exchange_of(topology)) {}

void BoardTactics::levels(const BoardView& view, const Survey*, Move cell,
                          std::uint32_t* out) const {
  const Topology& board = topology();
  *out++ = view.content[cell] == static_cast<std::uint8_t>(Content::other) ? 1 : 0;
  *out++ = neighbours(view, cell, Content::own);
  *out++ = neighbours(view, cell, Content::other);
  *out++ = board.corners(cell) != 0 ? 2 : board.sides(cell) != 0 ? 1 : 0;
  if (has_lines_) {
    *out++ = line(view, cell, Content::own);
    *out++ = line(view, cell, Content::other);
  }
  if (exchange_ != nullptr) {
    const Cell seen = view.to_move == Color::white ? exchange_->image[cell] : cell;
    *out++ = static_cast<std::uint32_t>(std::min(board.y(seen) + 1, kMostRows));
  }
  if (!history()) return;
  *out++ = distance(cell, view.previous.last);
  *out++ = distance(cell, view.previous.before);
}

std::uint32_t BoardTactics::neighbours(const BoardView& view, Cell cell, Content of) const {
  std::uint32_t count = 0;
  for (const Cell next : topology().neighbours(cell)) {
    count += view.content[next] == static_cast<std::uint8_t>(of) ? 1 : 0;
  }
  return count;
}

std::uint32_t BoardTactics::line(const BoardView& view, Cell cell, Content of) const {
  const auto half = static_cast<std::size_t>(topology().directions()) / 2;
  const auto run = [&](std::size_t direction) {
    int length = 0;
    for (Cell at = topology().neighbours(cell)[direction];
         length < kLongestLine && view.content[at] == static_cast<std::uint8_t>(of);
         at = topology().neighbours(at)[direction]) {
      ++length;
    }
    return length;
  };
  int longest = 0;
  for (std::size_t d = 0; d < half; ++d) longest = std::max(longest, run(d) + run(d + half));
  return static_cast<std::uint32_t>(std::min(longest, kLongestLine));
}

std::uint32_t BoardTactics::distance(Cell cell, Move from) const {
  if (from >= topology().cells()) return 0;
  if (from == cell) return kFarthest + 1;
  const int steps = topology().distance(cell, from);
  return steps > kFarthest ? 0U : static_cast<std::uint32_t>(steps);
}

std::shared_ptr<Tactics> TacticsOf<CompiledPosition>::make(const CompiledPosition& start,
                                                           bool history) {
  return std::make_shared<BoardTactics>(start.topology(), history);
}

}  // namespace katachi
