// A function of Python that the core asks, and how the garbage collector sees it.
//
// The function may lead back to whoever asks it (a bound method of the owner of a search, say). So
// that the collector can count such a cycle, every Callable belongs to exactly one object of
// Python, which shows it by tp_traverse and lets go of it by tp_clear; the core has shared pointers
// to it and no reference of its own.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <utility>

#include "bindings/errors.h"
#include "bindings/interpreter.h"

namespace katachi {

class Callable {
 public:
  explicit Callable(nanobind::object function) : function_(std::move(function)) {}
  Callable(const Callable&) = delete;
  Callable& operator=(const Callable&) = delete;
  ~Callable() {
    if (!function_.is_valid()) return;
    if (Py_IsInitialized() == 0) {
      static_cast<void>(function_.release());
      return;
    }
    const WithInterpreter held;
    function_.reset();
  }

  // With the interpreter.
  template <class... Arguments>
  nanobind::object operator()(Arguments&&... arguments) const {
    const nanobind::object function = function_;  // it may be cleared while it runs
    if (!function.is_valid()) raise("KatachiError", "the function was collected as garbage");
    return until_the_end([&] { return function(std::forward<Arguments>(arguments)...); });
  }

  int traverse(visitproc visit, void* arg) const {
    Py_VISIT(function_.ptr());
    return 0;
  }
  void clear() { function_.reset(); }

 private:
  nanobind::object function_;
};

// Slots of a type that is bound as T: T::traverse(visit, arg) and T::clear().
template <class T>
struct Collectable {
  static int traverse(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    if (!nanobind::inst_ready(self)) return 0;
    return nanobind::inst_ptr<T>(self)->traverse(visit, arg);
  }
  static int clear(PyObject* self) {
    if (nanobind::inst_ready(self)) nanobind::inst_ptr<T>(self)->clear();
    return 0;
  }
  static inline PyType_Slot slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(&traverse)},
                                       {Py_tp_clear, reinterpret_cast<void*>(&clear)},
                                       {0, nullptr}};
};

}  // namespace katachi
