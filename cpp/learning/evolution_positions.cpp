#include "learning/evolution_positions.h"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>

#include "games/random.h"

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

void RecordedPositions::grow() {
  table_.assign(std::max<std::size_t>(1024, 2 * table_.size()), 0);
  const std::size_t mask = table_.size() - 1;
  for (std::size_t i = 0; i < size(); ++i) {
    std::size_t slot = hash(content(i), to_move_[i]) & mask;
    while (table_[slot] != 0) slot = (slot + 1) & mask;
    table_[slot] = static_cast<std::uint32_t>(i + 1);
  }
}

std::size_t RecordedPositions::place_of(const BoardView& view, const MoveList& moves) {
  if (2 * (size() + 1) > table_.size()) grow();
  const std::span bytes(view.content.data(), stride());
  const std::size_t mask = table_.size() - 1;
  std::size_t slot = hash(bytes, view.to_move) & mask;
  for (; table_[slot] != 0; slot = (slot + 1) & mask) {
    const std::size_t i = table_[slot] - 1;
    const auto known = candidates(i);
    // The moves too: a ko can forbid one of them.
    if (to_move_[i] == view.to_move && std::equal(bytes.begin(), bytes.end(), content(i).begin()) &&
        known.size() == moves.size() &&
        std::equal(known.begin(), known.end(), moves.begin(),
                   [](const Candidate& c, Move move) { return c.move == move; })) {
      return i;
    }
  }
  table_[slot] = static_cast<std::uint32_t>(size() + 1);
  content_.insert(content_.end(), bytes.begin(), bytes.end());
  to_move_.push_back(view.to_move);
  times_.push_back(0);
  for (const Move move : moves) candidates_.push_back({.move = move});
  begins_.push_back(candidates_.size());
  return size() - 1;
}

void RecordedPositions::add(const AnyPosition& start, const GameMoves& games, bool forced_moves) {
  if (&start.topology() != topology_) {
    throw std::invalid_argument("the games belong to another board");
  }
  MoveList moves;
  for (std::size_t g = 0; g < games.games(); ++g) {
    const AnyPosition* position = &start;
    std::unique_ptr<AnyPosition> held;
    std::size_t ply = 0;
    for (const Move move : games.game(g)) {
      ++ply;
      if (const char* reason = position->refusal(move)) {
        throw std::invalid_argument("game " + std::to_string(g + 1) + ", ply " +
                                    std::to_string(ply) + ": move number " + std::to_string(move) +
                                    " is illegal: " + reason);
      }
      position->legal_moves(moves);
      if (forced_moves || moves.size() > 1) {
        const BoardView view(*topology_, position->to_move(),
                             [&](Cell cell) { return position->at(cell); });
        const std::size_t i = place_of(view, moves);
        ++times_[i];
        ++competitions_;
        for (std::size_t c = begins_[i]; c < begins_[i + 1]; ++c) {
          candidates_[c].times += candidates_[c].move == move ? 1U : 0U;
        }
      }
      held = position->after(move);
      position = held.get();
    }
  }
}

std::size_t RecordedPositions::bytes() const {
  return content_.capacity() + to_move_.capacity() * sizeof(Color) + 4 * times_.capacity() +
         candidates_.capacity() * sizeof(Candidate) + begins_.capacity() * sizeof(std::size_t) +
         4 * table_.capacity();
}

}  // namespace katachi
