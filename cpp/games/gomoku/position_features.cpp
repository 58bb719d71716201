#include "games/gomoku/position_features.h"

#include <bit>

namespace katachi {
namespace {

using gomoku::Line;

// Where so many of a few shifted planes of bits are set.
class Sum {
 public:
  void add(Line plane) {
    const Line carry = ones_ & plane;
    ones_ ^= plane;
    fours_ |= twos_ & carry;
    twos_ ^= carry;
  }
  [[nodiscard]] Line one() const { return ones_ & ~twos_ & ~fours_; }
  [[nodiscard]] Line two() const { return ~ones_ & twos_ & ~fours_; }
  [[nodiscard]] Line three() const { return ones_ & twos_ & ~fours_; }

 private:
  Line ones_ = 0, twos_ = 0, fours_ = 0;
};

// Rows of one line that can become a five, by where they begin, and what a stone more makes of it.
struct Rows {
  std::array<Line, 3> with;  // with 1, 2 and 3 stones
  Line four = 0;             // empty cells where a stone makes a four
  Line open_four = 0;
  Line open_three = 0;

  Rows(Line own, Line empty, bool exact) {
    const Line open = own | empty;
    const Line four_open = open & (open >> 1U) & (open >> 2U) & (open >> 3U);
    Line row = four_open & (open >> 4U);
    // Four cells within two empty ones; bit i is the first of the four.
    Line within = four_open & (empty << 1U) & (empty >> 4U);
    if (exact) {  // a sixth stone would spoil the five
      row &= ~(own << 1U) & ~(own >> 5U);
      within &= ~(own << 2U) & ~(own >> 5U);
    }
    Sum sum;
    for (unsigned shift = 0; shift < 4; ++shift) sum.add(own >> shift);
    const Line three_of_four = within & sum.three();
    const Line two_of_four = within & sum.two();
    sum.add(own >> 4U);
    with = {row & sum.one(), row & sum.two(), row & sum.three()};
    four = covered(with[2], 5) & empty;
    open_four = covered(three_of_four, 4) & empty;
    open_three = covered(two_of_four, 4) & empty & ~four;
  }

 private:
  static Line covered(Line begins, unsigned length) {
    Line cells = 0;
    for (unsigned shift = 0; shift < length; ++shift) cells |= begins << shift;
    return cells;
  }
};

// What one player has on all lines.
struct Count {
  std::array<int, 3> rows{};
  int fours = 0, threes = 0;
  bool open_four = false, four_and_three = false, two_threes = false;
};

template <class P>
Count count(const P& position, const typename P::Stones& stones, Color color) {
  Count found;
  const gomoku::LineMap& map = position.map();
  const bool exact = position.rules().exact;
  std::array<std::uint8_t, P::kCapacity> seen{};  // fours, plus 16 times the threes, by cell
  const auto lines = static_cast<std::size_t>(gomoku::line_count(position.topology().size()));
  for (std::size_t line = 0; line < lines; ++line) {
    const Line own = stones.line(color, line);
    if (own == 0) continue;
    const Line empty = map.cells(line) & ~own & ~stones.line(opponent(color), line);
    const Rows rows(own, empty, exact);
    for (std::size_t n = 0; n < 3; ++n) found.rows[n] += std::popcount(rows.with[n]);
    found.fours += std::popcount(rows.four);
    found.threes += std::popcount(rows.open_three);
    found.open_four = found.open_four || rows.open_four != 0;
    for (Line rest = rows.four; rest != 0; rest &= rest - 1) {
      seen[map.cell(line, static_cast<unsigned>(std::countr_zero(rest)))] += 1;
    }
    for (Line rest = rows.open_three; rest != 0; rest &= rest - 1) {
      seen[map.cell(line, static_cast<unsigned>(std::countr_zero(rest)))] += 16;
    }
  }
  if (found.fours + found.threes < 2) return found;
  for (const std::uint8_t both : seen) {
    const int fours = both & 15;
    const int threes = both >> 4;
    found.open_four = found.open_four || fours > 1;
    found.four_and_three = found.four_and_three || (fours > 0 && threes > 0);
    found.two_threes = found.two_threes || threes > 1;
  }
  return found;
}

// Different cells where a colour makes a five: none, one of them, or kSeveral.
constexpr Cell kSeveral = kNoMove - 1;

template <class P>
Cell five_cell(const P& position, const typename P::Stones& stones, Color color) {
  const gomoku::LineMap& map = position.map();
  Cell found = kNoMove;
  const auto lines = static_cast<std::size_t>(gomoku::line_count(position.topology().size()));
  for (std::size_t line = 0; line < lines; ++line) {
    const Line own = stones.line(color, line);
    if (std::popcount(own) < 4) continue;
    const Line empty = map.cells(line) & ~own & ~stones.line(opponent(color), line);
    for (Line rest = gomoku::winning_cells(own, empty, position.rules().exact); rest != 0;
         rest &= rest - 1) {
      const Cell cell = map.cell(line, static_cast<unsigned>(std::countr_zero(rest)));
      if (found != kNoMove && found != cell) return kSeveral;
      found = cell;
    }
  }
  return found;
}

}  // namespace

template <int kSize>
void PositionFeatures<GomokuPosition<kSize>>::of(const GomokuPosition<kSize>& position,
                                                 PositionNumbers /*wanted*/,
                                                 std::span<int> numbers) {
  auto stones = position.stones();
  Color acts = position.to_move();
  int sign = 1;
  int five = 0;
  for (;;) {
    if (five_cell(position, stones, acts) != kNoMove) {
      five = sign;
      break;
    }
    const Cell threat = five_cell(position, stones, opponent(acts));
    if (threat == kNoMove) break;
    if (threat == kSeveral) {
      five = -sign;
      break;
    }
    stones.place(position.map().places(threat), acts);
    acts = opponent(acts);
    sign = -sign;
  }
  numbers[0] = sign;
  numbers[1] = five;
  const Count own = count(position, stones, acts);
  const Count other = count(position, stones, opponent(acts));
  std::fill(numbers.begin() + 2, numbers.begin() + 8, 0);
  if (five == 0) {
    if (own.open_four) {
      numbers[2] = sign;
    } else if (own.four_and_three) {
      numbers[3] = sign;
    } else if (other.open_four) {
      numbers[4] = -sign;
    } else if (other.four_and_three) {
      numbers[5] = -sign;
    } else if (own.two_threes) {
      numbers[6] = sign;
    } else if (other.two_threes) {
      numbers[7] = -sign;
    }
  }
  for (std::size_t n = 0; n < 3; ++n) {
    numbers[8 + 2 * n] = sign * own.rows[n];
    numbers[9 + 2 * n] = -sign * other.rows[n];
  }
  numbers[14] = sign * own.fours;
  numbers[15] = -sign * other.fours;
  numbers[16] = sign * own.threes;
  numbers[17] = -sign * other.threes;
}

template struct PositionFeatures<GomokuPosition<15>>;
template struct PositionFeatures<GomokuPosition<19>>;

}  // namespace katachi
