// Cells where a colour wins at once, kept while a playout is played: decisive and anti-decisive
// moves (decisive_moves.h) play them, double threats end the game (mate.h).
#pragma once

#include <array>
#include <bitset>
#include <concepts>

#include "search/runner.h"
#include "search/settings.h"

namespace katachi {

// A runner that knows winning cells:
//   wins(cell, color)            what a stone there would win, or Reason::none
//   cells_changed_by(stone, f)   f(cell) for the empty cells that the stone may have made winning
//   win(color, reason)           ends the game
// One that keeps them from stone to stone also has
//   watch_threats(watched)       whether the next stones will be asked for two threats
//   threatens_twice(stone, color)
template <class R>
concept KnowsThreats = requires(const R& runner, Cell cell, Color color) {
  { runner.wins(cell, color) } -> std::same_as<Reason>;
};

template <class R>
concept KeepsThreats = requires(R& runner, Cell cell, Color color) {
  runner.watch_threats(true);
  { runner.threatens_twice(cell, color) } -> std::same_as<bool>;
};

// All cells where a colour wins at once.
template <class P>
struct Threats {
  std::array<std::array<Cell, kMaxCells>, 2> cells;
  std::array<std::size_t, 2> count{};
  std::array<std::bitset<kMaxCells>, 2> known;

  void add(Color color, Cell cell) {
    const std::size_t p = index_of(color);
    if (known[p][cell]) return;
    known[p].set(cell);
    cells[p][count[p]++] = cell;
  }
  // In games where threats may pass (a runner says so by kThreatsPass) a cell is asked again.
  static constexpr bool kPass = requires { requires Runner<P>::kThreatsPass; };
  static bool is_open(const Runner<P>& runner, Color color, Cell cell) {
    if constexpr (kPass) {
      return runner.playable(cell) && runner.wins(cell, color) != Reason::none;
    } else {
      return runner.playable(cell);
    }
  }
  // An open threat of the colour, or kNoMove. Drops those that are open no longer.
  Move open(const Runner<P>& runner, Color color) {
    const std::size_t p = index_of(color);
    while (count[p] > 0) {
      const Cell cell = cells[p][count[p] - 1];
      if (is_open(runner, color, cell)) return cell;
      --count[p];
      if constexpr (kPass) known[p].reset(cell);
    }
    return kNoMove;
  }
  void find_all(const Runner<P>& runner)
    requires KnowsThreats<Runner<P>>
  {
    for (const Color color : {Color::black, Color::white}) {
      runner.for_each([&](Move cell) {
        if (runner.wins(cell, color) != Reason::none) add(color, cell);
        return true;
      });
    }
  }

  // Remembers the winning cells around the stone just placed: only there can new ones arise. Two of
  // them cannot both be stopped: Havannah-Mate ends the game there.
  void look_around(Runner<P>& runner, const PlayoutSettings& settings, Cell stone, Color player,
                   bool mate)
    requires KnowsThreats<Runner<P>>
  {
    const bool remember = settings.decisive || settings.anti_decisive;
    if constexpr (KeepsThreats<Runner<P>>) {
      if (!remember && !runner.threatens_twice(stone, player)) return;
    }
    Cell first = kNoMove;
    Reason reason = Reason::none;
    bool double_threat = false;
    runner.cells_changed_by(stone, [&](Cell cell) {
      if (cell == first) return true;
      const Reason wins = runner.wins(cell, player);
      if (wins == Reason::none) return true;
      if (first == kNoMove) {
        first = cell;
        reason = wins;
      } else {
        double_threat = true;
        if (mate) return false;
      }
      if (remember) add(player, cell);
      return true;
    });
    if (mate && double_threat) runner.win(player, reason);
  }
};

}  // namespace katachi
