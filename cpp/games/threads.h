// A few threads that end before their owner does.
//
// When the system refuses another thread, start() says so and the work is done by those there are;
// everything that uses this gives the same result with fewer threads, or says that it does not.
//
// A process that was forked has none of the threads of its parent: join() does not wait for them.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "games/interrupt.h"
#include "games/process.h"

namespace katachi {

class ThreadGroup {
 public:
  ThreadGroup() = default;
  ThreadGroup(const ThreadGroup&) = delete;
  ThreadGroup& operator=(const ThreadGroup&) = delete;
  ~ThreadGroup() { join(); }

  // False if no thread could be started.
  template <class Work>
  bool start(Work work) {
    try {
      inside_->threads.reserve(inside_->threads.size() + 1);
      {
        const std::scoped_lock lock(inside_->mutex);
        ++inside_->running;
      }
      inside_->threads.emplace_back([inside = inside_.get(), work = std::move(work)]() mutable {
        work();
        const std::scoped_lock lock(inside->mutex);
        if (--inside->running == 0) inside->ended.notify_all();
      });
      return true;
    } catch (const std::system_error&) {
      const std::scoped_lock lock(inside_->mutex);
      --inside_->running;
      return false;
    }
  }
  void join() {
    if (is_of_parent()) {
      // Neither threads nor what they wait for can be destroyed here: both belong to the parent.
      static_cast<void>(inside_.release());
      inside_ = std::make_unique<Inside>();
      return;
    }
    for (auto& thread : inside_->threads) thread.join();
    inside_->threads.clear();
  }
  // The same while the outside is asked whether the work must end.
  void join(Interrupt& interrupt) {
    if (!is_of_parent()) {
      std::unique_lock lock(inside_->mutex);
      interrupt.wait(lock, inside_->ended, [this] { return inside_->running == 0; });
    }
    join();
  }

  // Whether the threads were left behind in the process that forked this one.
  [[nodiscard]] bool is_of_parent() const { return inside_->process != process_number(); }

 private:
  struct Inside {
    std::vector<std::thread> threads;
    std::mutex mutex;
    std::condition_variable ended;
    std::size_t running = 0;
    int process = process_number();
  };
  std::unique_ptr<Inside> inside_ = std::make_unique<Inside>();
};

}  // namespace katachi
