// Learned values for alpha-beta, and how far a shallow search of them foretells a deep one.
//
// Multi-ProbCut (Buro 1997): score(deep) is about slope * score(shallow) + offset with a standard
// deviation. Where a shallow search says that a deep one would very probably fail, it is left out.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "knowledge/pattern_values.h"

namespace katachi {

struct ProbCut {
  int empties = 0;  // about so many cells are empty
  int shallow = 0;  // plies
  int deep = 0;
  float slope = 1.0F;
  float offset = 0.0F;
  float error = 0.0F;  // standard deviation, in the unit of scores
};

class AlphaBetaValues {
 public:
  static constexpr std::size_t kDepths = 64;

  AlphaBetaValues(std::shared_ptr<const PatternValues> values, std::span<const ProbCut> cuts)
      : values_(std::move(values)), by_empties_(values_->space().cells() + 1) {
    for (std::size_t empties = 0; empties < by_empties_.size(); ++empties) {
      for (const ProbCut& cut : cuts) {
        if (cut.deep <= cut.shallow || static_cast<std::size_t>(cut.deep) >= kDepths) continue;
        auto& known = by_empties_[empties][static_cast<std::size_t>(cut.deep)];
        const auto far = [&](const ProbCut& one) {
          return std::abs(one.empties - static_cast<int>(empties));
        };
        if (known.deep == 0 || far(cut) < far(known)) known = cut;
      }
    }
  }

  [[nodiscard]] const PatternValues& values() const { return *values_; }
  [[nodiscard]] std::shared_ptr<const PatternValues> shared_values() const { return values_; }
  // The nearest by empty cells; `deep` is 0 if there is none.
  [[nodiscard]] const ProbCut& cut(std::size_t empties, std::size_t depth) const {
    return by_empties_[empties][std::min(depth, kDepths - 1)];
  }

 private:
  std::shared_ptr<const PatternValues> values_;
  std::vector<std::array<ProbCut, kDepths>> by_empties_;
};

}  // namespace katachi
