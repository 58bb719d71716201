#include "games/gomoku/position.h"

#include <stdexcept>

namespace katachi {

template <int kSize>
GomokuPosition<kSize>::GomokuPosition(int size, const GomokuRules& rules,
                                      std::span<const Color> stones, Color to_move)
    : GomokuPosition(size, rules) {
  for (std::size_t cell = 0; cell < stones.size(); ++cell) {
    if (stones[cell] == Color::none) continue;
    stones_.place(map_->places(static_cast<Cell>(cell)), stones[cell]);
    stones_key_ ^= zobrist(cell, kSalt + index_of(stones[cell]));
    ++count_;
  }
  to_move_ = to_move;
  // Looked for when all stones stand: with the rule `exact` a longer row wins nothing.
  std::array<bool, 2> won{};
  for (const Color color : {Color::black, Color::white}) {
    for (int line = 0; line < gomoku::line_count(size); ++line) {
      const auto number = static_cast<std::size_t>(line);
      if (gomoku::fives(stones_.line(color, number), rules.exact) != 0) {
        won[index_of(color)] = true;
      }
    }
  }
  if (won[0] && won[1]) throw std::invalid_argument("both players have won");
  if (won[0]) outcome_ = {Color::black, Reason::five, 1.0F};
  if (won[1]) outcome_ = {Color::white, Reason::five, -1.0F};
  if (!won[0] && !won[1] && count_ == topology().cells()) {
    outcome_ = {Color::none, Reason::full_board, 0.0F};
  }
}

template <int kSize>
bool GomokuPosition<kSize>::may_swap() const {
  return rules_.swap && count_ == 1 && to_move_ == Color::white && at(only_stone()) == Color::black;
}

template <int kSize>
void GomokuPosition<kSize>::legal_moves(MoveList& out) const {
  out.clear();
  if (is_over()) return;
  const int size = topology().size();
  for (int row = 0; row < size; ++row) {
    const auto line = static_cast<std::size_t>(row);
    const gomoku::Line taken = stones_.line(Color::black, line) | stones_.line(Color::white, line);
    for (gomoku::Line rest = map_->cells(line) & ~taken; rest != 0; rest &= rest - 1) {
      out.push_back(map_->cell(line, static_cast<unsigned>(std::countr_zero(rest))));
    }
  }
  if (may_swap()) out.push_back(swap_move());
}

template <int kSize>
void GomokuPosition<kSize>::play(Move move) {
  assert(is_legal(move));
  if (move == swap_move()) {
    const Cell cell = only_stone();
    *this = GomokuPosition(topology().size(), rules_);
    place(cell, Color::white);
    previous_.push(cell);
    return;
  }
  place(move, to_move_);
  previous_.push(move);
  to_move_ = opponent(to_move_);
}

template <int kSize>
bool GomokuPosition<kSize>::is_consistent() const {
  std::uint64_t key = 0;
  std::vector<Color> stones;
  for (Cell cell = 0; cell < topology().cells(); ++cell) {
    stones.push_back(at(cell));
    if (at(cell) != Color::none) key ^= zobrist(cell, kSalt + index_of(at(cell)));
  }
  const GomokuPosition again(topology().size(), rules_, stones, to_move_);
  return key == stones_key_ && again == *this && again.count_ == count_ &&
         again.outcome_ == outcome_;
}

template <int kSize>
Cell GomokuPosition<kSize>::only_stone() const {
  Cell cell = 0;
  while (at(cell) == Color::none) ++cell;
  return cell;
}

template <int kSize>
void GomokuPosition<kSize>::place(Cell cell, Color color) {
  const auto& places = map_->places(cell);
  stones_.place(places, color);
  stones_key_ ^= zobrist(cell, kSalt + index_of(color));
  ++count_;
  if (stones_.wins(places, color, rules_.exact)) {
    outcome_ = {color, Reason::five, color == Color::black ? 1.0F : -1.0F};
  } else if (count_ == topology().cells()) {
    outcome_ = {Color::none, Reason::full_board, 0.0F};
  }
}

template class GomokuPosition<15>;
template class GomokuPosition<19>;

}  // namespace katachi
