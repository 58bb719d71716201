#include "bindings/errors.h"

#include <exception>
#include <stdexcept>

namespace nb = nanobind;

// What the core refuses is a mistake of the input, as KatachiError says it.
void bind_errors() {
  nb::register_exception_translator([](const std::exception_ptr& error, void*) {
    try {
      std::rethrow_exception(error);
    } catch (const std::invalid_argument& refused) {
      const nb::object type = nb::module_::import_("katachi.errors").attr("KatachiError");
      PyErr_SetString(type.ptr(), refused.what());
    }
  });
}
