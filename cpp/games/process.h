// Which process this is: what a thread or a lock of the parent of a fork belongs to is not here.
#pragma once

#ifdef _WIN32
#include <process.h>
#else
#include <unistd.h>
#endif

namespace katachi {

inline int process_number() {
#ifdef _WIN32
  return _getpid();
#else
  return static_cast<int>(getpid());
#endif
}

}  // namespace katachi
