// Arrays that Python gives: recorded games, and the number of threads for them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "games/replay.h"

namespace katachi {

template <class T>
using InputArray =
    nanobind::ndarray<const T, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

template <class T>
std::vector<T> copy_of(const InputArray<T>& array) {
  return {array.data(), array.data() + array.size()};
}

// Games in flat arrays. Copies: other threads of Python could change the arrays while they are
// read.
struct GivenGames {
  std::vector<Move> moves;
  std::vector<std::int64_t> offsets;

  operator GameMoves() const { return {.moves = moves, .offsets = offsets}; }
};

// Throws std::invalid_argument if the offsets do not fit the moves.
inline GivenGames checked_games(const InputArray<Move>& given_moves,
                                const InputArray<std::int64_t>& given_offsets) {
  GivenGames games{.moves = copy_of(given_moves), .offsets = copy_of(given_offsets)};
  const auto& [moves, offsets] = games;
  const bool rises =
      !offsets.empty() && offsets.front() == 0 && std::is_sorted(offsets.begin(), offsets.end());
  if (!rises || static_cast<std::size_t>(offsets.back()) != moves.size()) {
    throw std::invalid_argument("offsets must rise from 0 to the number of moves");
  }
  return games;
}

// Throws std::invalid_argument.
inline int checked_threads(int threads) {
  if (threads < 1 || threads > 1024) throw std::invalid_argument("threads must be 1 to 1024");
  return threads;
}

}  // namespace katachi
