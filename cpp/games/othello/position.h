// Othello on 6 x 6, 8 x 8 and 10 x 10.
//
// A move puts a disc that outflanks at least one straight line of opposing discs and flips them. A
// player who cannot move passes: the pass is a move of its own (number size * size) and then the
// only legal one. The game ends when neither player can move; more discs win.
#pragma once

#include <array>

#include "games/othello/bits.h"
#include "games/position.h"
#include "games/random.h"
#include "games/topology.h"

namespace katachi {

template <int kSize>
class OthelloPosition {
 public:
  using Bits = othello::Bits<kSize>;
  static constexpr int kCells = kSize * kSize;
  static constexpr Move kPass = kCells;
  // Equal positions may share what the tree knows: discs are never taken off.
  static constexpr bool kTransposes = true;

  // White d4 e5, Black d5 e4 (8 x 8), Black to move.
  OthelloPosition();
  // Any discs; precondition: black & white == 0.
  OthelloPosition(Bits black, Bits white, Color to_move)
      : discs_{black, white}, to_move_(to_move) {}

  [[nodiscard]] const Topology& topology() const;
  [[nodiscard]] Color to_move() const { return to_move_; }
  [[nodiscard]] Bits discs(Color color) const { return discs_[index_of(color)]; }
  [[nodiscard]] Color at(Cell cell) const;
  [[nodiscard]] Bits mobility(Color color) const {
    return othello::Portable::mobility<kSize>(discs(color), discs(opponent(color)));
  }

  [[nodiscard]] bool is_legal(Move move) const;
  void legal_moves(MoveList& out) const;
  void play(Move move);
  [[nodiscard]] bool is_over() const {
    return mobility(to_move_) == 0 && mobility(opponent(to_move_)) == 0;
  }
  [[nodiscard]] Outcome outcome() const;
  [[nodiscard]] std::uint64_t key() const;
  // Discs placed since the usual start; passes are not counted, because a set-up cannot show them.
  [[nodiscard]] int moves_played() const;

  bool operator==(const OthelloPosition&) const = default;

 private:
  std::array<Bits, 2> discs_;
  Color to_move_ = Color::black;
};

static_assert(Position<OthelloPosition<8>>);

}  // namespace katachi
