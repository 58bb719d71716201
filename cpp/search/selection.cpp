#include "search/selection.h"

#include "games/compiler.h"

namespace katachi {

// Value and visits, initial ones included (HAVANNAH 3.2); `urgency` without any.
KATACHI_INLINE void begin(Look& look, bool initial, float urgency) {
  const Children& c = look.c;
  auto& visits = look.visits;
  auto& value = look.value;
  for (std::uint32_t i = 0; i < look.count; ++i) visits[i] = static_cast<float>(c.visits[i]);
  for (std::uint32_t i = 0; i < look.count; ++i) value[i] = static_cast<float>(c.value[i]);
  if (initial) {
    for (std::uint32_t i = 0; i < look.count; ++i) visits[i] += c.initial_visits[i];
    for (std::uint32_t i = 0; i < look.count; ++i) value[i] += c.initial_value[i];
  }
  for (std::uint32_t i = 0; i < look.count; ++i) {
    value[i] = visits[i] > 0.0F ? value[i] / std::max(visits[i], 1e-9F) : urgency;
  }
}

KATACHI_TWICE
void Selection::score(const Family& family, const Children& children, std::uint32_t count,
                      const View& view, Scores& scores) const {
  const float urgency = settings_.selection.first_play_urgency;
  Look look(family, children, count, view, scores);
  begin(look, initial_, std::isinf(urgency) ? 1.0F : urgency);
  each_part_of(settings_, [&](const auto& part) {
    if constexpr (requires { part.explore(look); }) part.explore(look);
  });
  each_part_of(settings_, [&](const auto& part) {
    if constexpr (requires { part.mix(look); }) part.mix(look);
  });
  each_part_of(settings_, [&](const auto& part) {
    if constexpr (requires { part.sum(look); }) part.sum(look);
  });
  each_part_of(settings_, [&](const auto& part) {
    if constexpr (requires { part.add(look); }) part.add(look);
  });
  each_part_of(settings_, [&](const auto& part) {
    if constexpr (requires { part.forbid(look); }) part.forbid(look);
  });
}

}  // namespace katachi
