// Logarithms of numbers of visits, which every look at the children of a node needs one of: small
// ones, and nearly all are small, come from a table. Both ways give the same float.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace katachi {

using Logarithms = std::array<float, 4096>;

inline Logarithms small_logarithms() noexcept {
  Logarithms table{};
  for (std::size_t n = 1; n < table.size(); ++n) table[n] = std::log(static_cast<float>(n));
  return table;
}
inline const Logarithms kLogarithms = small_logarithms();

// The natural logarithm of a number of visits; of none as of one.
inline float logarithm(std::uint32_t visits) {
  return visits < kLogarithms.size() ? kLogarithms[visits] : std::log(static_cast<float>(visits));
}

}  // namespace katachi
