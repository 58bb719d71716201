#include "games/gomoku/tactics.h"

#include <algorithm>
#include <bit>
#include <string>

namespace katachi {
namespace {

using gomoku::Line;

constexpr auto kEmpty = static_cast<std::uint8_t>(Content::empty);
constexpr auto kMine = static_cast<std::uint8_t>(Content::own);
constexpr int kEdgeLines = 5;
constexpr int kMostCircular = 10;

std::vector<std::string> counted(int first, int last) {
  std::vector<std::string> names{"-"};
  for (int n = first; n <= last; ++n) names.push_back(std::to_string(n));
  return names;
}

std::vector<TacticalFeature> features_of_gomoku(bool history) {
  const std::vector<std::string> fours{"-", "a four", "a four and an open three", "two fours",
                                       "an open four"};
  const std::vector<std::string> threes{"-", "an open three", "two open threes"};
  std::vector<TacticalFeature> features{
      {"swap", counted(1, kEdgeLines), TacticalFeature::About::special_move},
      {"wins", {"-", "a five"}},
      {"stops", {"-", "a five"}},
      {"four", fours},
      {"three", threes},
      {"stops four", fours},
      {"stops three", threes},
      {"line", counted(1, kEdgeLines)},
  };
  if (history) {
    features.push_back({"circular distance to the previous move", counted(2, kMostCircular)});
    features.push_back({"circular distance to the move before", counted(2, kMostCircular)});
  }
  return features;
}

std::uint32_t circular_level(const Topology& topology, Cell cell, Move from) {
  if (from >= topology.cells()) return 0;
  const int dx = std::abs(topology.x(cell) - topology.x(from));
  const int dy = std::abs(topology.y(cell) - topology.y(from));
  const int distance = dx + dy + std::max(dx, dy);
  return distance < 2 || distance > kMostCircular ? 0U : static_cast<std::uint32_t>(distance - 1);
}

// The bits at most four steps away, and the bit itself.
Line around(unsigned bit) { return bit >= 4 ? Line{0x1ff} << (bit - 4) : Line{0x1ff} >> (4 - bit); }

// Winning cells that a stone adds to those of the line before.
int new_winning_cells(Line before, Line stone, Line empty, bool exact) {
  const Line now = gomoku::winning_cells(before | stone, empty & ~stone, exact);
  return std::popcount(now & ~gomoku::winning_cells(before, empty, exact));
}

// Whether one more stone makes an open four of which `stone` is a part.
bool makes_open_three(Line before, Line stone, Line empty, bool exact) {
  const Line reach = (stone << 4U | stone << 3U | stone << 2U | stone << 1U | stone >> 1U |
                      stone >> 2U | stone >> 3U | stone >> 4U) &
                     empty;
  for (Line rest = reach; rest != 0; rest &= rest - 1) {
    const Line more = rest & (~rest + 1);
    if (new_winning_cells(before | stone, more, empty & ~stone, exact) < 2) continue;
    if (new_winning_cells(before, more, empty, exact) < 2) return true;
  }
  return false;
}

}  // namespace

GomokuTactics::GomokuTactics(const Topology& topology, bool exact, bool history)
    : Tactics(topology, features_of_gomoku(history), history), exact_(exact) {
  const int last = topology.size() - 1;
  for (Cell cell = 0; cell < topology.cells(); ++cell) {
    const int x = topology.x(cell);
    const int y = topology.y(cell);
    const int line = 1 + std::min({x, y, last - x, last - y});
    lines_.push_back(static_cast<std::uint8_t>(line <= kEdgeLines ? line : 0));
  }
}

std::unique_ptr<Survey> GomokuTactics::make_survey() const {
  return std::make_unique<GomokuSurvey>(topology(), exact_);
}

void GomokuTactics::levels(const BoardView& view, const Survey* survey, Move move,
                           std::uint32_t* out) const {
  const Topology& board = topology();
  if (move == board.off_board()) {
    *out = 0;
    for (Cell cell = 0; cell < board.cells(); ++cell) {
      if (view.content[cell] != kEmpty) *out = lines_[cell];
    }
    return;
  }
  const auto& found = static_cast<const GomokuSurvey&>(*survey);
  const GomokuSurvey::Made own = found.made(0, move);
  const GomokuSurvey::Made other = found.made(1, move);
  *out++ = own.five ? 1 : 0;
  *out++ = other.five ? 1 : 0;
  *out++ = own.four;
  *out++ = own.three;
  *out++ = other.four;
  *out++ = other.three;
  *out++ = lines_[move];
  if (!history()) return;
  *out++ = circular_level(board, move, view.previous.last);
  *out++ = circular_level(board, move, view.previous.before);
}

void GomokuSurvey::take(const BoardView& view) {
  for (auto& lines : stones_) lines.fill(0);
  for (Cell cell = 0; cell < topology_.cells(); ++cell) {
    if (view.content[cell] == kEmpty) continue;
    auto& lines = stones_[view.content[cell] == kMine ? 0 : 1];
    for (const auto place : map_.places(cell)) lines[place.line] |= Line{1} << place.bit;
  }
}

GomokuSurvey::Made GomokuSurvey::made(std::size_t player, Cell cell) const {
  Made made;
  int fours = 0;
  int threes = 0;
  bool open_four = false;
  for (const auto place : map_.places(cell)) {
    const Line own = stones_[player][place.line];
    const Line stone = Line{1} << place.bit;
    // With fewer than two own stones four steps around there is nothing to make.
    if (std::popcount(own & around(place.bit)) < 2) continue;
    if (gomoku::fives(own | stone, exact_) != 0) {
      made.five = true;
      continue;
    }
    const Line empty = map_.cells(place.line) & ~own & ~stones_[1 - player][place.line];
    const int cells = new_winning_cells(own, stone, empty, exact_);
    if (cells > 0) {
      ++fours;
      open_four = open_four || cells > 1;
    } else if (makes_open_three(own, stone, empty, exact_)) {
      ++threes;
    }
  }
  made.four = static_cast<std::uint8_t>(open_four                  ? 4
                                        : fours > 1                ? 3
                                        : fours == 1 && threes > 0 ? 2
                                                                   : fours);
  made.three = static_cast<std::uint8_t>(std::min(threes, 2));
  return made;
}

}  // namespace katachi
