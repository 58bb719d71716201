// What a value of Othello may be learned from beside the shapes on the board.
#pragma once

#include <span>
#include <string_view>

#include "features/board_bits.h"
#include "features/position_features.h"
#include "games/othello/position.h"
#include "games/othello/terms.h"

namespace katachi {

template <int kSize>
struct BoardBits<OthelloPosition<kSize>> {
  static void fill(const OthelloPosition<kSize>& position, std::uint64_t* own,
                   std::uint64_t* other) {
    const auto put = [](othello::Bits<kSize> bits, std::uint64_t* words) {
      words[0] = static_cast<std::uint64_t>(bits);
      if constexpr (sizeof(bits) > 8) words[1] = static_cast<std::uint64_t>(bits >> 64U);
    };
    put(position.discs(position.to_move()), own);
    put(position.discs(opponent(position.to_move())), other);
  }
};

template <int kSize>
struct PositionFeatures<OthelloPosition<kSize>> {
  static constexpr std::array<std::string_view, 5> kNames{"own moves", "their moves", "parity",
                                                          "own stable", "their stable"};

  static void of(const OthelloPosition<kSize>& position, PositionNumbers wanted,
                 std::span<int> numbers) {
    using Bits = othello::Bits<kSize>;
    const Color mover = position.to_move();
    const Bits own = position.discs(mover);
    const Bits other = position.discs(opponent(mover));
    numbers[0] = othello::count(position.mobility(mover));
    numbers[1] = othello::count(position.mobility(opponent(mover)));
    // With an odd number of empty cells the mover makes the last move, unless somebody passes.
    numbers[2] = (kSize * kSize - othello::count(static_cast<Bits>(own | other))) & 1;
    if ((wanted >> 3U) == 0) return;
    numbers[3] = othello::count(othello::stable_discs<kSize>(own, other));
    numbers[4] = othello::count(othello::stable_discs<kSize>(other, own));
  }
};

}  // namespace katachi
