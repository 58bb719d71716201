// Five properties of a board, for one player: what the genetic part of the search weighs.
//
// AGENTS tables 3.1 and 3.2 name those of Go and Hex; Othello and Havannah have five of the same
// kind. All are counts of cells, discs or moves. `signs` say whether more of it is good (+1) or bad
// (-1) for the player; AGENTS adds everything with positive weights, which its own argument does
// not want (the opponent's liberties are no merit).
#pragma once

#include <array>
#include <concepts>
#include <string>
#include <vector>

#include "games/any_position.h"

namespace katachi {

inline constexpr std::size_t kPropertyCount = 5;
using Properties = std::array<int, kPropertyCount>;
using PropertyNames = std::array<const char*, kPropertyCount>;

// A game states its own in games/<game>/properties.h, for its position types:
//   kNames, kSigns, static Properties of(const P& position, Color player)
// Games without properties state nothing.
template <class P>
struct BoardProperties {};

template <class P>
concept HasProperties = requires(const P& position) {
  { BoardProperties<P>::of(position, Color::black) } -> std::same_as<Properties>;
};

// The properties of any position, for the border to Python.
struct NamedProperty {
  std::string name;
  int sign;
  int count;
};
std::vector<NamedProperty> board_properties(const AnyPosition& position, Color player);

}  // namespace katachi
