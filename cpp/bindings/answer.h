// What functions and games written in Python answer, as the core wants it.
#pragma once

#include <nanobind/nanobind.h>

#include <stdexcept>
#include <string>

namespace katachi {

// The kind of an object, for a sentence.
inline std::string kind_of(const nanobind::handle& object) {
  return "a value of the type '" +
         std::string(nanobind::str(object.type().attr("__name__")).c_str()) + "'";
}

// A number; throws std::invalid_argument if it is none. `who` answered.
inline float number_of(const nanobind::handle& object, const char* who) {
  const double value = PyFloat_AsDouble(object.ptr());
  if (value == -1.0 && PyErr_Occurred() != nullptr) {
    if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw nanobind::python_error();
    PyErr_Clear();
    throw std::invalid_argument(std::string(who) + " gave " + kind_of(object) + ", not a number");
  }
  return static_cast<float>(value);
}

}  // namespace katachi
