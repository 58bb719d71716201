// The tactical features of Gomoku: what a stone makes on the four lines through its cell.
//
// A five wins. A four has one cell where one more stone makes a five, an open four two. An open
// three becomes an open four by one more stone. Only what the new stone itself brings about counts.
//
//   swap            1 to 5: the line of the first stone, the edge is 1; the only feature of a swap
//   wins, stops     1 a five; the player here, or the opponent if he had the cell
//   four            1 a four; 2 a four and an open three; 3 two fours; 4 an open four
//   three           1 an open three; 2 two or more
//   stops four, stops three   the same for the opponent, if he had the cell
//   line            1 to 5 from the edge
//   circular distance to the previous move, to the move before   |dx| + |dy| + max(|dx|, |dy|) of 2
//                   to 10; without history both are left out
#pragma once

#include <array>
#include <memory>

#include "features/tactics.h"
#include "games/gomoku/position.h"

namespace katachi {

class GomokuTactics final : public Tactics {
 public:
  GomokuTactics(const Topology& topology, bool exact, bool history);

  [[nodiscard]] std::unique_ptr<Survey> make_survey() const override;
  void levels(const BoardView& view, const Survey* survey, Move move,
              std::uint32_t* out) const override;

 private:
  bool exact_;
  std::vector<std::uint8_t> lines_;  // by cell
};

class GomokuSurvey final : public Survey {
 public:
  GomokuSurvey(const Topology& topology, bool exact)
      : topology_(topology), map_(gomoku::LineMap::of(topology.size())), exact_(exact) {}

  void take(const BoardView& view) override;

  // What a stone of the player to move (0) or of the opponent (1) makes on an empty cell.
  struct Made {
    bool five = false;
    std::uint8_t four = 0, three = 0;  // levels of the features
  };
  [[nodiscard]] Made made(std::size_t player, Cell cell) const;

 private:
  static constexpr std::size_t kLines = gomoku::line_count(19);

  const Topology& topology_;
  const gomoku::LineMap& map_;
  bool exact_;
  std::array<std::array<gomoku::Line, kLines>, 2> stones_;  // by player
};

template <int kSize>
struct TacticsOf<GomokuPosition<kSize>> {
  static std::shared_ptr<Tactics> make(const GomokuPosition<kSize>& start, bool history) {
    return std::make_shared<GomokuTactics>(start.topology(), start.rules().exact, history);
  }
};

}  // namespace katachi
