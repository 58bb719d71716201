#include "search/declared_parts.h"

#include <algorithm>
#include <type_traits>

#include "search/capabilities.h"

namespace katachi {
namespace {

template <class T>
std::string kind_of() {
  if (std::is_same_v<T, bool>) return "bool";
  if (std::is_enum_v<T>) return "choice";
  return std::is_integral_v<T> ? "int" : "float";
}

template <class S, class T, std::size_t kChoices>
DeclaredField declared(const Field<S, T, kChoices>& field) {
  DeclaredField found{.name = field.name,
                      .kind = kind_of<T>(),
                      .sentence = field.sentence,
                      .source = field.source,
                      .ranged = field.range.low != 0.0 || field.range.high != 0.0,
                      .low = field.range.low,
                      .high = field.range.high,
                      .infinite = field.infinite,
                      .choices = {}};
  for (const auto& one : field.choices) {
    found.choices.push_back({one.name, one.sentence, one.source});
  }
  return found;
}

template <class Part>
DeclaredPart declared(const char* group) {
  constexpr auto kPart = Part::declare();
  DeclaredPart found{.group = group,
                     .name = kPart.name,
                     .sentence = kPart.sentence,
                     .source = kPart.source,
                     .fields = {},
                     .asks = {},
                     .needs = {},
                     .suits = {}};
  std::apply([&](const auto&... field) { (found.fields.push_back(declared(field)), ...); },
             kPart.fields);
  for (const auto& ask : kPart.asks) {
    found.asks.emplace_back(kDemandNames[static_cast<std::size_t>(ask.demand)]);
  }
  for (const Need& need : kPart.needs) {
    if (need.what == nullptr) continue;
    found.needs.push_back({need.what, need.needs, need.sentence == nullptr ? "" : need.sentence});
  }
  for (const Suits& suits : kPart.suits) {
    if (suits.what == nullptr) continue;
    const CapabilityWords& words = words_of(suits.capability);
    found.suits.push_back({suits.what, words.name, words.sentence});
  }
  return found;
}

}  // namespace

std::vector<std::string> demand_names(const MctsSettings& settings) {
  const Demands demands = demands_of(settings);
  std::vector<std::string> found;
  for (std::size_t i = 0; i < kDemandNames.size(); ++i) {
    if (demands.has(static_cast<Demand>(i))) found.emplace_back(kDemandNames[i]);
  }
  return found;
}

std::vector<DeclaredPart> declared_parts() {
  std::vector<DeclaredPart> found;
  const MctsSettings settings;
  MctsSettings::for_each_group(settings, [&]<class G>(const char* name, const G&) {
    G::for_each_part([&]<class Part>() { found.push_back(declared<Part>(name)); });
  });
  MctsSettings::for_each_part([&]<class Part>() { found.push_back(declared<Part>("")); });
  return found;
}

}  // namespace katachi
