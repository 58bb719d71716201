// Positions of recorded games, kept to look at again and again: equal positions once.
//
// Evolution asks the same positions about thousands of shapes, so they stay in memory as features
// see them. Positions with the same contents, player and legal moves are one entry with a number of
// times; what was played there is a count per candidate. The likelihood of a model is unchanged by
// that, because its terms are equal. For features that look at the last moves or a ko, positions
// that differ in them are kept apart, and views have them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "features/board_view.h"
#include "features/number_table.h"
#include "games/any_position.h"
#include "games/replay.h"

namespace katachi {

class RecordedPositions {
 public:
  struct Candidate {
    Move move = 0;
    std::uint32_t times = 0;  // how often it was chosen
  };

  // With `history` positions remember their last moves and a ko.
  RecordedPositions(const Topology& topology, bool history)
      : topology_(&topology), history_(history) {}

  struct Wanted {
    bool forced_moves = false;  // also positions with one legal move
    int first_ply = 0;          // only positions after at least so many moves
  };
  // Adds the positions of games that begin at `start`. Throws std::invalid_argument naming game and
  // ply (from 1) of the first illegal move, and Interrupted; what came before is added then.
  void add(const AnyPosition& start, const GameMoves& games, Wanted wanted, Interrupt& interrupt);

  [[nodiscard]] const Topology& topology() const { return *topology_; }
  // Different positions.
  [[nodiscard]] std::size_t size() const { return to_move_.size(); }
  // All positions, repeats counted.
  [[nodiscard]] std::size_t competition_count() const { return competitions_; }
  [[nodiscard]] std::size_t bytes() const;

  [[nodiscard]] Color to_move(std::size_t i) const { return to_move_[i]; }
  [[nodiscard]] std::uint32_t times(std::size_t i) const { return times_[i]; }
  [[nodiscard]] std::span<const Candidate> candidates(std::size_t i) const {
    return std::span(candidates_).subspan(begins_[i], begins_[i + 1] - begins_[i]);
  }
  // As in BoardView, one byte for each cell and one for everything outside.
  [[nodiscard]] std::span<const std::uint8_t> content(std::size_t i) const {
    return std::span(content_).subspan(i * stride(), stride());
  }
  [[nodiscard]] BoardView view(std::size_t i) const;

 private:
  using PositionTable = NumberTable<std::uint32_t, 2>;

  [[nodiscard]] std::size_t stride() const {
    return static_cast<std::size_t>(topology_->cells()) + 1;
  }
  // What a position remembers of the moves before it.
  struct Memory {
    PreviousMoves previous;
    Cell ko = kNoMove;
  };

  [[nodiscard]] std::uint64_t hash(const BoardView& view) const;
  [[nodiscard]] bool remembers(std::size_t i, const BoardView& view) const;
  // The number of the position, added if it is new.
  std::size_t place_of(const BoardView& view, const MoveList& moves);

  const Topology* topology_;
  bool history_;
  std::vector<Memory> memories_;  // empty without history
  std::vector<std::uint8_t> content_;
  std::vector<Color> to_move_;
  std::vector<std::uint32_t> times_;
  std::vector<Candidate> candidates_;
  std::vector<std::size_t> begins_{0};
  PositionTable table_;
  std::size_t competitions_ = 0;
};

}  // namespace katachi
