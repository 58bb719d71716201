// Uniformly random games to the end, as fast as each game allows.
//
// Every game has its own way (one header each); all add to a Tally. Work is cut into blocks with a
// random stream of their own, so the tally depends on the seed and the number of playouts, not on
// the number of threads.
//
//   template <> struct Playouts<P> { static void run(const P& start, std::uint32_t count, Rng&,
//   Tally&); };
#pragma once

#include <array>
#include <cstdint>

#include "games/position.h"
#include "games/random.h"

namespace katachi {

struct Tally {
  std::uint64_t playouts = 0;
  std::array<std::uint64_t, 3> winners{};                    // by Color; none: draws
  std::array<std::uint64_t, kReasonNames.size()> reasons{};  // by Reason
  std::uint64_t moves = 0;  // all moves of all playouts, passes included
  double score = 0.0;       // sum of Black's margins
  // Order-free digest of (winner, reason, score, length) of every playout: equal signatures mean
  // equal behaviour.
  std::uint64_t signature = 0;

  void add(const Outcome& outcome, int length) {
    ++playouts;
    ++winners[index_of(outcome.winner)];
    ++reasons[static_cast<std::size_t>(outcome.reason)];
    moves += static_cast<std::uint64_t>(length);
    score += static_cast<double>(outcome.score);
    const auto half_points = static_cast<std::int64_t>(outcome.score * 2.0F);
    signature += scramble((static_cast<std::uint64_t>(half_points) << 24U) ^
                          (static_cast<std::uint64_t>(length) << 8U) ^
                          (static_cast<std::uint64_t>(outcome.reason) << 4U) ^
                          static_cast<std::uint64_t>(outcome.winner));
  }

  void add(const Tally& other) {
    playouts += other.playouts;
    for (std::size_t i = 0; i < winners.size(); ++i) winners[i] += other.winners[i];
    for (std::size_t i = 0; i < reasons.size(); ++i) reasons[i] += other.reasons[i];
    moves += other.moves;
    score += other.score;
    signature += other.signature;
  }
};

template <class P>
struct Playouts;

}  // namespace katachi
