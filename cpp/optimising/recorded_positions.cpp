#include "optimising/recorded_positions.h"

#include <algorithm>
#include <stdexcept>

#include "games/random.h"
#include "optimising/walk_games.h"

namespace katachi {

BoardView RecordedPositions::view(std::size_t i) const {
  const auto bytes = content(i);
  const Color mover = to_move_[i];
  return BoardView(*topology_, mover, [&](Cell cell) {
    const auto seen = static_cast<Content>(bytes[cell]);
    if (seen == Content::empty) return Color::none;
    return seen == Content::own ? mover : opponent(mover);
  });
}

std::uint64_t RecordedPositions::hash(std::span<const std::uint8_t> content, Color to_move) const {
  std::uint64_t value = index_of(to_move);
  std::uint64_t word = 0;
  std::size_t packed = 0;
  for (const std::uint8_t byte : content) {
    word = word << 2U | byte;
    if (++packed == 32) {
      value = scramble(value ^ word);
      word = 0;
      packed = 0;
    }
  }
  return scramble(value ^ word);
}

std::size_t RecordedPositions::place_of(const BoardView& view, const MoveList& moves) {
  const std::span bytes(view.content.data(), stride());
  const std::size_t number = size();
  const std::uint32_t known = table_.insert(
      hash(bytes, view.to_move), static_cast<std::uint32_t>(number), [&](std::uint32_t i) {
        // The moves too: a ko can forbid one of them.
        const auto offered = candidates(i);
        return to_move_[i] == view.to_move &&
               std::equal(bytes.begin(), bytes.end(), content(i).begin()) &&
               offered.size() == moves.size() &&
               std::equal(offered.begin(), offered.end(), moves.begin(),
                          [](const Candidate& c, Move move) { return c.move == move; });
      });
  if (known != PositionTable::kNone) return known;
  content_.insert(content_.end(), bytes.begin(), bytes.end());
  to_move_.push_back(view.to_move);
  times_.push_back(0);
  for (const Move move : moves) candidates_.push_back({.move = move});
  begins_.push_back(candidates_.size());
  return number;
}

void RecordedPositions::add(const AnyPosition& start, const GameMoves& games, bool forced_moves,
                            Interrupt& interrupt) {
  if (&start.topology() != topology_) {
    throw std::invalid_argument("the games belong to another board");
  }
  if (start.move_count() > static_cast<std::size_t>(topology_->cells()) + 1) {
    throw std::invalid_argument("this is for games whose moves are cells");
  }
  MoveList moves;
  walk_games(start, games, interrupt, [&](const AnyPosition& position, Move move) {
    position.legal_moves(moves);
    if (!forced_moves && moves.size() <= 1) return;
    const BoardView view(*topology_, position.to_move(),
                         [&](Cell cell) { return position.at(cell); });
    const std::size_t i = place_of(view, moves);
    ++times_[i];
    ++competitions_;
    for (std::size_t c = begins_[i]; c < begins_[i + 1]; ++c) {
      candidates_[c].times += candidates_[c].move == move ? 1U : 0U;
    }
  });
}

std::size_t RecordedPositions::bytes() const {
  return content_.capacity() + to_move_.capacity() * sizeof(Color) + 4 * times_.capacity() +
         candidates_.capacity() * sizeof(Candidate) + begins_.capacity() * sizeof(std::size_t) +
         table_.bytes();
}

}  // namespace katachi
