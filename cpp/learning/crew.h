// A crew of threads that stays together: the same few workers do one batch of jobs after another.
//
// A learning loop needs a barrier after every feature; starting threads anew each time would cost
// more than the work. Jobs of a batch run in any order on any worker, so they must not depend on
// one another. If the system refuses threads, those there are do all the work. One batch at a time.
//
// A process that was forked has none of the workers of its parent: the caller does all the work.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>

#include "games/interrupt.h"
#include "games/threads.h"

namespace katachi {

class Crew {
 public:
  // The caller is one of the workers.
  explicit Crew(int threads) {
    for (int i = 1; i < threads; ++i) {
      if (!inside_->threads.start([inside = inside_.get()] { inside->work(); })) break;
      ++inside_->workers;
    }
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew() {
    if (inside_->threads.is_of_parent()) {
      static_cast<void>(inside_.release());  // the workers wait for it in another process
      return;
    }
    {
      const std::scoped_lock lock(inside_->mutex);
      inside_->ended = true;
    }
    inside_->wake.notify_all();
    inside_->threads.join();
  }

  // Calls job(0) .. job(count - 1); returns when all are done. A job must not throw. Jobs that the
  // interrupt told to end are done as well: the caller looks at it afterwards.
  void run(std::size_t count, Interrupt& interrupt, const std::function<void(std::size_t)>& job) {
    Inside& inside = *inside_;
    if (inside.workers == 0 || inside.threads.is_of_parent()) {
      for (std::size_t i = 0; i < count && !interrupt.requested(); ++i) job(i);
      return;
    }
    {
      const std::scoped_lock lock(inside.mutex);
      inside.job = &job;
      inside.interrupt = &interrupt;
      inside.count = count;
      inside.next = 0;
      inside.busy = inside.workers;
      ++inside.batch;
    }
    inside.wake.notify_all();
    inside.take_jobs(job, count, interrupt);
    std::unique_lock lock(inside.mutex);
    interrupt.wait(lock, inside.done, [&] { return inside.busy == 0; });
  }

 private:
  struct Inside {
    void take_jobs(const std::function<void(std::size_t)>& one, std::size_t end, Interrupt& asked) {
      for (std::size_t i; !asked.requested() && (i = next.fetch_add(1)) < end;) one(i);
    }

    void work() {
      std::size_t seen = 0;
      for (;;) {
        const std::function<void(std::size_t)>* one = nullptr;
        Interrupt* asked = nullptr;
        std::size_t end = 0;
        {
          std::unique_lock lock(mutex);
          wake.wait(lock, [&] { return ended || batch != seen; });
          if (ended) return;
          seen = batch;
          one = job;
          asked = interrupt;
          end = count;
        }
        take_jobs(*one, end, *asked);
        const std::scoped_lock lock(mutex);
        if (--busy == 0) done.notify_one();
      }
    }

    std::mutex mutex;
    std::condition_variable wake, done;
    std::atomic<std::size_t> next{0};
    const std::function<void(std::size_t)>* job = nullptr;
    Interrupt* interrupt = nullptr;
    std::size_t count = 0;
    std::size_t batch = 0;
    std::size_t busy = 0;
    std::size_t workers = 0;
    bool ended = false;
    ThreadGroup threads;
  };
  std::unique_ptr<Inside> inside_ = std::make_unique<Inside>();
};

}  // namespace katachi
