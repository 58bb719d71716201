// The tactical features of Y; bridges and chains are in games/connection/chains.h.
//
//   swap             1 to 5: the line of the first stone, the edge is 1; the only feature of a swap
//   new bridges      1, 2, 3 or more, to own stones and to sides
//   own bridge       1 fills a cell of a whole one; 2 saves a broken one; 3 broken by the last move
//   opposing bridge  1 breaks one; 2 two or more
//   joins, touches   1, 2, 3 own or opposing chains beside the cell
//   sides            1, 2, 3: how many the new chain touches; 3 wins
//   other sides      1, 2, 3: how many the opponent's chain would touch if he had the cell; 3 stops
//                    a win
//   line             1 to 5 from the nearest side
//   farthest side    1 to 4: whole fifths of the board to the side that is farthest away; 1 is the
//                    middle, which is never nearer than a third, 4 is near a corner
//   previous move, move before   1 to 10: rank of the round distance
#pragma once

#include "features/tactics.h"
#include "games/connection/chains.h"
#include "games/y/position.h"

namespace katachi {

class YTactics final : public Tactics {
 public:
  YTactics(const Topology& topology, bool history);

  [[nodiscard]] std::unique_ptr<Survey> make_survey() const override;
  void levels(const BoardView& view, const Survey* survey, Move move,
              std::uint32_t* out) const override;

 private:
  std::vector<std::uint8_t> lines_, far_;  // by cell
};

class YSurvey final : public Survey {
 public:
  explicit YSurvey(const Topology& topology) : chains_(topology) {}

  void take(const BoardView& view) override { chains_.take(view); }
  [[nodiscard]] const ConnectionChains& chains() const { return chains_; }

 private:
  ConnectionChains chains_;
};

template <int kCapacity>
struct TacticsOf<YPosition<kCapacity>> {
  static std::shared_ptr<Tactics> make(const YPosition<kCapacity>& start, bool history) {
    return std::make_shared<YTactics>(start.topology(), history);
  }
};

}  // namespace katachi
