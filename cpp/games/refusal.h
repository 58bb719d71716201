// Why a move is refused, in words for the person who tried it: every game has
//   const char* refusal_text(const P& position, Move move)
// in games/<game>/refusal.h, nullptr for a legal move. Here is what games say alike.
#pragma once

namespace katachi {

inline constexpr const char* kGameOver = "the game is over";
inline constexpr const char* kNoSuchCell = "the board has no such cell";
inline constexpr const char* kOccupied = "the cell is occupied";

}  // namespace katachi
