// Reads ladders: whether a chain with one or two liberties can be caught by one atari after the
// other.
//
// A chain that reaches three liberties, or stands in atari when the attacker may not take it, has
// escaped. The defender may fill the last liberty or take any adjacent chain in atari; the attacker
// may play either of two liberties. Both keep to the rules: no suicide, no recapture of a simple
// ko. Within these moves the answer is exact; a net, or a move elsewhere that breaks the ladder
// later, is not looked for. Liberties are true ones, counted by walking chains: a reading is short
// in almost every position, and walking needs nothing to be kept up to date or taken back but the
// stones.
//
// Work is bounded: a reading that has played so many stones gives up and says that the chain
// escapes. Nothing is allocated. One reader serves one thread, position after position.
#pragma once

#include <array>
#include <cstdint>

#include "games/position.h"
#include "games/topology.h"

namespace katachi {

class LadderReader {
 public:
  // What stands on a point. The attacker and the defender are one or the other.
  enum Stone : std::uint8_t { empty = 0, first = 1, second = 2, outside = 3 };
  // The longest ladders that cross a board of 19 x 19 more than once take 150 stones; side branches
  // fail after a few.
  static constexpr int kMostMoves = 4000;

  // Precondition: topology.grid() == Grid::square. `most_moves`: stones of one reading.
  explicit LadderReader(const Topology& topology, int most_moves = kMostMoves)
      : topology_(topology), most_moves_(most_moves) {}

  // The board to read on: contents of all points, and one more, `outside`, for off_board(). `ko`:
  // where `first` may not play at once, or kNoMove.
  void set_board(const std::uint8_t* contents, Cell ko);

  // What becomes of a chain when its owner plays its last liberty.
  enum class Extension : std::uint8_t {
    none,    // not allowed, or it stays in atari
    caught,  // it gets two liberties and is caught in a ladder
    free,
  };
  // Precondition: the chain at `stone` has exactly one liberty, `liberty`.
  Extension extend(Cell stone, Cell liberty);
  // What the opponent of a chain reaches by playing one of its two liberties.
  enum class Attack : std::uint8_t {
    none,     // not allowed
    open,     // atari, but it can escape
    catches,  // whatever it does
  };
  // Precondition: the chain at `stone` has exactly two liberties, and `liberty` is one.
  Attack attack(Cell stone, Cell liberty);
  // Whether the chain at `stone`, which has one liberty and moves, or has two and the opponent
  // moves, is caught.
  bool is_caught(Cell stone);

  // Liberties, up to `most` (at most 3), of the chain of a stone of `color` just played at `cell`;
  // 0 if that is forbidden.
  int liberties_after(Cell cell, std::uint8_t color, int most);

 private:
  using Liberties = std::array<Cell, 3>;

  // Writes up to `most` different liberties of the chain; returns how many.
  int liberties(Cell stone, int most, Cell* out);
  // Plays a stone; false if that is forbidden, and then nothing has changed.
  bool play(Cell cell, std::uint8_t color);
  void take_back();
  void remove_chain(Cell stone);

  // Precondition: the chain has one liberty.
  bool defender_is_caught(Cell stone, Cell liberty);
  // Precondition: the chain has two liberties.
  bool attacker_catches(Cell stone, const Liberties& two);
  Attack attack_by(Cell stone, Cell liberty);
  // Where the defender can take a chain beside his own. Returns how many points.
  static constexpr int kMostTakes = 16;
  int takes(Cell stone, std::array<Cell, kMostTakes>& out);

  struct Played {
    Cell cell;
    Cell ko;
    std::uint8_t ko_color;
    std::uint16_t captures_begin;
  };

  const Topology& topology_;
  int most_moves_;
  std::array<std::uint8_t, kMaxCells + 1> contents_{};
  Cell ko_ = kNoMove;
  std::uint8_t ko_color_ = empty;  // who may not play there
  int moves_ = 0;                  // of the reading at hand
  // Marks are numbers that grow, so that nothing needs to be cleared.
  std::uint32_t mark_ = 0;
  std::array<std::uint32_t, kMaxCells + 1> marks_{};
  std::array<Cell, kMaxCells> walked_{};  // stones of the chain that was walked last
  std::array<Cell, kMaxCells> chain_{};
  // Stones on the board and captured in the line at hand. A line is at most kDeepest moves long,
  // and its captures fit because a line that would not is given up.
  static constexpr int kDeepest = 512;
  static constexpr int kMostCaptures = 4096;
  int depth_ = 0;
  int captured_ = 0;
  std::array<Played, kDeepest> played_{};
  std::array<Cell, kMostCaptures> captures_{};
};

}  // namespace katachi
