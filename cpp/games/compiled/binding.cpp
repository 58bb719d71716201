// Compiled games for Python: the addresses of their functions.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include "bindings/set_up.h"
#include "games/compiled/game.h"
#include "games/compiled/make.h"
#include "games/random.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace katachi {
namespace {

using Addresses = nb::typed<nb::dict, nb::str, std::uintptr_t>;

// Rules are never freed, so a handle is a pointer.
struct RulesHandle {
  const CompiledRules* rules;
};

// The address of a function by its name, null if there is none.
template <class F>
void take(const Addresses& addresses, const char* name, F& function) {
  if (!addresses.contains(name)) return;
  function = reinterpret_cast<F>(nb::cast<std::uintptr_t>(addresses[name]));
}

void take_functions(const Addresses& addresses, CompiledRules& rules) {
  take(addresses, "start", rules.start);
  take(addresses, "play", rules.play);
  take(addresses, "outcome", rules.outcome);
  take(addresses, "legal_moves", rules.legal_moves);
  take(addresses, "step", rules.step);
  take(addresses, "at", rules.at);
  take(addresses, "cell_of", rules.cell_of);
  take(addresses, "winning_moves", rules.winning_moves);
  take(addresses, "score", rules.score);
  take(addresses, "key", rules.key);
  take(addresses, "value", rules.value);
  take(addresses, "set_up", rules.set_up);
}

std::uint64_t salt_of(const std::string& name) {
  std::uint64_t salt = name.size();
  for (const char letter : name) salt = scramble(salt ^ static_cast<unsigned char>(letter));
  return salt;
}

const CompiledPosition& compiled(const PositionHandle& position) {
  const auto* typed = position_as<CompiledPosition>(*position.position);
  if (typed == nullptr) throw std::invalid_argument("this is no position of a compiled game");
  return *typed;
}

// katachi.errors.BrokenGame in place of BrokenRules.
void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const BrokenRules& error) {
    const nb::object kind = nb::module_::import_("katachi.errors").attr("BrokenGame");
    PyErr_SetString(kind.ptr(), error.what());
  }
}

}  // namespace

void CompiledGame::bind(nb::module_& module) {
  nb::register_exception_translator(&translate);
  nb::class_<RulesHandle>(module, "CompiledRules", "The rules of a game that Numba compiled.")
      .def(
          "__init__",
          [](RulesHandle* self, std::string name, const Addresses& addresses,
             const Topology& topology, std::size_t bytes, std::size_t to_move, std::size_t moves,
             std::ptrdiff_t stones, bool moves_stay, bool repeats, bool checked, int longest) {
            CompiledRules rules{.name = std::move(name),
                                .bytes = bytes,
                                .to_move = to_move,
                                .moves = moves,
                                .topology = &topology,
                                .stones = stones,
                                .moves_stay = moves_stay,
                                .repeats = repeats,
                                .checked = checked,
                                .longest = longest};
            rules.salt = salt_of(rules.name);
            take_functions(addresses, rules);
            new (self) RulesHandle{&keep_rules(std::move(rules))};
          },
          "name"_a, "addresses"_a, "topology"_a, nb::kw_only(), "bytes"_a, "to_move"_a, "moves"_a,
          "stones"_a, "moves_stay"_a, "repeats"_a, "checked"_a, "longest"_a,
          "Addresses by the names of the functions, see games/compiled/rules.h. The functions must "
          "live as long as the process.")
      .def(
          "position",
          [](const RulesHandle& self, const SetUpArguments& set_up) {
            return make_handle(set_up,
                               [&](const SetUp* s) { return make_compiled(*self.rules, s); });
          },
          "set_up"_a = nb::none(), "The start, or a set-up.")
      .def(
          "position_of_state",
          [](const RulesHandle& self, const nb::bytes& state, int moves_played) -> PositionHandle {
            const auto* first = reinterpret_cast<const std::byte*>(state.c_str());
            return {make_compiled(*self.rules, {first, state.size()}, moves_played)};
          },
          "state"_a, nb::kw_only(), "moves_played"_a);

  module.def(
      "compiled_state",
      [](const PositionHandle& position) {
        const CompiledPosition& typed = compiled(position);
        return nb::bytes(reinterpret_cast<const char*>(typed.state()), typed.rules().bytes);
      },
      "position"_a, "The bytes of the state of a compiled game.");
}

}  // namespace katachi
