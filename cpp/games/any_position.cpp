#include "games/any_position.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>

#include "games/threads.h"

namespace katachi {
Tally run_playouts(const AnyPosition& start, std::uint64_t count, std::uint64_t seed, int threads,
                   std::uint64_t first_block, Interrupt& interrupt) {
  const std::uint64_t blocks = (count + kPlayoutsPerBlock - 1) / kPlayoutsPerBlock;
  std::atomic<std::uint64_t> next{0};
  const auto work = [&](Tally& tally) {
    for (std::uint64_t block; !interrupt.requested() && (block = next.fetch_add(1)) < blocks;) {
      Rng rng(seed, first_block + block);
      const std::uint64_t done = block * kPlayoutsPerBlock;
      start.run_playouts(
          static_cast<std::uint32_t>(std::min<std::uint64_t>(kPlayoutsPerBlock, count - done)), rng,
          tally);
    }
  };
  // Each thread has a tally of its own, on its own stack: nothing is shared but the counter.
  std::vector<Tally> tallies(static_cast<std::size_t>(std::max(1, threads)));
  std::exception_ptr failure;  // rules from elsewhere may throw
  std::mutex failing;
  const auto work_safely = [&](Tally& tally) {
    try {
      work(tally);
    } catch (...) {
      const std::scoped_lock lock(failing);
      if (!failure) failure = std::current_exception();
      next.store(blocks);
    }
  };
  {
    ThreadGroup others;
    for (std::size_t t = 1; t < tallies.size(); ++t) {
      const bool started = others.start([&, t] {
        Tally own;
        work_safely(own);
        tallies[t] = own;
      });
      if (!started) break;
    }
    Tally own;
    work_safely(own);
    tallies[0] = own;
    others.join(interrupt);
  }
  if (failure) std::rethrow_exception(failure);
  interrupt.check();
  Tally total;
  for (const Tally& tally : tallies) total.add(tally);
  return total;
}

}  // namespace katachi
