// What games can tell a search, asked of the type of a position; parts say which of it they need.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "features/board_properties.h"
#include "games/any_position.h"
#include "search/part.h"

namespace katachi {

// The name, and the sentence of the refusal: {what} is the setting, {games} the games that have the
// capability, {game} the one that has it not.
struct CapabilityWords {
  const char* name;
  const char* sentence;
};

inline constexpr std::array<CapabilityWords, 6> kCapabilityWords{{
    {"winning cells", "{what} is for {games}, not for {game}"},
    {"connections", "{what} is for {games}, not for {game}"},
    {"chains and liberties", "{what} is for {games}, not for {game}"},
    {"board properties", "{what} is for built-in games, whose properties are known"},
    {"transpositions",
     "{what} is for games whose moves depend on the position alone and that cannot come back to a "
     "position, not for {game}"},
    {"order of moves",
     "{what} needs playouts with an order of moves; uniform playouts of {game} fill the board at "
     "once"},
}};

constexpr const CapabilityWords& words_of(Capability capability) {
  return kCapabilityWords[static_cast<std::size_t>(capability)];
}

// A position type has a capability if it says so; the board's properties are asked of their table.
// Playouts have an order of moves unless they fill the board.
template <class P>
constexpr bool has_capability(Capability capability) {
  switch (capability) {
    case Capability::winning_cells:
      return requires { requires P::kWinningCells; };
    case Capability::connections:
      return requires { requires P::kConnections; };
    case Capability::chains_and_liberties:
      return requires { requires P::kLiberties; };
    case Capability::board_properties:
      return HasProperties<P>;
    case Capability::transpositions:
      return requires { requires P::kTransposes; };
    case Capability::order_of_moves:
      return !requires { requires P::kFillsBoard; };
  }
  return false;
}

// Their names.
std::vector<std::string> capabilities_of(const AnyPosition& position);

template <class P>
std::vector<std::string> capabilities_of() {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < kCapabilityWords.size(); ++i) {
    if (has_capability<P>(static_cast<Capability>(i))) found.emplace_back(kCapabilityWords[i].name);
  }
  return found;
}

}  // namespace katachi
