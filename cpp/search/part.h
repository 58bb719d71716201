// How a part of the search declares itself.
//
// A part is a structure in a file of its own under selection/, expansion/, playout/, backup/ or
// final/. Its members are its parameters, with their defaults; `declare()` says everything else
// once: names, ranges, choices, sources, a sentence each, what the part asks of the search, which
// games it suits and what it needs. The binding, the settings in Python, TOML, the reference page
// and the refusals are made from that. settings.h lists the parts of each phase.
//
//   struct SolverPart {
//     bool solver = false;
//     static constexpr auto declare() {
//       return Declaration{.name = "solver", .sentence = "...", .source = "...",
//                          .fields = std::tuple{flag("solver", &SolverPart::solver, "...")}};
//     }
//     void forbid(Look& look) const;  // what it does, see selection/look.h
//   };
//
// Sources: HAVANNAH (Stankiewicz 2011), SHAPES (Nguyen 2014), FOREST (van Niekerk 2014), AGENTS
// (Hawk 2017), CELLS (Nguyen et al.).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>

namespace katachi {

// What a part asks of the rest of the search. What nobody asks for costs nothing.
enum class Demand : std::uint8_t {
  amaf,        // all-moves-as-first visits and wins of every child
  initial,     // initial visits and wins of every child
  strength,    // the share of the strength of every child, given by knowledge
  properties,  // properties of the board after every move
  proof,       // what is proven of every child
  evaluation,  // the evaluator's value of every child
  history,     // win rates of moves over the whole search
  policy,      // playouts that choose move by move
};
inline constexpr std::array kDemandNames{"amaf",  "initial",    "strength", "properties",
                                         "proof", "evaluation", "history",  "policy"};

// A set of them.
class Demands {
 public:
  constexpr void add(Demand demand) { bits_ |= bit(demand); }
  [[nodiscard]] constexpr bool has(Demand demand) const { return (bits_ & bit(demand)) != 0; }

 private:
  static constexpr unsigned bit(Demand demand) { return 1U << static_cast<unsigned>(demand); }
  unsigned bits_ = 0;
};

// What a game can tell a search: see capabilities.h, which asks the position's type.
enum class Capability : std::uint8_t {
  winning_cells,
  connections,
  chains_and_liberties,
  board_properties,
  transpositions,
  order_of_moves,
};

// One value of a parameter with choices.
template <class E>
struct Choice {
  E value;
  const char* name;
  const char* sentence;
  const char* source = "";
};

struct Range {
  double low;
  double high;
};

// A switch (bool), a number (int, float) or a choice (an enumeration, `choices` not empty).
template <class S, class T, std::size_t kChoices>
struct Field {
  const char* name;
  T S::* member;
  const char* sentence;
  const char* source = "";
  Range range{0.0, 0.0};  // of numbers; both 0: any
  bool infinite = false;  // infinity is allowed beside the range
  std::array<Choice<T>, kChoices> choices{};
};

template <class S>
constexpr Field<S, bool, 0> flag(const char* name, bool S::* member, const char* sentence,
                                 const char* source = "") {
  return {.name = name, .member = member, .sentence = sentence, .source = source};
}

template <class S, class T>
constexpr Field<S, T, 0> number(const char* name, T S::* member, Range range, const char* sentence,
                                const char* source = "") {
  return {.name = name, .member = member, .sentence = sentence, .source = source, .range = range};
}

template <class S>
constexpr Field<S, float, 0> number_or_infinity(const char* name, float S::* member, Range range,
                                                const char* sentence, const char* source = "") {
  auto field = number(name, member, range, sentence, source);
  field.infinite = true;
  return field;
}

template <class S, class E, std::size_t kChoices>
constexpr Field<S, E, kChoices> choice(const char* name, E S::* member, const char* sentence,
                                       const std::array<Choice<E>, kChoices>& choices) {
  return {.name = name, .member = member, .sentence = sentence, .choices = choices};
}

// What is asked of the search while on(part).
template <class S>
struct Asks {
  Demand demand;
  bool (*on)(const S&);
};

// `what` works only if `needs` holds. `what` is a parameter of the part that is on (true, not 0,
// not "none"), or has a value: "ngrams", "base = 'nst'", "base of roulette, softmax". `needs` is
// the same of any part, by its path ("selection.rave", "threads = 1"); or something that the search
// is given: "knowledge", "playout weights", "evaluator"; "no" turns it round, " or " gives
// alternatives. The refusal says "WHAT needs NEEDS", unless `sentence` says it otherwise.
struct Need {
  const char* what = nullptr;
  const char* needs = nullptr;
  const char* sentence = nullptr;
};

// `what`, as above, is for games with a capability.
struct Suits {
  const char* what = nullptr;
  Capability capability{};
};

inline constexpr std::size_t kMostNeeds = 8;

// Unused places of `needs` and `suits` have no `what`.
template <class S, std::size_t kAsks, class... Fields>
struct Declaration {
  const char* name;
  const char* sentence;
  const char* source;
  std::tuple<Fields...> fields;
  std::array<Asks<S>, kAsks> asks;
  std::array<Need, kMostNeeds> needs{};
  std::array<Suits, kMostNeeds> suits{};
};

// Nothing is asked.
template <class S>
inline constexpr std::array<Asks<S>, 0> kAsksNothing{};

// The settings of one phase: those of its parts. The order is the order of parameters, and of parts
// that do something at the same point.
template <class... Parts>
struct Group : Parts... {
  // f.operator()<Part>() for every part.
  template <class F>
  static constexpr void for_each_part(F f) {
    (f.template operator()<Parts>(), ...);
  }
};

// f(part) for the parts of a group that is in use.
template <class G, class F>
constexpr void each_part(const G& group, F f) {
  G::for_each_part([&]<class Part>() { f(static_cast<const Part&>(group)); });
}

// What the parts of a group ask for, as they are set.
template <class G>
constexpr void add_demands(const G& group, Demands& demands) {
  each_part(group, [&]<class Part>(const Part& part) {
    for (const auto& ask : Part::declare().asks) {
      if (ask.on(part)) demands.add(ask.demand);
    }
  });
}

}  // namespace katachi
