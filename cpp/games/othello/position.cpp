#include "games/othello/position.h"

#include <algorithm>

namespace katachi {

template <int kSize>
OthelloPosition<kSize>::OthelloPosition() : discs_{} {
  constexpr int kMiddle = kSize / 2;
  const auto bit = [](int x, int y) { return Bits{1} << (y * kSize + x); };
  discs_[index_of(Color::white)] = bit(kMiddle - 1, kMiddle - 1) | bit(kMiddle, kMiddle);
  discs_[index_of(Color::black)] = bit(kMiddle, kMiddle - 1) | bit(kMiddle - 1, kMiddle);
}

template <int kSize>
const Topology& OthelloPosition<kSize>::topology() const {
  static const Topology& shared = Topology::of(Grid::square_eight, kSize);
  return shared;
}

template <int kSize>
int OthelloPosition<kSize>::moves_played() const {
  return std::max(0, othello::count(discs_[0] | discs_[1]) - 4);
}

template <int kSize>
Color OthelloPosition<kSize>::at(Cell cell) const {
  assert(cell < kCells);
  if (((discs_[0] >> cell) & 1U) != 0) return Color::black;
  return ((discs_[1] >> cell) & 1U) != 0 ? Color::white : Color::none;
}

template <int kSize>
bool OthelloPosition<kSize>::is_legal(Move move) const {
  if (move > kPass) return false;
  const Bits moves = mobility(to_move_);
  if (move == kPass) return moves == 0 && mobility(opponent(to_move_)) != 0;
  return ((moves >> move) & 1U) != 0;
}

template <int kSize>
void OthelloPosition<kSize>::legal_moves(MoveList& out) const {
  out.clear();
  Bits moves = mobility(to_move_);
  if (moves == 0) {
    if (mobility(opponent(to_move_)) != 0) out.push_back(kPass);
    return;
  }
  for (; moves != 0; moves &= moves - 1) {
    out.push_back(static_cast<Move>(othello::first(moves)));
  }
}

template <int kSize>
void OthelloPosition<kSize>::play(Move move) {
  assert(is_legal(move));
  if (move != kPass) {
    Bits& own = discs_[index_of(to_move_)];
    Bits& other = discs_[index_of(opponent(to_move_))];
    const Bits flipped = othello::Portable::flips<kSize>(own, other, move);
    own |= flipped | (Bits{1} << move);
    other &= ~flipped;
  }
  to_move_ = opponent(to_move_);
}

template <int kSize>
Outcome OthelloPosition<kSize>::outcome() const {
  const int margin = othello::count(discs_[0]) - othello::count(discs_[1]);
  Color winner = Color::none;
  if (margin != 0) winner = margin > 0 ? Color::black : Color::white;
  return {winner, Reason::discs, static_cast<float>(margin)};
}

template <int kSize>
std::uint64_t OthelloPosition<kSize>::key() const {
  std::uint64_t key = scramble(static_cast<std::uint64_t>(to_move_) + kSize * 2ULL);
  for (const Bits discs : discs_) {
    key = scramble(key ^ static_cast<std::uint64_t>(discs));
    if constexpr (sizeof(Bits) > 8) key = scramble(key ^ static_cast<std::uint64_t>(discs >> 64U));
  }
  return key;
}

template class OthelloPosition<6>;
template class OthelloPosition<8>;
template class OthelloPosition<10>;

}  // namespace katachi
