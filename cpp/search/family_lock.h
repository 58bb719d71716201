// Who changes or reads the counters of a family: one thread at a time.
//
// A byte in the header is taken and given back; there is no queue. The families that all threads
// want are each thread's own copies (local_families.h), so threads seldom meet here, and whoever
// has the lock needs it for one look at the children or one addition along them.
#pragma once

#include <atomic>
#include <thread>

#include "games/compiler.h"
#include "search/tree.h"

namespace katachi {

class FamilyLock {
 public:
  // `needed` false: the counters belong to this thread alone, nothing is locked.
  FamilyLock(Family& family, bool needed) : taken_(needed ? &family.taken : nullptr) {
    if (taken_ != nullptr && std::atomic_ref(*taken_).exchange(1, std::memory_order_acquire) != 0) {
      wait();
    }
  }
  FamilyLock(const FamilyLock&) = delete;
  FamilyLock& operator=(const FamilyLock&) = delete;
  ~FamilyLock() {
    if (taken_ != nullptr) std::atomic_ref(*taken_).store(0, std::memory_order_release);
  }

 private:
  // Looks before it tries again, and lets others work if the owner seems to sleep.
  KATACHI_COLD void wait() {
    constexpr int kPatience = 64;
    const std::atomic_ref taken(*taken_);
    do {
      for (int looks = 0; taken.load(std::memory_order_relaxed) != 0; ++looks) {
        if (looks >= kPatience) std::this_thread::yield();
      }
    } while (taken.exchange(1, std::memory_order_acquire) != 0);
  }

  std::uint8_t* taken_;
};

}  // namespace katachi
