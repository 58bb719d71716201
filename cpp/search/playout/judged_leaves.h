// What an evaluator said of positions, for one thread: a leaf is visited several times before it
// gets children, and an evaluator says the same of it each time.
//
// A table by key that keeps the newest; equal keys are taken for equal positions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace katachi {

class JudgedLeaves {
 public:
  // The value under the key, from `judge()` if it is not there.
  template <class Judge>
  float find(std::uint64_t key, Judge judge) {
    Entry& entry = entries_[key % kEntries];
    if (entry.key != key || !entry.known) entry = {key, judge(), true};
    return entry.value;
  }

 private:
  static constexpr std::size_t kEntries = 4096;
  struct Entry {
    std::uint64_t key = 0;
    float value = 0.0F;
    bool known = false;
  };

  std::array<Entry, kEntries> entries_{};
};

}  // namespace katachi
