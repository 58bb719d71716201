// The rules of a game that somebody else compiled: where its state lies, and the addresses of the
// functions that read and change it.
//
// A state is a block of bytes without pointers. A player is 1 (Black) or 2 (White), in the byte of
// the state that says whose turn it is, on cells (0: empty) and in results (0: the game goes on, 3:
// a draw). Functions answer 0 if they raised an exception; other answers are one more than what
// they mean. They are called by several threads at once and without the interpreter.
//
// Rules live as long as the process, like the machine code they point to, so positions hold a plain
// pointer to them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "games/position.h"
#include "games/topology.h"

namespace katachi {

// A function of a compiled game does not keep its contract: it raised, or its answer means nothing.
class BrokenRules : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

struct CompiledRules {
  // The largest state in bytes, a multiple of 8.
  static constexpr std::size_t kLargestState = 1024;
  static constexpr std::size_t kMostMoves = kMaxCells + 1;
  static constexpr unsigned kDraw = 3;

  std::string name;
  std::size_t bytes = 0;    // of a state, rounded up to a multiple of 8
  std::size_t to_move = 0;  // where the byte of the player to move lies
  std::size_t moves = 0;    // how many there are
  const Topology* topology = nullptr;
  std::ptrdiff_t stones = -1;  // where the bytes of the cells begin; -1: `at` is asked
  bool moves_stay = false;     // a legal move stays legal until it is played; no new ones come
  bool repeats = true;         // whether a position may come again, or moves depend on more
  bool checked = false;        // every answer is checked, and that the input stays as it was
  int longest = 10'000;        // more moves than any game has
  std::uint64_t salt = 0;      // of keys: equal for equal names

  // Result + 1.
  int (*start)(void* state) = nullptr;
  int (*play)(void* state, int move) = nullptr;
  int (*outcome)(const void* state) = nullptr;
  // Number of moves + 1. Precondition: the game goes on.
  int (*legal_moves)(const void* state, Move* out) = nullptr;
  // play, outcome and, if the game goes on, legal_moves at once: 16 * number of moves + result + 1.
  int (*step)(void* state, int move, Move* out) = nullptr;
  // The rest may be null.
  int (*at)(const void* state, int cell) = nullptr;                             // content + 1
  int (*cell_of)(const void* state, int move) = nullptr;                        // cell + 1
  int (*winning_moves)(const void* state, int player, Move* out) = nullptr;     // number + 1
  int (*score)(const void* state, double* margin_of_black) = nullptr;           // 1
  int (*key)(const void* state, std::uint64_t* key) = nullptr;                  // 1
  int (*value)(const void* state, double* value_of_player_to_move) = nullptr;   // 1
  int (*set_up)(void* state, const std::uint8_t* cells, int player) = nullptr;  // result + 1
};

}  // namespace katachi
