// The words every game shares: Move, Color, Outcome, MoveList, and the concept Position.
//
// A position is a value: copying it is cheap, equality compares what is on the board, and there is
// nothing to initialise. Functions here assume legal input (`assert` in debug builds); the border
// to Python checks. Cells are numbered 0 .. cells-1, row by row from the top left corner; a game
// with a special move (a pass in Othello and Go, a swap in Hex and Havannah) gives it the number
// `cells`.
#pragma once

#include <array>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace katachi {

using Move = std::uint16_t;
using Cell = std::uint16_t;

// The largest board is 19 x 19.
inline constexpr std::size_t kMaxCells = 361;

// In place of a move where there was none.
inline constexpr Move kNoMove = 0xffff;

// The last move and the one before it: features look at them, rules and equality do not. A set-up
// has none.
struct PreviousMoves {
  Move last = kNoMove, before = kNoMove;

  void push(Move move) {
    before = last;
    last = move;
  }
};

// Black is the first player in every game; a handicap in Go lets White begin.
enum class Color : std::uint8_t { black = 0, white = 1, none = 2 };

constexpr Color opponent(Color color) {
  return static_cast<Color>(static_cast<std::uint8_t>(color) ^ 1U);
}

constexpr std::size_t index_of(Color color) { return static_cast<std::size_t>(color); }

// What decided a finished game; records keep the numbers, so new reasons come last.
enum class Reason : std::uint8_t {
  none,
  discs,       // Othello: more discs
  area,        // Go: stones and surrounded points
  stones,      // Go with stone scoring
  connection,  // Hex
  ring,        // Havannah
  bridge,
  fork,
  full_board,  // Havannah: a draw
  territory,   // Go: surrounded points and prisoners
  five,        // a row of five
  rules,       // what a compiled game says
  points,      // its score
};
// By number.
inline constexpr std::array kReasonNames{"none", "discs",  "area",  "stones",     "connection",
                                         "ring", "bridge", "fork",  "full_board", "territory",
                                         "five", "rules",  "points"};

// `winner` is Color::none while the game goes on and for a draw; `score` is Black's margin in discs
// or points (komi included), and +1 or -1 in games that are only won or lost.
struct Outcome {
  Color winner = Color::none;
  Reason reason = Reason::none;
  float score = 0.0F;

  bool operator==(const Outcome&) const = default;
};

// Moves of one position, without allocation. Room for every cell and one special move.
class MoveList {
 public:
  void clear() { size_ = 0; }
  void push_back(Move move) {
    assert(size_ < moves_.size());
    moves_[size_++] = move;
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  Move& operator[](std::size_t i) { return moves_[i]; }
  const Move& operator[](std::size_t i) const { return moves_[i]; }
  // To be filled from outside: write at most kMaxCells + 1 moves, then say how many.
  [[nodiscard]] Move* data() { return moves_.data(); }
  void set_size(std::size_t size) { size_ = size; }
  [[nodiscard]] const Move* begin() const { return moves_.data(); }
  [[nodiscard]] const Move* end() const { return moves_.data() + size_; }

 private:
  std::size_t size_ = 0;
  std::array<Move, kMaxCells + 1> moves_;
};

class Topology;

// What rules must offer to playouts, search and features.
//   legal_moves  ascending, unique; empty exactly when the game is over
//   play         precondition: is_legal(move)
//   outcome      meaningful only when is_over()
//   key          64 bits; equal positions have equal keys
template <class P>
concept Position = std::copyable<P> && std::equality_comparable<P> &&
                   requires(P position, const P& view, Move move, Cell cell, MoveList& out) {
                     { view.topology() } -> std::same_as<const Topology&>;
                     { view.to_move() } -> std::same_as<Color>;
                     { view.at(cell) } -> std::same_as<Color>;
                     { view.is_legal(move) } -> std::same_as<bool>;
                     { view.is_over() } -> std::same_as<bool>;
                     { view.outcome() } -> std::same_as<Outcome>;
                     { view.key() } -> std::same_as<std::uint64_t>;
                     { view.moves_played() } -> std::same_as<int>;
                     view.legal_moves(out);
                     position.play(move);
                   };

}  // namespace katachi
