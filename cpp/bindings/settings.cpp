#include "search/settings.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <tuple>
#include <typeinfo>

#include "bindings/position_handle.h"
#include "search/capabilities.h"
#include "search/declared_parts.h"

namespace nb = nanobind;
using katachi::DeclaredChoice;
using katachi::DeclaredField;
using katachi::DeclaredNeed;
using katachi::DeclaredPart;
using katachi::Field;
using katachi::MctsSettings;

namespace {

// f(field) for every parameter of a group.
template <class G, class F>
void each_field(F f) {
  G::for_each_part([&]<class Part>() {
    constexpr auto kPart = Part::declare();
    std::apply([&](const auto&... field) { (f(field), ...); }, kPart.fields);
  });
}

template <class G, class S, class T, std::size_t kChoices>
nb::object read(const G& group, const Field<S, T, kChoices>& field) {
  if constexpr (kChoices == 0) {
    return nb::cast(group.*field.member);
  } else {  // a choice is its name
    for (const auto& one : field.choices) {
      if (group.*field.member == one.value) return nb::str(one.name);
    }
    return nb::none();
  }
}

template <class G, class S, class T, std::size_t kChoices>
void write(G& group, const Field<S, T, kChoices>& field, const nb::object& value) {
  if constexpr (kChoices == 0) {
    group.*field.member = nb::cast<T>(value);
  } else {
    const auto name = nb::cast<std::string>(value);
    for (const auto& one : field.choices) {
      if (name != one.name) continue;
      group.*field.member = one.value;
      return;
    }
    throw std::invalid_argument(std::string(field.name) + " cannot be '" + name + "'");
  }
}

[[noreturn]] void no_setting(const std::string& name) {
  throw nb::attribute_error(("no setting " + name).c_str());
}

// Attributes are the parameters of all parts of a group.
template <class G>
nb::class_<G> bind_group(nb::module_& module, const char* name) {
  return nb::class_<G>(module, name)
      .def(nb::init<>())
      .def(
          "__getattr__",
          [](const G& self, const std::string& wanted) {
            nb::object found;
            each_field<G>([&](const auto& field) {
              if (wanted == field.name) found = read(self, field);
            });
            if (!found.is_valid()) no_setting(wanted);
            return found;
          },
          nb::sig("def __getattr__(self, name: str, /) -> typing.Any"))
      .def("__setattr__", [](G& self, const std::string& wanted, const nb::object& value) {
        bool known = false;
        each_field<G>([&](const auto& field) {
          if (wanted != field.name) return;
          try {
            write(self, field, value);
          } catch (const std::bad_cast&) {
            throw nb::type_error((wanted + " has another type").c_str());
          }
          known = true;
        });
        if (!known) no_setting(wanted);
      });
}

}  // namespace

void bind_settings(nb::module_& module) {
  bind_group<katachi::SelectionSettings>(module, "SelectionSettings");
  bind_group<katachi::ExpansionSettings>(module, "ExpansionSettings");
  bind_group<katachi::PlayoutSettings>(module, "PlayoutSettings");
  bind_group<katachi::BackupSettings>(module, "BackupSettings");
  bind_group<katachi::FinalSettings>(module, "FinalSettings");
  bind_group<MctsSettings>(module, "MctsSettings")
      .def_ro("selection", &MctsSettings::selection)
      .def_ro("expansion", &MctsSettings::expansion)
      .def_ro("playout", &MctsSettings::playout)
      .def_ro("backup", &MctsSettings::backup)
      .def_ro("final_move", &MctsSettings::final_move);

  nb::class_<DeclaredChoice>(module, "DeclaredChoice", "One value of a parameter with choices.")
      .def_ro("name", &DeclaredChoice::name)
      .def_ro("sentence", &DeclaredChoice::sentence)
      .def_ro("source", &DeclaredChoice::source);
  nb::class_<DeclaredField>(module, "DeclaredField", "A parameter of a part of the search.")
      .def_ro("name", &DeclaredField::name)
      .def_ro("kind", &DeclaredField::kind)
      .def_ro("sentence", &DeclaredField::sentence)
      .def_ro("source", &DeclaredField::source)
      .def_ro("ranged", &DeclaredField::ranged)
      .def_ro("low", &DeclaredField::low)
      .def_ro("high", &DeclaredField::high)
      .def_ro("infinite", &DeclaredField::infinite)
      .def_ro("choices", &DeclaredField::choices);
  nb::class_<DeclaredNeed>(module, "DeclaredNeed", "What a parameter works with only.")
      .def_ro("what", &DeclaredNeed::what)
      .def_ro("needs", &DeclaredNeed::needs)
      .def_ro("sentence", &DeclaredNeed::sentence);
  nb::class_<DeclaredPart>(module, "DeclaredPart", "A part of the search, as it declares itself.")
      .def_ro("group", &DeclaredPart::group)
      .def_ro("name", &DeclaredPart::name)
      .def_ro("sentence", &DeclaredPart::sentence)
      .def_ro("source", &DeclaredPart::source)
      .def_ro("fields", &DeclaredPart::fields)
      .def_ro("asks", &DeclaredPart::asks)
      .def_ro("needs", &DeclaredPart::needs)
      .def_ro("suits", &DeclaredPart::suits);
  module.def("declared_parts", &katachi::declared_parts,
             "The parts of the search, in the order of the settings.");
  module.def("demands", &katachi::demand_names,
             "What the parts ask of the search, as they are set.");
  module.def(
      "capabilities",
      [](const katachi::PositionHandle& position) {
        return katachi::capabilities_of(*position.position);
      },
      "What the game of a position can tell a search, as parts ask for it.");
}
