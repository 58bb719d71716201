// The Python module katachi._core. Bindings check arguments and document; logic lives below.
#include <nanobind/nanobind.h>

#include "bindings/long_call.h"
#include "games/all_positions.h"

namespace nb = nanobind;

void bind_errors();
void bind_topology(nb::module_& module);
void bind_positions(nb::module_& module);
void bind_playouts(nb::module_& module);
void bind_local_patterns(nb::module_& module);
void bind_settings(nb::module_& module);
void bind_budget(nb::module_& module);
void bind_knowledge(nb::module_& module);
void bind_values(nb::module_& module);
void bind_search(nb::module_& module);
void bind_features(nb::module_& module);
void bind_tactics(nb::module_& module);
void bind_learning(nb::module_& module);
void bind_networks(nb::module_& module);
void bind_planes(nb::module_& module);
void bind_large_patterns(nb::module_& module);
void bind_records(nb::module_& module);
void bind_alphabeta(nb::module_& module);
void bind_optimising(nb::module_& module);
void bind_forest(nb::module_& module);

template <class... Games>
void bind_games(katachi::Types<Games...>, nb::module_& module) {
  (Games::bind(module), ...);
}

NB_MODULE(_core, module) {
  module.doc() = "The C++ core of katachi. Private: use the names of the package `katachi`.";
  // A script whose knowledge function, game and search are all its globals forms a cycle that the
  // interpreter does not take apart at exit; nanobind would report it as a leak of ours.
  nb::set_leak_warnings(false);
  bind_errors();
  katachi::bind_long_calls();
  bind_topology(module);
  bind_positions(module);
  bind_playouts(module);
  bind_local_patterns(module);
  bind_settings(module);
  bind_budget(module);
  bind_games(katachi::AllGames{}, module);
  bind_features(module);
  bind_tactics(module);
  bind_learning(module);
  bind_networks(module);
  bind_planes(module);
  bind_large_patterns(module);
  bind_knowledge(module);
  bind_values(module);
  bind_search(module);
  bind_records(module);
  bind_alphabeta(module);
  bind_optimising(module);
  bind_forest(module);
}
