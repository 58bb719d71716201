// Tactical features for a board whose rules are not known: what any game of pieces on cells has.
//
//   takes           1: a piece of the opponent stands on the cell
//   own neighbours, their neighbours   how many, up to 8
//   own line, their line   pieces in the longest row through the cell that it would join, up to 5;
//                          only on grids, whose directions come in opposite pairs
//   edge            1 on a side, 2 in a corner
//   row             1 to 19 from the top as Black sees it; White looks through the first symmetry
//                   that exchanges the colours. Only where there is one
//   distance to the previous move, to the move before   1 to 8; 9: on the same cell. Without
//   history
//                   both are left out
#pragma once

#include <cstdint>
#include <vector>

#include "features/tactics.h"
#include "games/compiled/position.h"

namespace katachi {

class BoardTactics final : public Tactics {
 public:
  BoardTactics(const Topology& topology, bool history);

  void levels(const BoardView& view, const Survey* survey, Move cell,
              std::uint32_t* out) const override;

 private:
  [[nodiscard]] std::uint32_t neighbours(const BoardView& view, Cell cell, Content of) const;
  [[nodiscard]] std::uint32_t line(const BoardView& view, Cell cell, Content of) const;
  [[nodiscard]] std::uint32_t distance(Cell cell, Move from) const;

  bool has_lines_;
  const Symmetry* exchange_ = nullptr;  // how White sees the board, if he sees it as Black does
};

template <>
struct TacticsOf<CompiledPosition> {
  static std::shared_ptr<Tactics> make(const CompiledPosition& start, bool history);
};

}  // namespace katachi
