#include "bindings/long_call.h"

#include <atomic>
#include <chrono>
#include <thread>

#include "bindings/errors.h"

#ifndef _WIN32
#include <pthread.h>
#endif

namespace katachi {
namespace {

// Deeper than anybody wants, and far from the end of a stack of 8 MB.
constexpr int kDeepest = 64;
constexpr int kMostAtOnce = 2000;

std::atomic<int> running{0};
std::atomic<bool> leaving{false};
std::thread::id leaver;      // who may still work then: the thread that ends the interpreter
thread_local int depth = 0;  // calls of this thread inside one another

// The calls of other threads have not come along.
void after_fork() { running.store(depth); }

bool must_leave() { return leaving.load() && std::this_thread::get_id() != leaver; }

bool is_main_thread() {
  const nanobind::module_ threading = nanobind::module_::import_("threading");
  return threading.attr("main_thread")().attr("ident").equal(threading.attr("get_ident")());
}

// Whether it comes from Python's own handler of Ctrl-C; a handler written in Python leaves a trace.
bool is_ctrl_c(const nanobind::python_error& error) {
  return error.type().is(PyExc_KeyboardInterrupt) && !error.traceback().is_valid();
}

}  // namespace

RunningCall::RunningCall() {
  if (must_leave()) {
    PyErr_SetNone(PyExc_SystemExit);
    throw nanobind::python_error();
  }
  if (depth >= kDeepest) {
    raise("KatachiError", "more than " + std::to_string(kDeepest) +
                              " calls of the core run inside one another: a function that a search "
                              "asks searches with itself");
  }
  if (running.load() >= kMostAtOnce) {
    raise("KatachiError",
          "more than " + std::to_string(kMostAtOnce) + " calls of the core run at the same time");
  }
  ++depth;
  ++running;
}

RunningCall::~RunningCall() {
  --depth;
  --running;
}

bool LongCall::must_end() {
  if (must_leave()) return leaving_ = true;
  if (hears_signals_ == false) return false;
  const WithInterpreter held;
  // Nothing leaves: threads that work for the call would be left behind with what it owned. Asking
  // for the thread runs Python, so that a handler may raise there as well.
  try {
    if (!hears_signals_) hears_signals_ = is_main_thread();
    if (PyErr_CheckSignals() == 0) return false;
    raised_.emplace();
  } catch (nanobind::python_error& error) {
    raised_.emplace(std::move(error));
  }
  return true;
}

void LongCall::raise_end() {
  if (raised_) throw std::move(*raised_);
  if (!leaving_) return;
  PyErr_SetNone(PyExc_SystemExit);
  throw nanobind::python_error();
}

bool LongCall::raise_end_or_tell_ctrl_c() {
  if (raised_ && is_ctrl_c(*raised_)) return true;
  raise_end();
  return false;
}

void end_all_calls() {
  leaver = std::this_thread::get_id();
  leaving.store(true);
  const WithoutInterpreter released;
  // A function of Python that a call is in may take longer; its thread sleeps or is lost then.
  const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(3);
  while (running.load() > 0 && std::chrono::steady_clock::now() < patience) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void bind_long_calls() {
#ifndef _WIN32
  pthread_atfork(nullptr, nullptr, &after_fork);
#endif
  nanobind::module_::import_("atexit").attr("register")(nanobind::cpp_function(&end_all_calls));
}

}  // namespace katachi
