#include "search/selection.h"

#include <bit>
#include <limits>

#include "games/compiler.h"

namespace katachi {

// Value and visits, initial ones included (HAVANNAH 3.2); `urgency` without any.
KATACHI_INLINE void begin(Look& look, bool initial, float urgency) {
  const Children& c = look.c;
  auto& visits = look.visits;
  auto& value = look.value;
  // Signed numbers become vectors of floats at once.
  constexpr auto kMost = static_cast<std::uint32_t>(std::numeric_limits<std::int32_t>::max());
  for (std::uint32_t i = 0; i < look.count; ++i) {
    visits[i] = static_cast<float>(static_cast<std::int32_t>(std::min(c.visits[i], kMost)));
  }
  for (std::uint32_t i = 0; i < look.count; ++i) value[i] = static_cast<float>(c.value[i]);
  if (initial) {
    for (std::uint32_t i = 0; i < look.count; ++i) visits[i] += c.initial_visits[i];
    for (std::uint32_t i = 0; i < look.count; ++i) value[i] += c.initial_value[i];
  }
  for (std::uint32_t i = 0; i < look.count; ++i) {
    value[i] = visits[i] > 0.0F ? value[i] / std::max(visits[i], 1e-9F) : urgency;
  }
}

// The first of those with the highest score. Whole numbers with the same order stand for the
// scores: compilers make vector code of their maximum, and not of that of numbers that might be
// NaN.
KATACHI_INLINE std::uint32_t first_best(const Look::Scores& scores, std::uint32_t count) {
  std::array<std::int32_t, Look::kMost> keys;
  std::int32_t highest = std::numeric_limits<std::int32_t>::min();
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto bits = std::bit_cast<std::int32_t>(scores[i] + 0.0F);  // not -0
    keys[i] = bits ^ (bits >> 31 & std::numeric_limits<std::int32_t>::max());
    highest = std::max(highest, keys[i]);
  }
  std::int32_t most_left = 0;  // as a maximum, for the same reason
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::int32_t left = static_cast<std::int32_t>(count - i);
    most_left = std::max(most_left, left & -std::int32_t{keys[i] == highest});
  }
  return count - static_cast<std::uint32_t>(most_left);
}

KATACHI_TWICE
std::uint32_t Selection::score(const Family& family, const Children& children, std::uint32_t count,
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
  return first_best(scores, count);
}

}  // namespace katachi
