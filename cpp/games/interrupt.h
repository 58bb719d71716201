// How a long call learns that it must end early: Ctrl-C, a time-out, the end of the program.
//
// Whoever calls gives an Interrupt along; the work asks it now and then, every few microseconds or
// milliseconds, on as many threads as it has. On the thread that made it, and at most every 5 ms,
// the outside is asked; the others read a flag. Work that has been told to stop returns as soon as
// it can, and the thread that made the Interrupt ends the call by check(), which throws
// Interrupted. What a call has changed by then is written beside it.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace katachi {

// A call was told to end before its work was done.
class Interrupted final : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "interrupted"; }
};

class Interrupt {
 public:
  static constexpr std::chrono::milliseconds kAskEvery{5};

  // Never ends anything.
  Interrupt() = default;
  // `ask` is called on this thread alone, until it says true.
  explicit Interrupt(std::function<bool()> ask)
      : ask_(std::move(ask)), owner_(std::this_thread::get_id()) {}
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  // Whether to end; any thread.
  [[nodiscard]] bool requested() {
    if (requested_.load(std::memory_order_relaxed)) return true;
    if (!ask_ || std::this_thread::get_id() != owner_) return false;
    const auto now = Clock::now();
    return now >= next_ && ask(now);
  }

  // The same for loops in which reading the clock would be seen: every 16th question counts. Only
  // on the thread that made it.
  [[nodiscard]] bool requested_now_and_then() { return ++questions_ % 16 == 0 && requested(); }

  // Throws Interrupted if the call must end.
  void check() {
    if (requested()) throw Interrupted();
  }

  // Waits until done() while the outside is asked. Precondition: the lock is held; whoever makes
  // done() true notifies `changed`.
  template <class Done>
  void wait(std::unique_lock<std::mutex>& lock, std::condition_variable& changed, Done done) {
    while (!changed.wait_for(lock, kAskEvery, done)) {
      lock.unlock();
      static_cast<void>(requested());
      lock.lock();
    }
  }

 private:
  using Clock = std::chrono::steady_clock;

  bool ask(Clock::time_point now) {
    next_ = now + kAskEvery;
    if (ask_()) requested_.store(true, std::memory_order_relaxed);
    return requested_.load(std::memory_order_relaxed);
  }

  std::function<bool()> ask_;
  std::thread::id owner_;
  std::atomic<bool> requested_{false};
  Clock::time_point next_ = Clock::now() + kAskEvery;
  unsigned questions_ = 0;
};

}  // namespace katachi
