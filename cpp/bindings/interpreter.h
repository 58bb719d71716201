// Leaving the interpreter to others and taking it back, also when it has ended meanwhile.
//
// Before Python 3.14 a thread that asks for an interpreter that has ended is ended itself, by
// pthread_exit. With glibc that unwinds its stack like an exception, which no destructor and no
// catch (...) of the core survives: the process would abort instead of ending. Such a thread sleeps
// instead until the process is gone, as later versions of Python have it.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <thread>

#ifdef __GLIBCXX__
#include <cxxabi.h>
#endif

namespace katachi {

// Calls f(), which may ask for the interpreter.
template <class F>
auto until_the_end(F f) {
#ifdef __GLIBCXX__
  try {
    return f();
  } catch (const abi::__forced_unwind&) {
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
  }
#else
  return f();
#endif
}

// The interpreter is free for others as long as this lives. On threads of Python that hold it.
class WithoutInterpreter {
 public:
  WithoutInterpreter() : state_(PyEval_SaveThread()) {}
  WithoutInterpreter(const WithoutInterpreter&) = delete;
  WithoutInterpreter& operator=(const WithoutInterpreter&) = delete;
  ~WithoutInterpreter() {
    until_the_end([this] { PyEval_RestoreThread(state_); });
  }

 private:
  PyThreadState* state_;
};

// The interpreter is held as long as this lives. On any thread, whether it holds it or not.
class WithInterpreter {
 public:
  WithInterpreter() : state_(until_the_end([] { return PyGILState_Ensure(); })) {}
  WithInterpreter(const WithInterpreter&) = delete;
  WithInterpreter& operator=(const WithInterpreter&) = delete;
  ~WithInterpreter() { PyGILState_Release(state_); }

 private:
  PyGILState_STATE state_;
};

}  // namespace katachi
