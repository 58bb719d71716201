#include "games/go/ownership.h"

#include <algorithm>
#include <atomic>
#include <stdexcept>

#include "games/go/playout_heuristics.h"
#include "games/threads.h"

namespace katachi {
namespace {

Ownership empty_ownership(int cells) {
  Ownership counts;
  counts.black.assign(static_cast<std::size_t>(cells), 0);
  counts.white.assign(static_cast<std::size_t>(cells), 0);
  return counts;
}

// The playouts of one thread.
template <int kCapacity>
class OwnershipCounter {
 public:
  using P = GoPosition<kCapacity>;

  OwnershipCounter(const P& start, const PlayoutSettings& policy)
      : starts_{start.resumed(start.to_move()),
                start.resumed(start.is_over() ? opponent(start.to_move()) : start.to_move())},
        heuristics_(start, policy),
        counts_(empty_ownership(start.topology().cells())) {}

  void play(std::uint64_t number, Rng& rng) {
    const P& start = starts_[number % 2];
    Runner<P> runner(start);
    heuristics_.begin(runner);
    Move last = kNoMove;
    while (!runner.over()) {
      const Color player = runner.to_move();
      Move move = heuristics_.urgent(runner, last, rng);
      if (move == kNoMove) move = heuristics_.quiet(runner, rng);
      runner.play(move);
      heuristics_.played(runner, move, player);
      last = move;
    }
    runner.board().owners(owners_);
    for (std::size_t cell = 0; cell < counts_.black.size(); ++cell) {
      counts_.black[cell] += static_cast<std::uint32_t>(owners_[cell] == Color::black);
      counts_.white[cell] += static_cast<std::uint32_t>(owners_[cell] == Color::white);
    }
    const auto score = static_cast<double>(runner.outcome().score);
    counts_.score += score;
    counts_.score_squares += score * score;
    ++counts_.playouts;
  }

  [[nodiscard]] const Ownership& counts() const { return counts_; }

 private:
  std::array<P, 2> starts_;
  PlayoutHeuristics<P> heuristics_;
  std::array<Color, kCapacity> owners_;
  Ownership counts_;
};

template <int kCapacity>
Ownership count(const GoPosition<kCapacity>& start, const PlayoutSettings& policy,
                std::uint64_t playouts, std::uint64_t seed, int threads, Interrupt& interrupt) {
  const std::uint64_t blocks = (playouts + kPlayoutsPerBlock - 1) / kPlayoutsPerBlock;
  std::atomic<std::uint64_t> next{0};
  const auto work = [&](Ownership& result) {
    OwnershipCounter<kCapacity> counter(start, policy);
    for (std::uint64_t block; !interrupt.requested() && (block = next.fetch_add(1)) < blocks;) {
      Rng rng(seed, block);
      const std::uint64_t first = block * kPlayoutsPerBlock;
      const std::uint64_t end = std::min(first + kPlayoutsPerBlock, playouts);
      for (std::uint64_t i = first; i < end && !interrupt.requested(); ++i) counter.play(i, rng);
    }
    result = counter.counts();
  };
  const auto most = std::max<std::uint64_t>(
      1, std::min<std::uint64_t>(static_cast<std::uint64_t>(threads), blocks));
  std::vector<Ownership> results(most);
  {
    ThreadGroup others;
    for (std::size_t t = 1; t < results.size(); ++t) {
      if (!others.start([&, t] { work(results[t]); })) break;
    }
    work(results[0]);
    others.join(interrupt);
  }
  interrupt.check();
  Ownership total = empty_ownership(start.topology().cells());
  for (const Ownership& result : results) {
    if (result.playouts > 0) total.add(result);
  }
  return total;
}

}  // namespace

void Ownership::add(const Ownership& other) {
  playouts += other.playouts;
  for (std::size_t cell = 0; cell < black.size(); ++cell) {
    black[cell] += other.black[cell];
    white[cell] += other.white[cell];
  }
  score += other.score;
  score_squares += other.score_squares;
}

Ownership count_ownership(const AnyPosition& start, const PlayoutSettings& policy,
                          std::uint64_t playouts, std::uint64_t seed, int threads,
                          Interrupt& interrupt) {
  if (const auto* go = position_as<GoPosition<81>>(start)) {
    return count(*go, policy, playouts, seed, threads, interrupt);
  }
  if (const auto* go = position_as<GoPosition<169>>(start)) {
    return count(*go, policy, playouts, seed, threads, interrupt);
  }
  if (const auto* go = position_as<GoPosition<361>>(start)) {
    return count(*go, policy, playouts, seed, threads, interrupt);
  }
  throw std::invalid_argument("only points of Go have owners");
}

}  // namespace katachi
