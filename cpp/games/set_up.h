// What is on the board, for a start from anywhere, and the checks that factories share. They throw
// std::invalid_argument with a sentence for the user.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "games/position.h"
#include "games/topology.h"

namespace katachi {

struct SetUp {
  std::vector<Color> stones;  // by cell
  Color to_move = Color::black;
  // The rest, for games that have it.
  int ko = -1;  // a cell
  int passes = 0;
  int moves_played = 0;
  std::array<int, 2> prisoners{};
  std::vector<std::uint64_t> seen;
};

void require(bool condition, const std::string& sentence);
void require_size(const char* game, int size, int smallest, int largest);
// One content for each cell, and somebody to move.
void require_cells(const SetUp& set_up, const Topology& topology);

}  // namespace katachi
