#include "games/othello/tactics.h"

#include <algorithm>

#include "games/othello/terms.h"

namespace katachi {
namespace {

using othello::around;
using othello::Bits;
using othello::corners;
using othello::count;
using othello::full_board;
using othello::Portable;

constexpr int kMostChange = 8;
constexpr int kMostFewerFrontier = 4;
constexpr int kMostFlips = 8;
constexpr int kMostStable = 5;
constexpr int kSmallRegion = 6;
constexpr std::uint32_t kMustPass = 2 * kMostChange + 1;

std::vector<std::string> numbers(int last, const std::string& more = "") {
  std::vector<std::string> names{"-"};
  for (int n = 1; n <= last; ++n) names.push_back(std::to_string(n));
  if (!more.empty()) names.back() += more;
  return names;
}

// Numbers down to -fewer and up to more; the outermost stand for all beyond.
std::vector<std::string> changes(int fewer, int more) {
  std::vector<std::string> names{"-"};
  for (int n = 1; n <= fewer; ++n) names.push_back(std::to_string(n) + " fewer");
  names.back() += ", or less";
  for (int n = 1; n <= more; ++n) names.push_back(std::to_string(n) + " more");
  if (more > 0) names.back() += ", or yet more";
  return names;
}

std::uint32_t change_level(int change, int fewer, int more) {
  if (change < 0) return static_cast<std::uint32_t>(std::min(-change, fewer));
  const int up = std::min(change, more);
  return static_cast<std::uint32_t>(up > 0 ? fewer + up : 0);
}

std::vector<TacticalFeature> features_of_othello() {
  std::vector<std::string> with_pass = changes(kMostChange, kMostChange);
  with_pass.emplace_back("none left");
  std::vector<std::string> regions = numbers(kSmallRegion);
  regions.emplace_back("odd, 7 or more");
  return {
      {"corner",
       {"-", "taken", "X-square, empty corner", "X-square, own corner", "X-square, opposing corner",
        "C-square, empty corner", "C-square, own corner", "C-square, opposing corner"}},
      {"corners given", numbers(2, " or more")},
      {"corners denied", numbers(2, " or more")},
      {"opposing moves", with_pass},
      {"own moves", changes(kMostChange, kMostChange)},
      {"own frontier", changes(kMostFewerFrontier, kMostChange)},
      {"opposing frontier", changes(kMostChange, 0)},
      {"stable discs", numbers(kMostStable, " or more")},
      {"flips", numbers(kMostFlips)},
      {"empty region", regions},
  };
}

template <int kSize>
Bits<kSize> mobility(Bits<kSize> own, Bits<kSize> other) {
  return Portable::mobility<kSize>(own, other);
}

template <int kSize>
int frontier(Bits<kSize> discs, Bits<kSize> empty) {
  return count(static_cast<Bits<kSize>>(discs & around<kSize>(empty)));
}

template <int kSize>
Bits<kSize> region(Bits<kSize> empty, Bits<kSize> from) {
  for (;;) {
    const Bits<kSize> wider = around<kSize>(from) & empty;
    if (wider == from) return from;
    from = wider;
  }
}

// Which corner a cell belongs to, and how: 0 not at all, 1 the corner, 2 X-square, 5 C-square.
struct CornerPlace {
  std::uint32_t kind = 0;
  int corner = 0;
};

template <int kSize>
CornerPlace corner_place(int cell) {
  constexpr int kLast = kSize - 1;
  const int x = cell % kSize;
  const int y = cell / kSize;
  const int dx = std::min(x, kLast - x);
  const int dy = std::min(y, kLast - y);
  if (dx > 1 || dy > 1) return {};
  const int corner = (y > kLast / 2 ? kLast * kSize : 0) + (x > kLast / 2 ? kLast : 0);
  return {.kind = dx + dy == 0 ? 1U : dx + dy == 2 ? 2U : 5U, .corner = corner};
}

template <int kSize>
std::uint32_t corner_level(Bits<kSize> own, Bits<kSize> other, int cell) {
  const CornerPlace place = corner_place<kSize>(cell);
  if (place.kind < 2) return place.kind;
  const Bits<kSize> corner = Bits<kSize>{1} << place.corner;
  return place.kind + ((own & corner) != 0 ? 1U : (other & corner) != 0 ? 2U : 0U);
}

}  // namespace

template <int kSize>
OthelloTactics<kSize>::OthelloTactics(const Topology& topology)
    : Tactics(topology, features_of_othello(), false) {}

template <int kSize>
std::unique_ptr<Survey> OthelloTactics<kSize>::make_survey() const {
  return std::make_unique<OthelloSurvey<kSize>>();
}

template <int kSize>
void OthelloSurvey<kSize>::take(const BoardView& view) {
  own = 0;
  other = 0;
  for (int cell = 0; cell < kSize * kSize; ++cell) {
    const auto content = static_cast<Content>(view.content[static_cast<std::size_t>(cell)]);
    own |= static_cast<Bits>(content == Content::own) << cell;
    other |= static_cast<Bits>(content == Content::other) << cell;
  }
  const Bits empty = full_board<kSize>() & static_cast<Bits>(~(own | other));
  other_moves = mobility<kSize>(other, own);
  own_moves = count(mobility<kSize>(own, other));
  own_frontier = frontier<kSize>(own, empty);
  other_frontier = frontier<kSize>(other, empty);
  stable = count(othello::stable_discs<kSize>(own, other));
}

template <int kSize>
void OthelloTactics<kSize>::levels(const BoardView&, const Survey* survey, Move move,
                                   std::uint32_t* out) const {
  using B = Bits<kSize>;
  const auto& before = static_cast<const OthelloSurvey<kSize>&>(*survey);
  const B flipped = Portable::flips<kSize>(before.own, before.other, move);
  const B own = before.own | flipped | (B{1} << move);
  const B other = before.other & static_cast<B>(~flipped);
  const B empty = full_board<kSize>() & static_cast<B>(~(own | other));
  const B other_moves = mobility<kSize>(other, own);
  const auto few = [](int number, int most) {
    return static_cast<std::uint32_t>(std::clamp(number, 0, most));
  };
  *out++ = corner_level<kSize>(before.own, before.other, move);
  *out++ = few(count(static_cast<B>(other_moves & corners<kSize>())), 2);
  // A corner that the move takes is denied as well.
  *out++ = few(count(static_cast<B>(before.other_moves & ~other_moves & corners<kSize>())), 2);
  *out++ = other_moves == 0 ? kMustPass
                            : change_level(count(other_moves) - count(before.other_moves),
                                           kMostChange, kMostChange);
  *out++ =
      change_level(count(mobility<kSize>(own, other)) - before.own_moves, kMostChange, kMostChange);
  *out++ = change_level(frontier<kSize>(own, empty) - before.own_frontier, kMostFewerFrontier,
                        kMostChange);
  *out++ = change_level(frontier<kSize>(other, empty) - before.other_frontier, kMostChange, 0);
  *out++ = few(count(othello::stable_discs<kSize>(own, other)) - before.stable, kMostStable);
  const int flips = count(flipped);
  *out++ = flips <= kMostFlips ? static_cast<std::uint32_t>(flips) : 0U;
  const B all_empty = empty | (B{1} << move);
  const int cells = count(region<kSize>(all_empty, B{1} << move));
  *out++ = cells <= kSmallRegion ? static_cast<std::uint32_t>(cells)
           : cells % 2 == 1      ? kSmallRegion + 1U
                                 : 0U;
}

template class OthelloTactics<6>;
template class OthelloTactics<8>;
template class OthelloTactics<10>;

}  // namespace katachi
