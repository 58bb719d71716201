// Which query splits a leaf best: the fourteen quality criteria of FOREST 3.4 (table 3.1).
//
// A candidate has children with wins and losses (moves that were played, and those that were not).
// With d descents, w wins, l losses and r = w / d, of the whole (q) and of each child (c):
//
//   nds   -|0.5 - d_last / d|              last: the child "none" or "no"
//   ds ws ls     -sum |1 / children - x_c / x|,  x = d, w, l
//   eds ews els  -sum x_c / x log2 (x_c / x)
//   wrs   -sum |r_c - r|                   children without descents do not count from here on
//   wls    sum |r_c - r|          wwls   sum d_c |r_c - r|
//   ss    -sum min(r_c / r, (1 - r_c) / (1 - r))      wss   the same times d_c
//   we    max log2 r_c + max log2 (1 - r_c)           wwe   the same times d_c
//
// Suitable: no child takes all descents (all criteria); there are wins and losses (wrs and all
// after it); no child takes all wins (ws, ews) or all losses (ls, els).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace katachi {

enum class Criterion : std::uint8_t {
  nds,
  ds,
  ws,
  ls,
  eds,
  ews,
  els,
  wrs,
  wls,
  wwls,
  ss,
  wss,
  we,
  wwe
};
inline constexpr std::size_t kCriteria = 14;
inline constexpr std::array<std::string_view, kCriteria> kCriterionNames{
    "nds", "ds", "ws", "ls", "eds", "ews", "els", "wrs", "wls", "wwls", "ss", "wss", "we", "wwe"};

// Throws std::invalid_argument.
Criterion criterion_named(std::string_view name);

struct WinsLosses {
  double wins = 0.0, losses = 0.0;

  [[nodiscard]] double descents() const { return wins + losses; }
};

// Whether any query at all may be suitable for so many wins and losses.
bool may_split(Criterion criterion, const WinsLosses& all);
bool is_suitable(Criterion criterion, std::span<const WinsLosses> children);
// Precondition: the query is suitable.
double quality(Criterion criterion, std::span<const WinsLosses> children);

}  // namespace katachi
