// The processor time of the calling thread: what it has worked, not how long it had to wait for a
// core. Where the system does not tell it finely enough (Windows: steps of 16 ms), the wall clock
// stands in.
#pragma once

#include <chrono>
#include <ctime>

namespace katachi {

// Seconds since some moment that is the same for the whole life of a thread.
inline double thread_seconds() {
#ifdef CLOCK_THREAD_CPUTIME_ID
  timespec now{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0) {
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }
#endif
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace katachi
