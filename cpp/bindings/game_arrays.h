// Arrays that Python gives: recorded games, and the number of threads for them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <stdexcept>

#include "games/replay.h"

namespace katachi {

template <class T>
using InputArray =
    nanobind::ndarray<const T, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

// The games in flat arrays; throws std::invalid_argument if the offsets do not fit the moves.
inline GameMoves checked_games(const InputArray<std::uint16_t>& moves,
                               const InputArray<std::int64_t>& offsets) {
  bool rises = offsets.size() > 0 && offsets.data()[0] == 0;
  for (std::size_t i = 1; rises && i < offsets.size(); ++i) {
    rises = offsets.data()[i - 1] <= offsets.data()[i];
  }
  if (!rises || static_cast<std::size_t>(offsets.data()[offsets.size() - 1]) != moves.size()) {
    throw std::invalid_argument("offsets must rise from 0 to the number of moves");
  }
  return {.moves = {moves.data(), moves.size()}, .offsets = {offsets.data(), offsets.size()}};
}

// Throws std::invalid_argument.
inline int checked_threads(int threads) {
  if (threads < 1 || threads > 1024) throw std::invalid_argument("threads must be 1 to 1024");
  return threads;
}

}  // namespace katachi
