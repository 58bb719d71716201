// Exceptions of the package, raised by the core.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

namespace katachi {

// Raises a class of katachi.errors. With the interpreter.
[[noreturn]] inline void raise(const char* error, const std::string& sentence) {
  const nanobind::object type = nanobind::module_::import_("katachi.errors").attr(error);
  PyErr_SetString(type.ptr(), sentence.c_str());
  throw nanobind::python_error();
}

}  // namespace katachi
