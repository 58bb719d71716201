// A few threads that end before their owner does.
//
// When the system refuses another thread, start() says so and the work is done by those there are;
// everything that uses this gives the same result with fewer threads, or says that it does not.
#pragma once

#include <system_error>
#include <thread>
#include <utility>
#include <vector>

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
      threads_.emplace_back(std::move(work));
      return true;
    } catch (const std::system_error&) {
      return false;
    }
  }
  void join() {
    for (auto& thread : threads_) thread.join();
    threads_.clear();
  }

 private:
  std::vector<std::thread> threads_;
};

}  // namespace katachi
