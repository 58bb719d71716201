#include "search/selection.h"

#include <bit>
#include <limits>

#include "games/compiler.h"

namespace katachi {

// Value and visits, initial ones included (HAVANNAH 3.2); `urgency` without any.
template <class Look>
KATACHI_INLINE void begin(Look& look, bool initial, float urgency) {
  const Children& c = look.c;
  auto& visits = look.visits;
  auto& value = look.value;
  // Signed numbers become vectors of floats at once.
  constexpr auto kMost = static_cast<std::uint32_t>(std::numeric_limits<std::int32_t>::max());
  KATACHI_LANES
  for (std::size_t k = 0; k < Look::kLanes; ++k) {
    const std::uint32_t n = std::min(c.visits[look.first + k], kMost);
    visits[k] = static_cast<float>(static_cast<std::int32_t>(n));
  }
  KATACHI_LANES
  for (std::size_t k = 0; k < Look::kLanes; ++k) {
    value[k] = static_cast<float>(c.value[look.first + k]);
  }
  if (initial) {
    KATACHI_LANES
    for (std::size_t k = 0; k < Look::kLanes; ++k) {
      visits[k] += c.initial_visits[look.first + k];
      value[k] += c.initial_value[look.first + k];
    }
  }
  KATACHI_LANES
  for (std::size_t k = 0; k < Look::kLanes; ++k) {
    value[k] = visits[k] > 0.0F ? value[k] / std::max(visits[k], 1e-9F) : urgency;
  }
}

// The value of a child without visits: below 0 the setting counts from the mean of those that have
// some, from one half where nobody has.
float urgency_of(const Children& c, std::uint32_t count, float setting) {
  if (setting >= 0.0F) return setting;
  double value = 0.0;
  double visits = 0.0;
  for (std::uint32_t i = 0; i < count; ++i) {
    value += c.value[i];
    visits += static_cast<double>(c.visits[i]);
  }
  const double mean = visits > 0.0 ? value / visits : 0.5;
  return std::max(static_cast<float>(mean) + setting, 0.0F);
}

// The first child with the highest score, lane by lane until all have been looked at; no branch,
// for nobody can predict it. Whole numbers with the same order stand for the scores: compilers make
// vector code of their maximum, and not of that of numbers that might be NaN.
class FirstBest {
 public:
  FirstBest() {
    keys_.fill(std::numeric_limits<std::int32_t>::min());
    left_.fill(0);
  }

  // Only the first `count` children of the family count.
  template <class Look>
  KATACHI_INLINE void offer(const Look& look, std::uint32_t count) {
    for (std::size_t at = 0; at < Look::kLanes; at += kVector) {
      offer(look.scores.data() + at, look.first + at, count);
    }
  }

  [[nodiscard]] KATACHI_INLINE std::uint32_t child() const {
    std::int32_t highest = std::numeric_limits<std::int32_t>::min();
    KATACHI_LANES
    for (std::size_t k = 0; k < kVector; ++k) highest = std::max(highest, keys_[k]);
    std::int32_t most_left = 0;
    KATACHI_LANES
    for (std::size_t k = 0; k < kVector; ++k) {
      most_left = std::max(most_left, left_[k] & -std::int32_t{keys_[k] == highest});
    }
    return static_cast<std::uint32_t>(kFar - most_left);
  }

 private:
  static constexpr std::int32_t kFar = Siblings::kMost;  // to the right of all children

  KATACHI_INLINE void offer(const float* scores, std::size_t first, std::uint32_t count) {
    constexpr float kNever = -std::numeric_limits<float>::infinity();
    KATACHI_LANES
    for (std::size_t k = 0; k < kVector; ++k) {
      const auto child = static_cast<std::int32_t>(first + k);
      const float score = child < static_cast<std::int32_t>(count) ? scores[k] : kNever;
      const auto bits = std::bit_cast<std::int32_t>(score + 0.0F);  // not -0
      const std::int32_t key = bits ^ (bits >> 31 & std::numeric_limits<std::int32_t>::max());
      left_[k] = key > keys_[k] ? kFar - child : left_[k];
      keys_[k] = std::max(key, keys_[k]);
    }
  }

  std::array<std::int32_t, kVector> keys_;  // of the best of each lane so far
  std::array<std::int32_t, kVector> left_;  // kFar less the number of that child
};

// All stages for one look after the other, as far as whole looks go; `end` is a number of children.
template <class Look>
KATACHI_INLINE void pass(Look& look, std::size_t end, std::uint32_t count,
                         const MctsSettings& settings, bool initial, float untried,
                         Siblings::Scores& scores, FirstBest& best) {
  for (; look.first + Look::kLanes <= end; look.first += Look::kLanes) {
    begin(look, initial, untried);
    each_part_of(settings, [&](const auto& part) {
      if constexpr (requires { part.explore(look); }) part.explore(look);
    });
    each_part_of(settings, [&](const auto& part) {
      if constexpr (requires { part.mix(look); }) part.mix(look);
    });
    each_part_of(settings, [&](const auto& part) {
      if constexpr (requires { part.sum(look); }) part.sum(look);
    });
    each_part_of(settings, [&](const auto& part) {
      if constexpr (requires { part.add(look); }) part.add(look);
    });
    each_part_of(settings, [&](const auto& part) {
      if constexpr (requires { part.forbid(look); }) part.forbid(look);
    });
    std::copy_n(look.scores.begin(), Look::kLanes, scores.begin() + look.first);
    best.offer(look, count);
  }
}

KATACHI_TWICE
std::uint32_t Selection::score_few(const Family& family, const Children& children,
                                   std::uint32_t count, const View& view, Scores& scores) const {
  FirstBest best;
  const float untried = urgency_of(children, count, untried_);
  LookAt<kVector> look(family, children, view);
  pass(look, whole_vectors(count), count, settings_, initial_, untried, scores, best);
  return best.child();
}

KATACHI_TWICE
std::uint32_t Selection::score_many(const Family& family, const Children& children,
                                    std::uint32_t count, const View& view, Scores& scores) const {
  FirstBest best;
  const float untried = urgency_of(children, count, untried_);
  LookAt<kMany> wide(family, children, view);
  pass(wide, whole_vectors(count), count, settings_, initial_, untried, scores, best);
  LookAt<kVector> look(family, children, view);
  look.first = wide.first;
  pass(look, whole_vectors(count), count, settings_, initial_, untried, scores, best);
  return best.child();
}

}  // namespace katachi
