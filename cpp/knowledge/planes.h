// A position as planes of numbers: what a convolutional network looks at.
//
// A plane is a square of zeros and ones, row by row; boards that are no square (hexagons) lie in
// the square of their coordinates, and places without a cell are 0 in every plane.
//
// The first three are own, other, empty: what stands there, for the player to move. Those of the
// game follow; last move and move before, unless the game states others (games/<game>/planes.h).
//
// On a rhombus the players join different sides. White looks at the mirrored board, so that every
// player joins top and bottom; place_of() mirrors moves in the same way.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "features/board_view.h"
#include "games/any_position.h"
#include "games/replay.h"
#include "games/topology.h"

namespace katachi {

// The planes of a game while one position is written; `out` is where the first of them begins.
struct PlaneFrame {
  const Topology& topology;
  const BoardView& view;
  const std::vector<std::size_t>& places;  // by cell
  std::size_t area;                        // of a plane
  float* out;

  void set(std::size_t plane, Cell cell) const { out[plane * area + places[cell]] = 1.0F; }
};

// What a game adds; `fill` finds zeros.
struct GamePlanes {
  std::vector<std::string> names;
  void (*fill)(const PlaneFrame& frame);
};

// The last move and the move before it.
void fill_last_moves(const PlaneFrame& frame);
inline GamePlanes last_moves() {
  return {.names = {"last move", "move before"}, .fill = &fill_last_moves};
}

// A game states its own for its position types in games/<game>/planes.h.
template <class P>
struct PlanesOf {
  static GamePlanes make() { return last_moves(); }
};

// Places of the planes of any board, and the special move: the squares around hexagons are larger
// than what lies in them.
inline constexpr std::size_t kMaxPlaces = 32 * 32 + 1;

class Planes {
 public:
  // For all positions of the game and board of this one.
  explicit Planes(const AnyPosition& position);

  [[nodiscard]] const Topology& topology() const { return *topology_; }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  // Width and height of a plane.
  [[nodiscard]] std::size_t side() const { return side_; }
  // Numbers of one position: planes x side x side.
  [[nodiscard]] std::size_t inputs() const { return names_.size() * side_ * side_; }
  // Places of one plane, and one more for the special move.
  [[nodiscard]] std::size_t places() const { return side_ * side_ + 1; }

  // Where a move lies in a plane, as the player to move sees it.
  [[nodiscard]] std::size_t place_of(Move move, Color to_move) const {
    return place_[mirrors_ && to_move == Color::white ? 1 : 0][move];
  }

  // Writes inputs() numbers.
  void fill(const BoardView& view, float* out) const;

 private:
  const Topology* topology_;
  bool mirrors_;
  std::size_t side_ = 0;
  GamePlanes of_game_;
  std::vector<std::string> names_;
  std::vector<std::size_t> place_[2];  // by cell; as it lies, and mirrored
};

// A position of games: the moves of game g before ply p.
struct PositionNumber {
  std::uint32_t game;
  std::uint32_t ply;
};

// All positions of the games with at least two legal moves (or one, with `forced_moves`). Throws
// std::invalid_argument naming game and ply (from 1) of the first illegal move; Interrupted.
std::vector<PositionNumber> position_numbers(const AnyPosition& start, const GameMoves& games,
                                             bool forced_moves, Interrupt& interrupt);

// What a network learns from, position after position:
//   inputs        [positions][planes.inputs()]
//   legal         [positions][planes.places()], 1 where the legal moves lie
//   chosen        [positions], the place of the played move
//   moves_played  [positions]
struct PlaneExamples {
  std::vector<float> inputs;
  std::vector<std::uint8_t> legal;
  std::vector<std::int64_t> chosen;
  std::vector<std::uint16_t> moves_played;
};

// Preconditions: the games are legal, and every number names a move of theirs. Throws Interrupted.
PlaneExamples plane_examples(const Planes& planes, const AnyPosition& start, const GameMoves& games,
                             std::span<const PositionNumber> numbers, Interrupt& interrupt);

// Writes planes.inputs() numbers. Precondition: the position is of the board of the planes.
void fill_planes(const Planes& planes, const AnyPosition& position, float* out);

}  // namespace katachi
