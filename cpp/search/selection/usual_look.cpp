#include "search/selection/usual_look.h"

#include <limits>
#include <tuple>
#include <type_traits>

#include "games/compiler.h"
#include "search/selection/logarithm.h"

namespace katachi {

namespace {

// Parts that have a say in the scores (selection/look.h).
template <class Part>
concept Scores = requires(const Part& part, LookAt<kVector>& look) { part.explore(look); } ||
                 requires(const Part& part, LookAt<kVector>& look) { part.mix(look); } ||
                 requires(const Part& part, LookAt<kVector>& look) { part.sum(look); } ||
                 requires(const Part& part, LookAt<kVector>& look) { part.add(look); } ||
                 requires(const Part& part, LookAt<kVector>& look) { part.forbid(look); };

template <class Part>
bool same(const Part& one, const Part& two) {
  return std::apply(
      [&](const auto&... field) { return ((one.*field.member == two.*field.member) && ...); },
      Part::declare().fields);
}

// Whether every part that scores is as in a search without parts, but for the numbers of UCT and
// AMAF that are known here. A new part need not be named: what it changes is not usual.
bool is_usual(const MctsSettings& settings) {
  const SelectionSettings& s = settings.selection;
  MctsSettings known;
  known.selection.exploration = s.exploration;
  known.selection.first_play_urgency = s.first_play_urgency;
  if (s.rave == SelectionSettings::Rave::hand_selected) {
    static_cast<RavePart&>(known.selection) = s;
    known.selection.grave_visits = 0;
  }
  bool usual = s.first_play_urgency >= 0.0F;
  each_part_of(settings, [&]<class Part>(const Part& part) {
    if constexpr (Scores<Part>) {
      each_part_of(known, [&]<class Other>(const Other& other) {
        if constexpr (std::is_same_v<Part, Other>) usual = usual && same(part, other);
      });
    }
  });
  return usual;
}

#ifdef KATACHI_X86

const bool kVectors = uses_avx2();

KATACHI_AVX2_BEGIN

struct Numbers {
  bool amaf, initial;
  float log_parent, exploration, equivalence, untried;
};

// What the children of a node share, in every lane.
struct Shared {
  __m256 log_parent, exploration, equivalence, untried;
};

// The steps of selection.cpp for eight children: begin, explore, mix and sum.
template <bool kAmaf, bool kInitial>
KATACHI_INLINE __m256 score_eight(const Children& c, std::size_t i, const Shared& shared) {
  const __m256 zero = _mm256_setzero_ps();
  const __m256 one = _mm256_set1_ps(1.0F);
  const __m256 tiny = _mm256_set1_ps(1e-9F);
  const __m256i most = _mm256_set1_epi32(std::numeric_limits<std::int32_t>::max());
  const __m256i counted = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(c.visits + i));
  __m256 visits = _mm256_cvtepi32_ps(_mm256_min_epu32(counted, most));
  __m256 value = _mm256_set_m128(_mm256_cvtpd_ps(_mm256_loadu_pd(c.value + i + 4)),
                                 _mm256_cvtpd_ps(_mm256_loadu_pd(c.value + i)));
  if constexpr (kInitial) {
    visits = _mm256_add_ps(visits, _mm256_loadu_ps(c.initial_visits + i));
    value = _mm256_add_ps(value, _mm256_loadu_ps(c.initial_value + i));
  }
  const __m256 mean = _mm256_div_ps(value, _mm256_max_ps(visits, tiny));
  value = _mm256_blendv_ps(shared.untried, mean, _mm256_cmp_ps(visits, zero, _CMP_GT_OQ));
  const __m256 explore =
      _mm256_mul_ps(shared.exploration,
                    _mm256_sqrt_ps(_mm256_div_ps(shared.log_parent, _mm256_max_ps(visits, one))));
  if constexpr (kAmaf) {
    const __m256 amaf_visits = _mm256_loadu_ps(c.amaf_visits + i);
    const __m256 known = _mm256_cmp_ps(amaf_visits, zero, _CMP_GT_OQ);
    const __m256 rate =
        _mm256_div_ps(_mm256_loadu_ps(c.amaf_value + i), _mm256_max_ps(amaf_visits, tiny));
    const __m256 amaf = _mm256_blendv_ps(_mm256_set1_ps(0.5F), rate, known);
    const __m256 share = _mm256_and_ps(
        known, _mm256_div_ps(shared.equivalence, _mm256_add_ps(shared.equivalence, visits)));
    value =
        _mm256_add_ps(_mm256_mul_ps(_mm256_sub_ps(one, share), value), _mm256_mul_ps(share, amaf));
  }
  return _mm256_add_ps(value, explore);
}

// The highest score of every lane so far, and whose it is.
struct Best {
  __m256 score;
  __m256i child;
};

KATACHI_INLINE void offer(Best& best, __m256 score, __m256i child) {
  const __m256 higher = _mm256_cmp_ps(score, best.score, _CMP_GT_OQ);
  best.score = _mm256_blendv_ps(best.score, score, higher);
  best.child = _mm256_blendv_epi8(best.child, child, _mm256_castps_si256(higher));
}

// The first child with the highest score.
KATACHI_INLINE std::uint32_t first_of(const Best& best) {
  __m256 highest = _mm256_max_ps(best.score, _mm256_permute2f128_ps(best.score, best.score, 1));
  highest = _mm256_max_ps(highest, _mm256_shuffle_ps(highest, highest, 0x4e));
  highest = _mm256_max_ps(highest, _mm256_shuffle_ps(highest, highest, 0xb1));
  const __m256i is_highest = _mm256_castps_si256(_mm256_cmp_ps(best.score, highest, _CMP_EQ_OQ));
  const __m256i far = _mm256_set1_epi32(std::numeric_limits<std::int32_t>::max());
  const __m256i children = _mm256_blendv_epi8(far, best.child, is_highest);
  __m128i first =
      _mm_min_epi32(_mm256_castsi256_si128(children), _mm256_extracti128_si256(children, 1));
  first = _mm_min_epi32(first, _mm_shuffle_epi32(first, 0x4e));
  first = _mm_min_epi32(first, _mm_shuffle_epi32(first, 0xb1));
  return static_cast<std::uint32_t>(_mm_cvtsi128_si32(first));
}

template <bool kAmaf, bool kInitial>
std::uint32_t score_all(const Children& children, std::uint32_t count, const Shared& all,
                        float* scores) {
  const Children c = children;
  const Shared shared = all;
  const __m256 never = _mm256_set1_ps(-std::numeric_limits<float>::infinity());
  Best best{.score = never, .child = _mm256_setzero_si256()};
  __m256i child = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const __m256i next = _mm256_set1_epi32(8);
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    const __m256 score = score_eight<kAmaf, kInitial>(c, i, shared);
    _mm256_storeu_ps(scores + i, score);
    offer(best, score, child);
    child = _mm256_add_epi32(child, next);
  }
  if (i < count) {  // nobody asks for what is behind the last one
    const __m256 score = score_eight<kAmaf, kInitial>(c, i, shared);
    _mm256_storeu_ps(scores + i, score);
    const __m256i end = _mm256_set1_epi32(static_cast<std::int32_t>(count));
    const __m256 there = _mm256_castsi256_ps(_mm256_cmpgt_epi32(end, child));
    offer(best, _mm256_blendv_ps(never, score, there), child);
  }
  return first_of(best);
}

std::uint32_t score_with(const Children& children, std::uint32_t count, const Numbers& numbers,
                         float* scores) {
  const Shared shared{.log_parent = _mm256_set1_ps(numbers.log_parent),
                      .exploration = _mm256_set1_ps(numbers.exploration),
                      .equivalence = _mm256_set1_ps(numbers.equivalence),
                      .untried = _mm256_set1_ps(numbers.untried)};
  if (numbers.amaf) {
    return numbers.initial ? score_all<true, true>(children, count, shared, scores)
                           : score_all<true, false>(children, count, shared, scores);
  }
  return numbers.initial ? score_all<false, true>(children, count, shared, scores)
                         : score_all<false, false>(children, count, shared, scores);
}

KATACHI_AVX2_END

#endif

}  // namespace

UsualLook::UsualLook(const MctsSettings& settings, bool initial, float untried)
    : ready_(is_usual(settings)),
      amaf_(settings.selection.rave != SelectionSettings::Rave::none),
      initial_(initial),
      exploration_(settings.selection.exploration),
      equivalence_(settings.selection.rave_equivalence),
      untried_(untried) {
#ifdef KATACHI_X86
  ready_ = ready_ && kVectors;
#else
  ready_ = false;
#endif
}

std::uint32_t UsualLook::score(const Children& children, std::uint32_t count,
                               Siblings::Scores& scores) const {
#ifdef KATACHI_X86
  const Numbers numbers{amaf_,        initial_,     logarithm(*children.parent_visits),
                        exploration_, equivalence_, untried_};
  return score_with(children, count, numbers, scores.data());
#else
  return 0;
#endif
}

}  // namespace katachi
