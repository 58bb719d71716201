// Progressive widening (Coulom 2007): children enter in the order of their strength; the k-th one
// after t(k) visits of the parent, t(k+1) = t(k) + start * growth^(k-1).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "search/part.h"

namespace katachi {

struct WideningPart {
  bool widening = false;
  float widening_start = 40.0F;
  float widening_growth = 1.4F;

  static constexpr auto declare() {
    return Declaration{
        .name = "widening",
        .sentence = "Only the strongest children are looked at first, more of them as visits come.",
        .source = "Coulom 2007; FOREST 2.4",
        .fields =
            std::tuple{
                flag("widening", &WideningPart::widening,
                     "Children enter in the order of their strength.", "FOREST 2.4"),
                number("widening_start", &WideningPart::widening_start, {0, 1e9},
                       "Visits of the parent until its second child enters.", "Coulom 2007"),
                number("widening_growth", &WideningPart::widening_growth, {1, 1e3},
                       "How much longer every further child takes.", "Coulom 2007"),
            },
        .asks = kAsksNothing<WideningPart>,
        .needs = {{{"widening", "knowledge"}}},
    };
  }
};

// The thresholds t(k).
class Widening {
 public:
  Widening(const WideningPart& settings, std::size_t most) : used_(settings.widening) {
    double threshold = 0.0;
    double step = 1.0;  // finite, so that a start of 0 opens all children at once
    for (std::size_t k = 0; k < most; ++k) {
      thresholds_.push_back(threshold);
      threshold += static_cast<double>(settings.widening_start) * step;
      step = std::min(step * static_cast<double>(settings.widening_growth),
                      std::numeric_limits<double>::max());
    }
  }

  // How many children may be looked at after so many visits of the parent.
  [[nodiscard]] std::uint32_t considered(std::uint32_t children, std::uint32_t visits) const {
    if (!used_) return children;
    std::uint32_t open = 1;
    while (open < children && thresholds_[open] <= static_cast<double>(visits)) ++open;
    return open;
  }

 private:
  bool used_;
  std::vector<double> thresholds_;
};

}  // namespace katachi
