#include "games/havannah/tactics.h"

#include <algorithm>
#include <bit>

#include "games/connection/board.h"

namespace katachi {
namespace {

constexpr auto kEmpty = static_cast<std::uint8_t>(Content::empty);
constexpr auto kMine = static_cast<std::uint8_t>(Content::own);
constexpr auto kOther = static_cast<std::uint8_t>(Content::other);

constexpr ConnectionChains::Edges kSides = 63;
constexpr int kLines = 5;
constexpr int kCornerSteps = 4;

std::vector<TacticalFeature> features_of_havannah(bool history) {
  const std::vector<std::string> lines{"-", "1", "2", "3", "4", "5"};
  const std::vector<std::string> chains{"-", "one chain", "two chains", "three chains"};
  const std::vector<std::string> shapes{"-", "a fork", "a bridge", "a ring"};
  std::vector<TacticalFeature> features{
      {"swap", lines, TacticalFeature::About::special_move},
      {"new joints", {"-", "one", "two", "three or more"}},
      {"own joint", {"-", "fills", "saves", "saves from the previous move"}},
      {"opposing joint", {"-", "breaks one", "breaks two or more"}},
      {"joins", chains},
      {"touches", chains},
      {"sides", {"-", "one", "two", "three or more"}},
      {"corners", {"-", "one", "two or more"}},
      {"wins", shapes},
      {"stops", shapes},
      {"ring threat", {"-", "makes", "stops", "makes and stops"}},
      {"line", lines},
      {"corner", {"-", "1", "2", "3", "4"}},
  };
  if (history) add_round_distances(features);
  return features;
}

}  // namespace

HavannahTactics::HavannahTactics(const Topology& topology, bool history)
    : Tactics(topology, features_of_havannah(history), history) {
  for (Cell cell = 0; cell < topology.cells(); ++cell) {
    int line = kLines;
    int corner = kCornerSteps;
    for (Cell other = 0; other < topology.cells(); ++other) {
      const int steps = topology.distance(cell, other);
      if (topology.sides(other) != 0 || topology.corners(other) != 0) line = std::min(line, steps);
      if (topology.corners(other) != 0) corner = std::min(corner, steps);
    }
    lines_.push_back(static_cast<std::uint8_t>(line < kLines ? line + 1 : 0));
    corners_.push_back(static_cast<std::uint8_t>(corner < kCornerSteps ? corner + 1 : 0));
  }
}

std::unique_ptr<Survey> HavannahTactics::make_survey() const {
  return std::make_unique<HavannahSurvey>(topology());
}

void HavannahTactics::levels(const BoardView& view, const Survey* survey, Move move,
                             std::uint32_t* out) const {
  const Topology& board = topology();
  if (move == board.off_board()) {
    *out = 0;
    for (Cell cell = 0; cell < board.cells(); ++cell) {
      if (view.content[cell] != kEmpty) *out = lines_[cell];
    }
    return;
  }
  const auto& found = static_cast<const HavannahSurvey&>(*survey);
  const ConnectionChains& chains = found.chains();
  *out++ = static_cast<std::uint32_t>(std::min(3, chains.new_bridges(kMine, move, kSides)));
  const ConnectionChains::Carried own = chains.carried(kMine, move, kSides);
  *out++ = own.broken_now ? 3 : own.broken > 0 ? 2 : own.whole > 0 ? 1 : 0;
  *out++ = static_cast<std::uint32_t>(std::min(2, chains.carried(kOther, move, kSides).whole));
  const ConnectionChains::Beside mine = chains.beside(kMine, move);
  *out++ = mine.count;
  *out++ = chains.beside(kOther, move).count;
  const unsigned edges =
      mine.edges | board.sides(move) | (static_cast<unsigned>(board.corners(move)) << 6U);
  *out++ = static_cast<std::uint32_t>(std::min(3, std::popcount(edges & kSides)));
  *out++ = static_cast<std::uint32_t>(std::min(2, std::popcount(edges >> 6U)));
  *out++ = found.wins(kMine, move);
  *out++ = found.wins(kOther, move);
  *out++ = (found.threatens_ring(kMine, move) ? 1U : 0U) +
           (found.threatens_ring(kOther, move) ? 2U : 0U);
  *out++ = lines_[move];
  *out++ = corners_[move];
  if (!history()) return;
  for (const Move last : {view.previous.last, view.previous.before}) {
    *out++ = last < board.cells() ? round_rank(board, move, last) : 0U;
  }
}

// The cases are those of games/havannah/position.h.
bool HavannahSurvey::closes_ring(std::uint8_t kind, Cell cell, Cell extra,
                                 const ConnectionChains::Beside& joined) const {
  const Topology& topology = chains_.topology();
  const auto is_stone = [&](Cell at) { return at == extra || chains_.content(at) == kind; };
  constexpr std::uint16_t kJoined = 0xfffe;
  const auto chain_of = [&](Cell at) {
    if (at == extra) return kJoined;
    const std::uint16_t chain = chains_.chain(at);
    const auto* const end = joined.chains.begin() + joined.count;
    return std::find(joined.chains.cbegin(), end, chain) == end ? chain : kJoined;
  };
  unsigned mask = 0;
  for (std::size_t d = 0; d < ConnectionChains::kDirections; ++d) {
    const Cell near = topology.neighbours(cell)[d];
    mask |= static_cast<unsigned>(near != topology.off_board() && is_stone(near)) << d;
  }
  const Runs& runs = kRuns[mask];
  std::array<std::uint16_t, 3> seen{};
  for (std::size_t r = 0; r < runs.count; ++r) {
    seen[r] = chain_of(topology.neighbours(cell)[runs.first[r]]);
    for (std::size_t q = 0; q < r; ++q) {
      if (seen[q] == seen[r]) return true;
    }
  }
  for (unsigned inside = runs.inside; inside != 0; inside &= inside - 1) {
    const Cell x = topology.neighbours(cell)[static_cast<std::size_t>(std::countr_zero(inside))];
    bool full = true;
    for (std::size_t d = 0; d < ConnectionChains::kDirections; ++d) {
      const Cell near = topology.neighbours(x)[d];
      full &= near == cell || (near != topology.off_board() && is_stone(near));
    }
    if (full) return true;
  }
  return false;
}

std::uint32_t HavannahSurvey::wins(std::uint8_t kind, Cell cell) const {
  const ConnectionChains::Beside none;
  if (closes_ring(kind, cell, kNoMove, none)) return 3;
  const Topology& topology = chains_.topology();
  const unsigned edges = chains_.beside(kind, cell).edges | topology.sides(cell) |
                         (static_cast<unsigned>(topology.corners(cell)) << 6U);
  if (std::popcount(edges >> 6U) >= 2) return 2;
  return std::popcount(edges & kSides) >= 3 ? 1 : 0;
}

bool HavannahSurvey::threatens_ring(std::uint8_t kind, Cell cell) const {
  const ConnectionChains::Beside joined = chains_.beside(kind, cell);
  // Without a neighbour there is nothing to close, and a ring is more than a threat.
  if (joined.count == 0 || closes_ring(kind, cell, kNoMove, {})) return false;
  const Topology& topology = chains_.topology();
  for (std::size_t d = 0; d < ConnectionChains::kDirections; ++d) {
    const Cell near = topology.neighbours(cell)[d];
    if (near == topology.off_board() || chains_.content(near) != kEmpty) continue;
    if (closes_ring(kind, near, cell, joined)) return true;
  }
  return false;
}

}  // namespace katachi
