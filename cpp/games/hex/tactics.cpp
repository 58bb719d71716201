#include "games/hex/tactics.h"

#include <algorithm>

namespace katachi {
namespace {

constexpr auto kEmpty = static_cast<std::uint8_t>(Content::empty);
constexpr auto kMine = static_cast<std::uint8_t>(Content::own);
constexpr auto kOther = static_cast<std::uint8_t>(Content::other);

constexpr int kLines = 5;
constexpr int kWays = 3;
constexpr std::uint8_t kFar = 0xff;

std::vector<TacticalFeature> features_of_hex(bool history) {
  const std::vector<std::string> lines{"-", "line 1", "line 2", "line 3", "line 4", "line 5"};
  const std::vector<std::string> chains{"-", "one chain", "two chains", "three chains"};
  const std::vector<std::string> ways{"-", "shortest", "one longer", "two longer"};
  std::vector<TacticalFeature> features{
      {"swap", lines, TacticalFeature::About::special_move},
      {"new bridges", {"-", "one", "two", "three or more"}},
      {"own bridge", {"-", "fills", "saves", "saves from the previous move"}},
      {"opposing bridge", {"-", "breaks one", "breaks two or more"}},
      {"third-line template", {"-", "fills", "breaks", "makes"}},
      {"joins", chains},
      {"touches", chains},
      {"reaches", {"-", "a side", "both sides"}},
      {"stops", {"-", "a win"}},
      {"own side", lines},
      {"other side", lines},
      {"own way", ways},
      {"other way", ways},
  };
  if (history) add_round_distances(features);
  return features;
}

// The line of a cell from a side, the edge is 0.
int line_from(const Topology& topology, Cell cell, std::size_t side) {
  const int last = topology.size() - 1;
  switch (side) {
    case 0:
      return topology.y(cell);
    case 1:
      return last - topology.y(cell);
    case 2:
      return topology.x(cell);
    default:
      return last - topology.x(cell);
  }
}

std::uint32_t line_level(int line) {
  return line < kLines ? static_cast<std::uint32_t>(line + 1) : 0U;
}

struct Step {
  int dx, dy;
};

// Towards the top from a stone on the third line, to the right; then the same to the left.
constexpr std::array<std::array<Step, HexTactics::kCarrier>, 2> kZiggurats{{
    {{{1, 0}, {0, -1}, {1, -1}, {2, -1}, {0, -2}, {1, -2}, {2, -2}, {3, -2}}},
    {{{-1, 0}, {1, -1}, {0, -1}, {-1, -1}, {2, -2}, {1, -2}, {0, -2}, {-1, -2}}},
}};

Step turned(Step step, std::size_t side) {
  switch (side) {
    case 0:
      return step;
    case 1:
      return {-step.dx, -step.dy};
    case 2:
      return {step.dy, step.dx};
    default:
      return {-step.dy, -step.dx};
  }
}

}  // namespace

HexTactics::HexTactics(const Topology& topology, bool history)
    : Tactics(topology, features_of_hex(history), history) {
  const Cell off = topology.off_board();
  for (Cell cell = 0; cell < topology.cells(); ++cell) {
    auto& entry = carriers_.emplace_back();
    for (std::size_t side = 0; side < entry.size(); ++side) {
      for (std::size_t hand = 0; hand < kZiggurats.size(); ++hand) {
        Carrier& carrier = entry[side][hand];
        bool fits = line_from(topology, cell, side) == 2;
        for (std::size_t i = 0; i < kCarrier; ++i) {
          const Step step = turned(kZiggurats[hand][i], side);
          carrier[i] = topology.cell_at(topology.x(cell) + step.dx, topology.y(cell) + step.dy);
          fits &= carrier[i] != off;
        }
        if (!fits) carrier[0] = off;
      }
    }
  }
}

std::unique_ptr<Survey> HexTactics::make_survey() const {
  return std::make_unique<HexSurvey>(*this);
}

void HexTactics::levels(const BoardView& view, const Survey* survey, Move move,
                        std::uint32_t* out) const {
  const Topology& board = topology();
  if (move == board.off_board()) {
    int line = kLines;
    for (Cell cell = 0; cell < board.cells(); ++cell) {
      if (view.content[cell] == kEmpty) continue;
      for (std::size_t side = 0; side < 4; ++side) {
        line = std::min(line, line_from(board, cell, side));
      }
    }
    *out = line_level(line);
    return;
  }
  const auto& found = static_cast<const HexSurvey&>(*survey);
  const ConnectionChains& chains = found.chains();
  const auto own_sides = found.sides(true);
  const auto other_sides = found.sides(false);
  *out++ = static_cast<std::uint32_t>(std::min(3, chains.new_bridges(kMine, move, own_sides)));
  const ConnectionChains::Carried own = chains.carried(kMine, move, own_sides);
  *out++ = own.broken_now ? 3 : own.broken > 0 ? 2 : own.whole > 0 ? 1 : 0;
  *out++ = static_cast<std::uint32_t>(std::min(2, chains.carried(kOther, move, other_sides).whole));
  std::uint32_t third = found.third_line[move];
  for (std::size_t s = 0; s < 2; ++s) {
    for (const Carrier& carrier : carriers(move, found.first_side(true) + s)) {
      if (found.is_open(carrier)) third = 3;
    }
  }
  *out++ = third;
  const ConnectionChains::Beside mine = chains.beside(kMine, move);
  const ConnectionChains::Beside theirs = chains.beside(kOther, move);
  *out++ = mine.count;
  *out++ = theirs.count;
  const unsigned reached = (mine.edges | board.sides(move)) & own_sides;
  *out++ = reached == own_sides ? 2 : reached != 0 ? 1 : 0;
  *out++ = ((theirs.edges | board.sides(move)) & other_sides) == other_sides ? 1 : 0;
  for (const bool player : {true, false}) {
    const std::size_t side = found.first_side(player);
    *out++ = line_level(std::min(line_from(board, move, side), line_from(board, move, side + 1)));
  }
  *out++ = found.ways[0][move];
  *out++ = found.ways[1][move];
  if (!history()) return;
  for (const Move last : {view.previous.last, view.previous.before}) {
    *out++ = last < board.cells() ? round_rank(board, move, last) : 0U;
  }
}

HexSurvey::HexSurvey(const HexTactics& tactics) : tactics_(tactics), chains_(tactics.topology()) {}

void HexSurvey::take(const BoardView& view) {
  view_ = &view;
  chains_.take(view);
  find_third_lines();
  find_ways(true, ways[0]);
  find_ways(false, ways[1]);
}

bool HexSurvey::is_open(const HexTactics::Carrier& carrier) const {
  if (carrier[0] == tactics_.topology().off_board()) return false;
  return std::all_of(carrier.begin(), carrier.end(),
                     [&](Cell cell) { return view_->content[cell] == kEmpty; });
}

void HexSurvey::find_third_lines() {
  third_line.fill(0);
  for (Cell cell = 0; cell < tactics_.topology().cells(); ++cell) {
    const std::uint8_t kind = view_->content[cell];
    if (kind == kEmpty) continue;
    for (std::size_t s = 0; s < 2; ++s) {
      const std::size_t side = first_side(kind == kMine) + s;
      if (((chains_.edges(cell) >> side) & 1U) != 0) continue;  // joined already
      for (const auto& carrier : tactics_.carriers(cell, side)) {
        if (!is_open(carrier)) continue;
        for (const Cell inside : carrier) {
          third_line[inside] = std::max<std::uint8_t>(third_line[inside], kind == kMine ? 1 : 2);
        }
      }
    }
  }
}

void HexSurvey::measure(std::uint8_t kind, std::size_t side, Costs& costs) {
  const Topology& topology = tactics_.topology();
  const auto other = static_cast<std::uint8_t>(3 - kind);
  const auto& content = view_->content;
  costs.fill(kFar);
  std::size_t now = 0;
  std::size_t next = 0;
  // Stones cost nothing: they join the front at hand; empty cells join the next one.
  const auto enter = [&](Cell cell, std::uint8_t cost) {
    if (cell == topology.off_board() || content[cell] == other || costs[cell] <= cost) return;
    if (content[cell] == kind) {
      costs[cell] = cost;
      now_[now++] = cell;
    } else if (costs[cell] > cost + 1) {
      costs[cell] = static_cast<std::uint8_t>(cost + 1);
      next_[next++] = cell;
    }
  };
  const auto is_empty = [&](Cell cell) { return content[cell] == kEmpty; };
  for (Cell cell = 0; cell < topology.cells(); ++cell) {
    if (((topology.sides(cell) >> side) & 1U) != 0) {
      enter(cell, 0);
    } else if (line_from(topology, cell, side) == 1) {
      // A bridge to the side.
      int open = 0;
      for (std::size_t d = 0; d < ConnectionChains::kDirections; ++d) {
        const Cell near = topology.neighbours(cell)[d];
        open += near != topology.off_board() && is_empty(near) &&
                        ((topology.sides(near) >> side) & 1U) != 0
                    ? 1
                    : 0;
      }
      if (open == 2) enter(cell, 0);
    }
  }
  for (std::uint8_t cost = 0;; ++cost) {
    for (std::size_t i = 0; i < now; ++i) {
      const auto& around = topology.neighbours(now_[i]);
      for (std::size_t d = 0; d < ConnectionChains::kDirections; ++d) {
        enter(around[d], cost);
        const Cell a = around[d];
        const Cell b = around[(d + 1) % ConnectionChains::kDirections];
        if (is_empty(a) && is_empty(b)) {
          enter(topology.neighbours(a)[(d + 1) % ConnectionChains::kDirections], cost);
        }
      }
    }
    if (next == 0) return;
    // The next front; cells that were reached twice stand there once.
    std::swap(now_, next_);
    now = next;
    next = 0;
  }
}

void HexSurvey::find_ways(bool own, std::array<std::uint8_t, kMaxCells>& levels) {
  const std::uint8_t kind = own ? kMine : kOther;
  for (std::size_t s = 0; s < 2; ++s) measure(kind, first_side(own) + s, costs_[s]);
  int shortest = kFar;
  const auto cells = static_cast<std::size_t>(tactics_.topology().cells());
  const auto through = [&](std::size_t cell) {
    const bool is_empty = view_->content[cell] == kEmpty;
    if (costs_[0][cell] == kFar || costs_[1][cell] == kFar) return 2 * kFar;
    return costs_[0][cell] + costs_[1][cell] - (is_empty ? 1 : 0);
  };
  for (std::size_t cell = 0; cell < cells; ++cell) shortest = std::min(shortest, through(cell));
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const int longer = through(cell) - shortest;
    levels[cell] = static_cast<std::uint8_t>(longer < kWays ? longer + 1 : 0);
  }
}

}  // namespace katachi
