// A crew of threads that stays together: the same few workers do one batch of jobs after another.
//
// A learning loop needs a barrier after every feature; starting threads anew each time would cost
// more than the work. Jobs of a batch run in any order on any worker, so they must not depend on
// one another. If the system refuses threads, those there are do all the work. One batch at a time.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>

#include "games/threads.h"

namespace katachi {

class Crew {
 public:
  // The caller is one of the workers.
  explicit Crew(int threads) {
    for (int i = 1; i < threads; ++i) {
      if (!threads_.start([this] { work(); })) break;
      ++workers_;
    }
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew() {
    {
      const std::scoped_lock lock(mutex_);
      ended_ = true;
    }
    wake_.notify_all();
    threads_.join();
  }

  // Calls job(0) .. job(count - 1); returns when all are done. A job must not throw.
  void run(std::size_t count, const std::function<void(std::size_t)>& job) {
    if (workers_ == 0) {
      for (std::size_t i = 0; i < count; ++i) job(i);
      return;
    }
    {
      const std::scoped_lock lock(mutex_);
      job_ = &job;
      count_ = count;
      next_ = 0;
      busy_ = workers_;
      ++batch_;
    }
    wake_.notify_all();
    take_jobs(job, count);
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return busy_ == 0; });
  }

 private:
  void take_jobs(const std::function<void(std::size_t)>& job, std::size_t count) {
    for (std::size_t i; (i = next_.fetch_add(1)) < count;) job(i);
  }

  void work() {
    std::size_t seen = 0;
    for (;;) {
      const std::function<void(std::size_t)>* job = nullptr;
      std::size_t count = 0;
      {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [&] { return ended_ || batch_ != seen; });
        if (ended_) return;
        seen = batch_;
        job = job_;
        count = count_;
      }
      take_jobs(*job, count);
      const std::scoped_lock lock(mutex_);
      if (--busy_ == 0) done_.notify_one();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_, done_;
  std::atomic<std::size_t> next_{0};
  const std::function<void(std::size_t)>* job_ = nullptr;
  std::size_t count_ = 0;
  std::size_t batch_ = 0;
  std::size_t busy_ = 0;
  std::size_t workers_ = 0;
  bool ended_ = false;
  ThreadGroup threads_;
};

}  // namespace katachi
