// The tactical features of Hex; bridges and chains are explained in games/connection/chains.h.
//
//   swap            1 to 5: the line of the first stone, the edge is 1; the only feature of a swap
//   new bridges     1, 2, 3 or more, to own stones and own sides
//   own bridge      1 fills a cell of a whole one; 2 saves a broken one; 3 broken by the last move
//   opposing bridge 1 breaks one; 2 two or more
//   third line      templates, the ziggurat of 2 + 3 + 4 cells: 1 fills an own one; 2 breaks one of
//                   the opponent; 3 makes one
//   joins, touches  1, 2, 3 own or opposing chains beside the cell
//   reaches         1 the new chain touches an own side; 2 both: wins
//   stops           1 the opponent would win here
//   own side, other side   1 to 5: the line, counted from the nearer side of the player
//   own way, other way     1 on a shortest way between the sides of the player, where stones are
//                   free and a step may be a bridge; 2, 3: one or two cells longer
//   previous move, move before   1 to 10: rank of the round distance
#pragma once

#include <array>

#include "features/tactics.h"
#include "games/connection/chains.h"
#include "games/hex/position.h"

namespace katachi {

class HexTactics final : public Tactics {
 public:
  HexTactics(const Topology& topology, bool history);

  [[nodiscard]] std::unique_ptr<Survey> make_survey() const override;
  void levels(const BoardView& view, const Survey* survey, Move move,
              std::uint32_t* out) const override;

  static constexpr std::size_t kCarrier = 8;
  // Cells of a third-line template besides its stone; both hands. Empty entries where the board is
  // too narrow: `cells[0]` is off the board.
  using Carrier = std::array<Cell, kCarrier>;
  // Towards side `side` from a stone at `cell`.
  [[nodiscard]] const std::array<Carrier, 2>& carriers(Cell cell, std::size_t side) const {
    return carriers_[cell][side];
  }

 private:
  std::vector<std::array<std::array<Carrier, 2>, 4>> carriers_;
};

class HexSurvey final : public Survey {
 public:
  explicit HexSurvey(const HexTactics& tactics);

  void take(const BoardView& view) override;

  // Own sides are 0 and 1 of Black, 2 and 3 of White.
  [[nodiscard]] std::size_t first_side(bool own) const {
    return (view_->to_move == Color::black) == own ? 0 : 2;
  }
  [[nodiscard]] ConnectionChains::Edges sides(bool own) const {
    return static_cast<ConnectionChains::Edges>(3U << first_side(own));
  }
  [[nodiscard]] const ConnectionChains& chains() const { return chains_; }
  // Whether all cells of a template are empty.
  [[nodiscard]] bool is_open(const HexTactics::Carrier& carrier) const;

  // 1 fills an own third-line template, 2 breaks an opposing one.
  std::array<std::uint8_t, kMaxCells> third_line;
  // By player (own, other) and cell: 1, 2, 3, 0 for further from a shortest way.
  std::array<std::array<std::uint8_t, kMaxCells>, 2> ways;

 private:
  using Costs = std::array<std::uint8_t, kMaxCells>;
  void find_third_lines();
  void find_ways(bool own, std::array<std::uint8_t, kMaxCells>& levels);
  // Fewest stones that join each cell to a side, the cell itself counted if it is empty.
  void measure(std::uint8_t kind, std::size_t side, Costs& costs);

  const HexTactics& tactics_;
  ConnectionChains chains_;
  const BoardView* view_ = nullptr;
  std::array<Costs, 2> costs_;
  std::array<Cell, kMaxCells> now_, next_;
};

template <int kCapacity>
struct TacticsOf<HexPosition<kCapacity>> {
  static std::shared_ptr<Tactics> make(const HexPosition<kCapacity>& start, bool history) {
    return std::make_shared<HexTactics>(start.topology(), history);
  }
};

}  // namespace katachi
