#include "games/y/tactics.h"

#include <algorithm>
#include <bit>

namespace katachi {
namespace {

constexpr auto kEmpty = static_cast<std::uint8_t>(Content::empty);
constexpr auto kMine = static_cast<std::uint8_t>(Content::own);
constexpr auto kOther = static_cast<std::uint8_t>(Content::other);

constexpr auto kSides = static_cast<ConnectionChains::Edges>(YRules::kAllSides);
constexpr int kLines = 5;
constexpr int kFifths = 4;

std::vector<TacticalFeature> features_of_y(bool history) {
  const std::vector<std::string> lines{"-", "1", "2", "3", "4", "5"};
  const std::vector<std::string> chains{"-", "one chain", "two chains", "three chains"};
  std::vector<TacticalFeature> features{
      {"swap", lines, TacticalFeature::About::special_move},
      {"new bridges", {"-", "one", "two", "three or more"}},
      {"own bridge", {"-", "fills", "saves", "saves from the previous move"}},
      {"opposing bridge", {"-", "breaks one", "breaks two or more"}},
      {"joins", chains},
      {"touches", chains},
      {"sides", {"-", "one", "two", "three"}},
      {"other sides", {"-", "one", "two", "three"}},
      {"line", lines},
      {"farthest side", {"-", "1", "2", "3", "4"}},
  };
  if (history) add_round_distances(features);
  return features;
}

}  // namespace

YTactics::YTactics(const Topology& topology, bool history)
    : Tactics(topology, features_of_y(history), history) {
  const int last = topology.size() - 1;
  for (Cell cell = 0; cell < topology.cells(); ++cell) {
    const int x = topology.x(cell);
    const int y = topology.y(cell);
    const int nearest = std::min({x, y - x, last - y});
    const int farthest = std::max({x, y - x, last - y});
    lines_.push_back(static_cast<std::uint8_t>(nearest < kLines ? nearest + 1 : 0));
    far_.push_back(static_cast<std::uint8_t>(std::min(kFifths, 5 * farthest / (last + 1))));
  }
}

std::unique_ptr<Survey> YTactics::make_survey() const {
  return std::make_unique<YSurvey>(topology());
}

void YTactics::levels(const BoardView& view, const Survey* survey, Move move,
                      std::uint32_t* out) const {
  const Topology& board = topology();
  if (move == board.off_board()) {
    *out = 0;
    for (Cell cell = 0; cell < board.cells(); ++cell) {
      if (view.content[cell] != kEmpty) *out = lines_[cell];
    }
    return;
  }
  const ConnectionChains& chains = static_cast<const YSurvey&>(*survey).chains();
  *out++ = static_cast<std::uint32_t>(std::min(3, chains.new_bridges(kMine, move, kSides)));
  const ConnectionChains::Carried own = chains.carried(kMine, move, kSides);
  *out++ = own.broken_now ? 3 : own.broken > 0 ? 2 : own.whole > 0 ? 1 : 0;
  *out++ = static_cast<std::uint32_t>(std::min(2, chains.carried(kOther, move, kSides).whole));
  const ConnectionChains::Beside mine = chains.beside(kMine, move);
  const ConnectionChains::Beside theirs = chains.beside(kOther, move);
  *out++ = mine.count;
  *out++ = theirs.count;
  for (const unsigned edges : {unsigned{mine.edges}, unsigned{theirs.edges}}) {
    *out++ = static_cast<std::uint32_t>(std::popcount((edges | board.sides(move)) & kSides));
  }
  *out++ = lines_[move];
  *out++ = far_[move];
  if (!history()) return;
  for (const Move last : {view.previous.last, view.previous.before}) {
    *out++ = last < board.cells() ? round_rank(board, move, last) : 0U;
  }
}

}  // namespace katachi
