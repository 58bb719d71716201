// Numbers that describe a whole position, beside the shapes that lie on it: what a value may be
// learned from. A game's room specialises this for its position types; games without state nothing.
//
//   static constexpr std::array kNames{...};
//   static void of(const P& position, PositionNumbers wanted, std::span<int> numbers);
//
// numbers: [kNames.size()]; only those that are wanted must be filled.
// Numbers are from the mover's side, so that exchanging colours and turn changes none of them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace katachi {

// A set of numbers of features, bit i for number i.
using PositionNumbers = std::uint32_t;
inline constexpr PositionNumbers kAllNumbers = ~PositionNumbers{0};

template <class P>
struct PositionFeatures {
  static constexpr std::array<std::string_view, 0> kNames{};
  static void of(const P& /*position*/, PositionNumbers /*wanted*/, std::span<int> /*numbers*/) {}
};

inline constexpr std::size_t kMostPositionFeatures = 24;

}  // namespace katachi
