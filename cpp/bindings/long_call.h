// Calls of the core that take their time, or that ask Python while they run.
//
// Such a call hears signals: what a handler raises ends it within some milliseconds and reaches the
// caller. It also ends when the interpreter does, so that nothing runs any more when its world is
// taken apart: at exit all calls of other threads (daemon threads, then) are asked to end, and
// waited for.
#pragma once

#include <nanobind/nanobind.h>

#include <exception>
#include <optional>
#include <type_traits>
#include <utility>

#include "bindings/interpreter.h"
#include "games/interrupt.h"

namespace katachi {

// Counts among the calls that an exit waits for, as long as it lives. With the interpreter. Raises
// SystemExit while the interpreter ends, which ends the thread without a word; and KatachiError if
// too many calls run inside one another (a function that a search asks may search itself).
class RunningCall {
 public:
  RunningCall();
  RunningCall(const RunningCall&) = delete;
  RunningCall& operator=(const RunningCall&) = delete;
  ~RunningCall();
};

class LongCall {
 public:
  // With the interpreter.
  LongCall() : interrupt_([this] { return must_end(); }) {}

  // For the work; it may be asked with or without the interpreter.
  [[nodiscard]] Interrupt& interrupt() { return interrupt_; }

  // Raises what ended the call, if anything did. With the interpreter.
  void raise_end();
  // The same, but Ctrl-C (a KeyboardInterrupt of Python's own handler) is only reported.
  [[nodiscard]] bool raise_end_or_tell_ctrl_c();

 private:
  bool must_end();

  RunningCall running_;
  Interrupt interrupt_;
  std::optional<nanobind::python_error> raised_;
  bool leaving_ = false;
  std::optional<bool> hears_signals_;  // only the main thread does
};

// work(interrupt) without the interpreter. What ended it early is raised.
template <class Work>
auto long_call(Work work) {
  LongCall call;
  using Result = std::invoke_result_t<Work, Interrupt&>;
  std::conditional_t<std::is_void_v<Result>, bool, std::optional<Result>> result{};
  std::exception_ptr failure;
  {
    const WithoutInterpreter released;
    try {
      if constexpr (std::is_void_v<Result>) {
        work(call.interrupt());
      } else {
        result.emplace(work(call.interrupt()));
      }
    } catch (...) {
      failure = std::current_exception();
    }
  }
  call.raise_end();
  if (failure) std::rethrow_exception(failure);
  if constexpr (!std::is_void_v<Result>) return std::move(*result);
}

// At exit: asks all running calls to end and waits for them, a few seconds at most. With the
// interpreter, once.
void end_all_calls();

// Once, when the module is imported.
void bind_long_calls();

}  // namespace katachi
