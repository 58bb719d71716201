// Counts nodes and says when to stop.
//
// Time and the caller are asked only every few hundred nodes, the caller at most every 5 ms, so
// that Ctrl-C is answered at once and costs nothing. Without a limit of seconds the answer depends
// on the nodes alone.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>

#include "games/thread_time.h"
#include "search/budget.h"

namespace katachi {

class SearchClock {
 public:
  SearchClock(const Budget& budget, const std::function<bool()>& stop)
      : stop_(&stop),
        seconds_(budget.seconds),
        by_work_(budget.processor_time),
        limit_(budget.nodes == 0 ? std::numeric_limits<std::uint64_t>::max() : budget.nodes) {
    next_ = std::min(limit_, kInterval);
  }

  // One more position; true when the search must end now and its values no longer count.
  bool count() { return ++nodes_ >= next_ && check(); }
  // The same for many positions that were counted elsewhere.
  void add(std::uint64_t nodes) { nodes_ += nodes; }

  // How many positions the rest of the budget is good for, as it went so far; very many without a
  // budget.
  [[nodiscard]] double affordable() const {
    const double done = static_cast<double>(nodes_);
    double most = static_cast<double>(limit_);
    if (const double used = time_used(); seconds_ > 0.0 && used > 0.0) {
      most = std::min(most, done * seconds_ / used);
    }
    return most - done;
  }

  [[nodiscard]] bool stopped() const { return stopped_; }
  [[nodiscard]] bool interrupted() const { return interrupted_; }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  static constexpr std::uint64_t kInterval = 512;
  static constexpr double kPollSeconds = 0.005;

  double time_used() const { return by_work_ ? thread_seconds() - work_before_ : seconds(); }

  bool check() {
    next_ = std::min(limit_, nodes_ + kInterval);
    if (nodes_ >= limit_) stopped_ = true;
    const double now = seconds();
    if (seconds_ > 0.0 && time_used() >= seconds_) stopped_ = true;
    if (*stop_ && now - polled_ >= kPollSeconds) {
      polled_ = now;
      if ((*stop_)()) stopped_ = interrupted_ = true;
    }
    return stopped_;
  }

  const std::function<bool()>* stop_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double work_before_ = thread_seconds();
  double seconds_;
  bool by_work_;
  double polled_ = 0.0;
  std::uint64_t limit_;
  std::uint64_t next_;
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
  bool interrupted_ = false;
};

}  // namespace katachi
