// Random orders of moves, cheaper than a shuffle.
//
// A few random permutations of all moves are made once. A family takes one of them, turned by a
// random amount, and drops the moves that it does not have: one pass without branches and one
// random number, where a shuffle of a hundred moves takes longer than the playout that follows.
// Families with few of the moves are shuffled.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "games/position.h"
#include "games/random.h"

namespace katachi {

class Orders {
 public:
  // Moves are 0 .. move_count - 1.
  explicit Orders(std::size_t move_count) : move_count_(move_count) {
    Rng rng(0);
    for (std::vector<Move>& order : orders_) {
      order.resize(move_count);
      std::iota(order.begin(), order.end(), Move{0});
      rng.shuffle(static_cast<std::uint32_t>(move_count),
                  [&](std::uint32_t i, std::uint32_t j) { std::swap(order[i], order[j]); });
      // Twice, so that a turn of the order is one stretch.
      order.reserve(2 * move_count);
      order.insert(order.end(), order.begin(),
                   order.begin() + static_cast<std::ptrdiff_t>(move_count));
    }
  }

  // Puts different moves into a random order.
  void apply(MoveList& moves, Rng& rng) const {
    const std::size_t count = moves.size();
    if (count * kFew < move_count_) {
      rng.shuffle(static_cast<std::uint32_t>(count),
                  [&](std::uint32_t i, std::uint32_t j) { std::swap(moves[i], moves[j]); });
      return;
    }
    std::array<std::uint8_t, kMaxCells + 1> is_there{};
    for (const Move move : moves) is_there[move] = 1;
    const std::uint64_t word = rng.next();
    const Move* order = orders_[word % kOrders].data() +
                        (((word >> 32U) * static_cast<std::uint64_t>(move_count_)) >> 32U);
    std::size_t found = 0;
    for (std::size_t i = 0; found < count; ++i) {
      moves[found] = order[i];
      found += is_there[order[i]];
    }
  }

 private:
  static constexpr std::size_t kOrders = 32;
  static constexpr std::size_t kFew = 4;

  std::size_t move_count_;
  std::array<std::vector<Move>, kOrders> orders_;
};

}  // namespace katachi
