#include "games/go/position.h"

#include <algorithm>

namespace katachi {

template <int kCapacity>
GoPosition<kCapacity>::GoPosition(int size, const GoRules& rules)
    : board_(Topology::of(Grid::square, size)), rules_(rules) {
  remember(repetition_key(board_.stones_key(), to_move_));
}

template <int kCapacity>
GoPosition<kCapacity>::GoPosition(int size, const GoRules& rules, std::span<const Color> stones,
                                  Color to_move, const Past& past)
    : board_(Topology::of(Grid::square, size)),
      rules_(rules),
      to_move_(to_move),
      passes_(past.passes),
      moves_played_(past.moves_played),
      prisoners_(past.prisoners) {
  for (std::size_t cell = 0; cell < stones.size(); ++cell) {
    if (stones[cell] != Color::none) board_.set_up(static_cast<Cell>(cell), stones[cell]);
  }
  board_.set_ko(past.ko);
  for (const std::uint64_t key : past.seen) remember(key);
  remember(repetition_key(board_.stones_key(), to_move_));
}

template <int kCapacity>
std::vector<std::uint64_t> GoPosition<kCapacity>::seen() const {
  std::vector<std::uint64_t> keys = history_;
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  std::erase(keys, repetition_key(board_.stones_key(), to_move_));
  return keys;
}

template <int kCapacity>
GoPosition<kCapacity> GoPosition<kCapacity>::resumed(Color color) const {
  GoPosition next = *this;
  next.board_.set_ko(topology().off_board());
  next.to_move_ = color;
  next.passes_ = 0;
  next.previous_ = {};
  next.remember(next.repetition_key(board_.stones_key(), color));
  return next;
}

template <int kCapacity>
std::uint64_t GoPosition<kCapacity>::repetition_key(std::uint64_t stones_key, Color to_move) const {
  const bool turn = rules_.superko == Superko::situational && to_move == Color::white;
  return turn ? scramble(stones_key) : stones_key;
}

template <int kCapacity>
bool GoPosition<kCapacity>::seen(std::uint64_t repetition_key) const {
  const std::uint64_t spread = scramble(repetition_key);
  if (((filter_[(spread >> 6U) & 63U] >> (spread & 63U)) & 1U) == 0) return false;
  return std::find(history_.begin(), history_.end(), repetition_key) != history_.end();
}

template <int kCapacity>
void GoPosition<kCapacity>::remember(std::uint64_t repetition_key) {
  if (rules_.superko == Superko::none) return;
  const std::uint64_t spread = scramble(repetition_key);
  filter_[(spread >> 6U) & 63U] |= std::uint64_t{1} << (spread & 63U);
  history_.push_back(repetition_key);
}

template <int kCapacity>
auto GoPosition<kCapacity>::refusal(Move move) const -> Refusal {
  if (is_over()) return Refusal::game_over;
  if (move == pass()) return Refusal::none;
  if (move > pass()) return Refusal::no_such_cell;
  if (board_.at(move) != Color::none) return Refusal::occupied;
  if (move == board_.ko()) return Refusal::ko;
  if (!rules_.suicide && board_.is_suicide(move, to_move_)) return Refusal::suicide;
  if (rules_.superko != Superko::none) {
    const std::uint64_t after = board_.stones_key_after(move, to_move_);
    if (seen(repetition_key(after, opponent(to_move_)))) return Refusal::superko;
  }
  return Refusal::none;
}

template <int kCapacity>
void GoPosition<kCapacity>::legal_moves(MoveList& out) const {
  out.clear();
  if (is_over()) return;
  for (Cell cell = 0; cell < topology().cells(); ++cell) {
    if (board_.at(cell) == Color::none && is_legal(cell)) out.push_back(cell);
  }
  out.push_back(pass());
}

template <int kCapacity>
void GoPosition<kCapacity>::play(Move move) {
  assert(is_legal(move));
  if (move == pass()) {
    board_.set_ko(topology().off_board());
    ++passes_;
  } else {
    const int empty = board_.empty_count();
    const int captured = board_.place(move, to_move_);
    prisoners_[index_of(opponent(to_move_))] += captured;
    prisoners_[index_of(to_move_)] += board_.empty_count() - (empty - 1 + captured);  // a suicide
    passes_ = 0;
  }
  to_move_ = opponent(to_move_);
  ++moves_played_;
  previous_.push(move);
  remember(repetition_key(board_.stones_key(), to_move_));
}

template <int kCapacity>
Outcome GoPosition<kCapacity>::outcome_of(const Board& board) const {
  const bool by_stones = rules_.scoring == Scoring::stones;
  const bool by_territory = rules_.scoring == Scoring::territory;
  int points = by_stones ? board.stones_margin() : board.area_margin();
  // `board` may be that of a playout, in which players fill what is theirs: the stones placed until
  // its start count, as if both went on to place equally many.
  if (by_territory) points -= placed_margin();
  const float margin = static_cast<float>(points) - rules_.komi;
  Color winner = Color::none;
  if (margin != 0.0F) winner = margin > 0.0F ? Color::black : Color::white;
  const Reason reason = by_stones      ? Reason::stones
                        : by_territory ? Reason::territory
                                       : Reason::area;
  return {winner, reason, margin};
}

template <int kCapacity>
std::uint64_t GoPosition<kCapacity>::key() const {
  const int counted = rules_.move_limit > 0 ? moves_played_ : 0;
  const auto extra = (static_cast<std::uint64_t>(counted) << 16U) |
                     (static_cast<std::uint64_t>(board_.ko()) << 3U) |
                     (static_cast<std::uint64_t>(std::min(passes_, 2)) << 1U) |
                     static_cast<std::uint64_t>(to_move_);
  return scramble(board_.stones_key() ^
                  zobrist(extra, Board::kStoneSalt + 2 + static_cast<unsigned>(topology().size())));
}

template class GoPosition<81>;
template class GoPosition<169>;
template class GoPosition<361>;

}  // namespace katachi
