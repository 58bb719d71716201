// Who uses an object of the core now: calls that change it exclude all others.
//
// While a call runs, Python goes on: other threads, and functions that the call itself asks. Either
// could change the object under it. A call on an object that is in use is refused (InUse) instead.
// Marks are made and released with the interpreter.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <utility>

#include "bindings/errors.h"
#include "bindings/long_call.h"

namespace katachi {

class UseMark {
 public:
  // `what` is a noun: "search".
  explicit UseMark(const char* what) : what_(what) {}
  // An object that moves is used by nobody.
  UseMark(UseMark&& other) noexcept : what_(other.what_) {}
  UseMark& operator=(UseMark&&) = delete;
  UseMark(const UseMark&) = delete;
  UseMark& operator=(const UseMark&) = delete;
  ~UseMark() = default;

  // For objects whose calls leave nothing behind: waits until no other thread uses it.
  void wait_for_other_threads(LongCall& call) const {
    while (users_ == kChanging && user_.load() != std::this_thread::get_id()) {
      {
        const WithoutInterpreter released;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      if (call.interrupt().requested()) call.raise_end();
    }
  }

  // Nobody else may begin to use it until release(); the calls of this thread may.
  void reserve() {
    if (reserved_) refuse();
    take();
    reserver_ = std::this_thread::get_id();
    reserved_ = true;
    users_ = kFree;
  }
  void release() { reserved_ = false; }

 private:
  friend class Use;
  friend class Reading;

  static constexpr int kFree = 0;
  static constexpr int kChanging = -1;  // above 0: how many read

  // Raises InUse if anybody uses it.
  void take() {
    int expected = kFree;
    if (is_reserved_for_others() || !users_.compare_exchange_strong(expected, kChanging)) refuse();
    user_ = std::this_thread::get_id();
  }
  void read() {
    int users = users_.load();
    do {
      if (users == kChanging || is_reserved_for_others()) refuse();
    } while (!users_.compare_exchange_weak(users, users + 1));
  }
  [[nodiscard]] bool is_reserved_for_others() const {
    return reserved_ && reserver_ != std::this_thread::get_id();
  }
  [[noreturn]] void refuse() const {
    raise("InUse", std::string("this ") + what_ +
                       " is in use: another thread or a function that it asks called it before it "
                       "was done; use one object for each");
  }

  const char* what_;
  std::atomic<int> users_{kFree};
  std::atomic<std::thread::id> user_{};  // who changes it
  std::atomic<bool> reserved_{false};
  std::atomic<std::thread::id> reserver_{};
};

// One call that may change the object.
class Use {
 public:
  explicit Use(UseMark& mark) : mark_(mark) { mark_.take(); }
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;
  ~Use() { mark_.users_ = UseMark::kFree; }

 private:
  UseMark& mark_;
  RunningCall running_;
};

// Somebody who only reads it, perhaps for long; others may, too.
class Reading {
 public:
  explicit Reading(UseMark& mark) : mark_(&mark) { mark_->read(); }
  Reading(Reading&& other) noexcept : mark_(std::exchange(other.mark_, nullptr)) {}
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;
  Reading& operator=(Reading&&) = delete;
  ~Reading() {
    if (mark_ != nullptr) --mark_->users_;
  }

 private:
  UseMark* mark_;
};

// An object and its mark.
template <class T>
struct Marked {
  template <class... Arguments>
  explicit Marked(const char* what, Arguments&&... arguments)
      : mark(what), object(std::forward<Arguments>(arguments)...) {}

  mutable UseMark mark;
  T object;
};

}  // namespace katachi
