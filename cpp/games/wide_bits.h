// 128 bits as two numbers, for compilers without a 128-bit integer: what bitboards need of one.
//
// Shifts take 0 to 127. A conversion to another number takes the low 64 bits.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace katachi {

class WideBits {
 public:
  constexpr WideBits() = default;
  template <std::integral Number>
  constexpr WideBits(Number value)  // NOLINT(google-explicit-constructor): as a number would
      : low_(static_cast<std::uint64_t>(value)) {}

  template <class Number>
    requires std::is_arithmetic_v<Number>
  explicit constexpr operator Number() const {
    return static_cast<Number>(low_);
  }
  explicit constexpr operator bool() const { return (low_ | high_) != 0; }

  constexpr bool operator==(const WideBits&) const = default;

  friend constexpr WideBits operator|(WideBits a, WideBits b) {
    return {a.low_ | b.low_, a.high_ | b.high_};
  }
  friend constexpr WideBits operator&(WideBits a, WideBits b) {
    return {a.low_ & b.low_, a.high_ & b.high_};
  }
  friend constexpr WideBits operator^(WideBits a, WideBits b) {
    return {a.low_ ^ b.low_, a.high_ ^ b.high_};
  }
  friend constexpr WideBits operator~(WideBits a) { return {~a.low_, ~a.high_}; }
  friend constexpr WideBits operator-(WideBits a, WideBits b) {
    return {a.low_ - b.low_, a.high_ - b.high_ - (a.low_ < b.low_ ? 1U : 0U)};
  }
  template <std::integral Number>
  friend constexpr WideBits operator<<(WideBits a, Number by) {
    if (by == 0) return a;
    if (by >= 64) return {0, a.low_ << (by - 64)};
    return {a.low_ << by, a.high_ << by | a.low_ >> (64 - by)};
  }
  template <std::integral Number>
  friend constexpr WideBits operator>>(WideBits a, Number by) {
    if (by == 0) return a;
    if (by >= 64) return {a.high_ >> (by - 64), 0};
    return {a.low_ >> by | a.high_ << (64 - by), a.high_ >> by};
  }
  constexpr WideBits& operator|=(WideBits other) { return *this = *this | other; }
  constexpr WideBits& operator&=(WideBits other) { return *this = *this & other; }
  constexpr WideBits& operator^=(WideBits other) { return *this = *this ^ other; }

 private:
  constexpr WideBits(std::uint64_t low, std::uint64_t high) : low_(low), high_(high) {}

  std::uint64_t low_ = 0;
  std::uint64_t high_ = 0;
};

static_assert(((WideBits{1} << 100) - 1) >> 63 == (WideBits{1} << 37) - 1);
static_assert((~WideBits{0} << 70 & ~(~WideBits{0} << 71)) == WideBits{1} << 70);
static_assert(static_cast<std::uint64_t>((WideBits{5} << 64) >> 64) == 5 && !WideBits{0});

}  // namespace katachi
