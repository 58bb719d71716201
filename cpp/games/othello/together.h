// Threads that solve one position together.
//
// Every thread searches the same position; the table they share tells each what the others have
// found. A move whose position another thread is searching just now is put off until the others are
// done, so that the threads part ways at every node with several moves to refute and meet again at
// the last of them (ABDADA: Weill 1996; without counts in the table: Kerrigan 2017). The first
// thread that has the value ends the search of all. Values are exact whatever the threads do; only
// the number of nodes depends on their luck.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace katachi {

class Together {
 public:
  // Whether some thread is searching the position with this hash; it may err, which costs time
  // only.
  [[nodiscard]] bool is_searched(std::uint64_t hash) const {
    return place(hash).load(std::memory_order_relaxed) == hash;
  }
  void begin(std::uint64_t hash) { place(hash).store(hash, std::memory_order_relaxed); }
  void end(std::uint64_t hash) {
    auto& here = place(hash);
    if (here.load(std::memory_order_relaxed) == hash) here.store(0, std::memory_order_relaxed);
  }

  // All threads return as soon as they can.
  [[nodiscard]] bool is_over() const { return over_.load(std::memory_order_relaxed); }
  // Nobody shall go on; there is no value.
  void give_up() { over_.store(true, std::memory_order_relaxed); }
  // The value, unless somebody was faster.
  void finish(int value) {
    if (!found_.exchange(true)) value_.store(value, std::memory_order_relaxed);
    over_.store(true, std::memory_order_relaxed);
  }
  // After all threads have ended, if one has finished.
  [[nodiscard]] int value() const { return value_.load(std::memory_order_relaxed); }

  // Calls work(0) here and work(1) .. work(threads - 1) on threads of their own, as many as the
  // system gives, and waits for all.
  static void run(int threads, const std::function<void(std::size_t)>& work);

 private:
  static constexpr std::size_t kPlaces = 1024;

  [[nodiscard]] const std::atomic<std::uint64_t>& place(std::uint64_t hash) const {
    return places_[hash % kPlaces];
  }
  [[nodiscard]] std::atomic<std::uint64_t>& place(std::uint64_t hash) {
    return places_[hash % kPlaces];
  }

  std::array<std::atomic<std::uint64_t>, kPlaces> places_{};  // hashes of what is searched
  alignas(64) std::atomic<bool> over_{false};
  std::atomic<bool> found_{false};
  std::atomic<int> value_{0};
};

}  // namespace katachi
