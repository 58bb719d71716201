// The last evaluations of a network, found again by what it looked at.
//
// A key is the planes themselves, bit by bit, so that two positions are never taken for each other.
// A new evaluation takes the place of whatever lay there. Several threads may use it: a look takes
// a fraction of a microsecond, an evaluation dozens.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

namespace katachi {

class EvaluationMemory {
 public:
  using Key = std::vector<std::uint64_t>;

  // Keys of so many words, evaluations of so many numbers.
  EvaluationMemory(std::size_t words, std::size_t numbers) : words_(words), numbers_(numbers) {
    while ((2 * places_) * entry_bytes() <= kBytes) places_ *= 2;
  }

  bool find(const Key& key, std::span<float> found) {
    const std::scoped_lock lock(mutex_);
    if (keys_.empty()) return false;
    const std::size_t place = place_of(key);
    if (!used_[place]) return false;
    if (!std::equal(key.begin(), key.end(), keys_.begin() + at(place * words_))) return false;
    std::copy_n(results_.begin() + at(place * numbers_), numbers_, found.begin());
    return true;
  }

  void keep(const Key& key, std::span<const float> result) {
    const std::scoped_lock lock(mutex_);
    if (keys_.empty()) {
      keys_.resize(places_ * words_);
      results_.resize(places_ * numbers_);
      used_.resize(places_);
    }
    const std::size_t place = place_of(key);
    std::copy(key.begin(), key.end(), keys_.begin() + at(place * words_));
    std::copy(result.begin(), result.end(), results_.begin() + at(place * numbers_));
    used_[place] = true;
  }

 private:
  static constexpr std::size_t kBytes = std::size_t{16} << 20U;

  [[nodiscard]] std::size_t entry_bytes() const {
    return words_ * sizeof(std::uint64_t) + numbers_ * sizeof(float) + 1;
  }
  static std::ptrdiff_t at(std::size_t place) { return static_cast<std::ptrdiff_t>(place); }

  [[nodiscard]] std::size_t place_of(const Key& key) const {
    constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15U;
    std::uint64_t mixed = 0;
    for (const std::uint64_t word : key) {
      mixed = (mixed ^ word) * kOdd;
      mixed ^= mixed >> 29U;
    }
    return static_cast<std::size_t>(mixed >> 20U) & (places_ - 1);
  }

  std::size_t words_;
  std::size_t numbers_;
  std::size_t places_ = 1;  // a power of two
  std::vector<std::uint64_t> keys_;
  std::vector<float> results_;
  std::vector<std::uint8_t> used_;
  std::mutex mutex_;
};

}  // namespace katachi
