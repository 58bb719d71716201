// Recorded games to teams: replays every game, and encodes the positions that are wanted.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "features/encoder.h"
#include "games/any_position.h"
#include "games/replay.h"
#include "learning/teams.h"

namespace katachi {

struct EncodingSettings {
  bool forced_moves = false;     // also positions with one legal move, which teach nothing
  int first_ply = 0;             // only positions after at least so many moves
  bool merge = true;             // identical teams of a competition become one with a multiplicity
  double share = 1.0;            // of the positions; FOREST takes 0.1
  std::uint32_t part = 0;        // which share, from 0; different parts have no position in common
  std::uint64_t seed = 0;        // chooses them, by game and ply, whatever the threads
  std::uint32_t first_game = 0;  // number of the first game, for records in several calls
  // What a position teaches, [moves of all games]: the move that counts as chosen, kNoMove for a
  // position that teaches nothing. Empty: the moves that were played.
  std::span<const Move> taught = {};
  int threads = 1;
};

// All games begin at `start`. Throws std::invalid_argument naming game and ply (from 1) of the
// first illegal move, played or taught. The result does not depend on the threads; beside it only a
// block per thread is kept in memory.
Teams encode_games(const AnyPosition& start, const std::shared_ptr<const Encoder>& encoder,
                   const GameMoves& games, const EncodingSettings& settings, Interrupt& interrupt);

// Levels of one position: out[i] for moves[i], one level for each feature of the move's group.
void encode_position(const AnyPosition& position, const Encoder& encoder,
                     std::span<const Move> moves, std::vector<std::vector<std::uint32_t>>& out);

}  // namespace katachi
