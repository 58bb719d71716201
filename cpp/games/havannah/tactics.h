// The tactical features of Havannah; joints (bridges of Hex) and chains are in
// games/connection/chains.h.
//
//   swap            1 to 5: the line of the first stone, the edge is 1; the only feature of a swap
//   new joints      1, 2, 3 or more, to own stones and to sides
//   own joint       1 fills a cell of a whole one; 2 saves a broken one; 3 broken by the last move
//   opposing joint  1 breaks one; 2 two or more
//   joins, touches  1, 2, 3 own or opposing chains beside the cell
//   sides, corners  1, 2 (sides also 3): how many the new chain touches
//   wins, stops     1 a fork, 2 a bridge, 3 a ring; the player here, or the opponent if he had the
//                   cell
//   ring threat     1 an own stone here makes a ring possible on a cell beside it; 2 stops such a
//                   threat of the opponent; 3 both
//   line            1 to 5 from the nearest side; corner: 1 to 4 steps from the nearest corner, 1
//                   being the corner itself
//   previous move, move before   1 to 10: rank of the round distance
#pragma once

#include "features/tactics.h"
#include "games/connection/chains.h"
#include "games/havannah/position.h"

namespace katachi {

class HavannahTactics final : public Tactics {
 public:
  HavannahTactics(const Topology& topology, bool history);

  [[nodiscard]] std::unique_ptr<Survey> make_survey() const override;
  void levels(const BoardView& view, const Survey* survey, Move move,
              std::uint32_t* out) const override;

 private:
  std::vector<std::uint8_t> lines_, corners_;  // by cell
};

class HavannahSurvey final : public Survey {
 public:
  explicit HavannahSurvey(const Topology& topology) : chains_(topology) {}

  void take(const BoardView& view) override { chains_.take(view); }

  [[nodiscard]] const ConnectionChains& chains() const { return chains_; }
  // What a stone of `kind` at an empty cell wins: 0 nothing, 1 a fork, 2 a bridge, 3 a ring.
  [[nodiscard]] std::uint32_t wins(std::uint8_t kind, Cell cell) const;
  // Whether a stone at `cell` makes no ring, but one possible on an empty cell beside it.
  [[nodiscard]] bool threatens_ring(std::uint8_t kind, Cell cell) const;

 private:
  // Whether a stone of `kind` at `cell` closes a ring, were there one at `extra`, too. `joined`:
  // the chains that the extra stone makes one.
  [[nodiscard]] bool closes_ring(std::uint8_t kind, Cell cell, Cell extra,
                                 const ConnectionChains::Beside& joined) const;

  ConnectionChains chains_;
};

template <int kCapacity>
struct TacticsOf<HavannahPosition<kCapacity>> {
  static std::shared_ptr<Tactics> make(const HavannahPosition<kCapacity>& start, bool history) {
    return std::make_shared<HavannahTactics>(start.topology(), history);
  }
};

}  // namespace katachi
