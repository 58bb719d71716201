// What one playout leaves behind for the backup: the moves, and who first played on each cell.
#pragma once

#include <array>
#include <cstdint>

#include "games/position.h"

namespace katachi {

struct Simulation {
  // Longer playouts (only games written in Python have them) are recorded up to here.
  static constexpr std::uint32_t kLongest = 2048;

  // By move number, padded to whole vectors; none: not played.
  using Owners = std::array<Color, 384>;
  static_assert(Owners{}.size() > kMaxCells);

  std::array<Move, kLongest> moves;
  std::array<Color, kLongest> players;
  std::uint32_t length = 0;
  Owners owner{};

  void clear(std::size_t move_count) {
    length = 0;
    std::fill_n(owner.begin(), move_count, Color::none);
  }
  void note(Move move, Color player) {
    if (length == kLongest) return;
    moves[length] = move;
    players[length] = player;
    ++length;
  }
  // Fills `owner` from the first `count` moves (0: all), the earliest move on a cell winning.
  void find_owners(std::uint32_t count) { find_owners(count, owner); }
  void find_owners(std::uint32_t count, Owners& found) const {
    std::uint32_t i = count == 0 || count > length ? length : count;
    while (i-- > 0) found[moves[i]] = players[i];
  }
};

}  // namespace katachi
