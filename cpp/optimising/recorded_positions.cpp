#include "optimising/recorded_positions.h"

#include <algorithm>
#include <stdexcept>

#include "games/all_positions.h"
#include "games/random.h"
#include "optimising/walk_games.h"

namespace katachi {

BoardView RecordedPositions::view(std::size_t i) const {
  const auto bytes = content(i);
  const Color mover = to_move_[i];
  BoardView seen(*topology_, mover, [&](Cell cell) {
    const auto content = static_cast<Content>(bytes[cell]);
    if (content == Content::empty) return Color::none;
    return content == Content::own ? mover : opponent(mover);
  });
  if (history_) {
    seen.previous = memories_[i].previous;
    seen.ko = memories_[i].ko;
  }
  return seen;
}

std::uint64_t RecordedPositions::hash(const BoardView& view) const {
  std::uint64_t value = index_of(view.to_move);
  if (history_) {
    value = scramble(value << 48U | std::uint64_t{view.ko} << 32U |
                     std::uint64_t{view.previous.last} << 16U | view.previous.before);
  }
  std::uint64_t word = 0;
  std::size_t packed = 0;
  for (const std::uint8_t byte : std::span(view.content.data(), stride())) {
    word = word << 2U | byte;
    if (++packed == 32) {
      value = scramble(value ^ word);
      word = 0;
      packed = 0;
    }
  }
  return scramble(value ^ word);
}

bool RecordedPositions::remembers(std::size_t i, const BoardView& view) const {
  if (!history_) return true;
  const Memory& memory = memories_[i];
  return memory.previous.last == view.previous.last &&
         memory.previous.before == view.previous.before && memory.ko == view.ko;
}

std::size_t RecordedPositions::place_of(const BoardView& view, const MoveList& moves) {
  const std::span bytes(view.content.data(), stride());
  const std::size_t number = size();
  const std::uint32_t known =
      table_.insert(hash(view), static_cast<std::uint32_t>(number), [&](std::uint32_t i) {
        // The moves too: a ko can forbid one of them.
        const auto offered = candidates(i);
        return to_move_[i] == view.to_move && remembers(i, view) &&
               std::equal(bytes.begin(), bytes.end(), content(i).begin()) &&
               offered.size() == moves.size() &&
               std::equal(offered.begin(), offered.end(), moves.begin(),
                          [](const Candidate& c, Move move) { return c.move == move; });
      });
  if (known != PositionTable::kNone) return known;
  content_.insert(content_.end(), bytes.begin(), bytes.end());
  to_move_.push_back(view.to_move);
  if (history_) memories_.push_back({.previous = view.previous, .ko = view.ko});
  times_.push_back(0);
  for (const Move move : moves) candidates_.push_back({.move = move});
  begins_.push_back(candidates_.size());
  return number;
}

void RecordedPositions::add(const AnyPosition& start, const GameMoves& games, Wanted wanted,
                            Interrupt& interrupt) {
  if (&start.topology() != topology_) {
    throw std::invalid_argument("the games belong to another board");
  }
  if (start.move_count() > static_cast<std::size_t>(topology_->cells()) + 1) {
    throw std::invalid_argument("this is for games whose moves are cells");
  }
  MoveList moves;
  walk_games(start, games, interrupt, [&](const AnyPosition& position, Move move) {
    if (position.moves_played() < wanted.first_ply) return;
    position.legal_moves(moves);
    if (!wanted.forced_moves && moves.size() <= 1) return;
    const std::size_t i =
        visit(position, [&](const auto& typed) { return place_of(BoardView(typed), moves); });
    ++times_[i];
    ++competitions_;
    for (std::size_t c = begins_[i]; c < begins_[i + 1]; ++c) {
      candidates_[c].times += candidates_[c].move == move ? 1U : 0U;
    }
  });
}

std::size_t RecordedPositions::bytes() const {
  return content_.capacity() + to_move_.capacity() * sizeof(Color) + 4 * times_.capacity() +
         memories_.capacity() * sizeof(Memory) + candidates_.capacity() * sizeof(Candidate) +
         begins_.capacity() * sizeof(std::size_t) + table_.bytes();
}

}  // namespace katachi
