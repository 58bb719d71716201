// The tactical features of Go (FOREST 5.3, table 5.1).
//
//   pass          1 after a move, 2 after a pass; the only feature of a pass
//   capture       1 of a chain; 2 in a ladder: it could get two liberties, but would be caught;
//                 3 prevents an extension: its last liberty would have saved it; 4 of the stone
//                 just played; 5 of a chain beside an own chain in atari; 6 the same, ten stones or
//                 more
//   extension     a move at the last liberty of an own chain, after which it has two or more;
//                 2 in a ladder: it is caught all the same
//   self-atari    the chain of the stone has one liberty, captures taken off: 1 up to five stones,
//                 2 more
//   atari         a chain with two liberties loses one; 2 while a ko forbids a point; 3 in a
//                 ladder: the chain cannot escape any more
//   border        1 to 4: the line
//   previous move, move before         |dx| + |dy| + max(|dx|, |dy|) of 2 to 10
//   chains to the previous move, ...   1 to 10: steps in the graph whose nodes are chains and empty
//                 points (common fate graph)
//
// Without history the last four are left out. Capture 4 and atari 2 stay, as in the thesis.
//
// Everything is worked out once for a position; ladders are read by LadderReader.
#pragma once

#include <array>

#include "features/tactics.h"
#include "games/go/ladder.h"
#include "games/go/position.h"

namespace katachi {

class GoTactics final : public Tactics {
 public:
  GoTactics(const Topology& topology, bool history);

  [[nodiscard]] std::unique_ptr<Survey> make_survey() const override;
  void levels(const BoardView& view, const Survey* survey, Move move,
              std::uint32_t* out) const override;

 private:
  std::vector<std::uint8_t> border_;  // by cell
};

// Levels of all points of one position.
class GoSurvey final : public Survey {
 public:
  GoSurvey(const Topology& topology, bool history);

  void take(const BoardView& view) override;

  using Levels = std::array<std::uint8_t, kMaxCells>;
  Levels capture, extension, self_atari, atari;
  // To the previous move and the one before it.
  std::array<Levels, 2> circular, fate;

 private:
  using ChainNumber = std::uint16_t;
  static constexpr ChainNumber kNoChain = 0xffff;

  struct Chain {
    std::uint8_t color = 0;
    std::uint8_t liberties = 0;        // true ones, 3 for more
    std::array<Cell, 3> liberty{};     // so many of them
    std::uint16_t begin = 0, end = 0;  // its stones
  };

  void find_chains();
  void find_captures(const Chain& chain, Cell previous);
  void find_ataris(const Chain& chain);
  void find_self_atari(Cell cell);
  void measure_circular(Move from, Levels& levels) const;
  void measure_fate(Move from, Levels& levels);

  [[nodiscard]] const Chain& chain_at(Cell cell) const { return chains_[chain_of_[cell]]; }

  const Topology& topology_;
  const bool history_;
  LadderReader reader_;
  const BoardView* view_ = nullptr;
  std::size_t chain_count_ = 0;
  std::array<Chain, kMaxCells> chains_;
  std::array<ChainNumber, kMaxCells + 1> chain_of_;
  std::array<Cell, kMaxCells> stones_;  // chain after chain
  std::array<Cell, kMaxCells> queue_;
};

template <int kCapacity>
struct TacticsOf<GoPosition<kCapacity>> {
  static std::shared_ptr<Tactics> make(const GoPosition<kCapacity>& start, bool history) {
    return std::make_shared<GoTactics>(start.topology(), history);
  }
};

}  // namespace katachi
