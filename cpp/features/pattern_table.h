// A hash table from 64-bit hashes to numbers, for large patterns: open addressing, no removal.
//
// Hashes are taken as they are; two patterns with the same one would be mistaken for each other,
// which for a million patterns happens in one table of 10^7.
#pragma once

#include <cstdint>
#include <vector>

namespace katachi {

class PatternTable {
 public:
  static constexpr std::uint32_t kNone = ~0U;

  PatternTable() : slots_(1U << 10U) {}

  // The number of a hash, or kNone.
  [[nodiscard]] std::uint32_t find(std::uint64_t hash) const {
    for (std::size_t slot = hash & mask();; slot = (slot + 1) & mask()) {
      if (slots_[slot].number == kNone) return kNone;
      if (slots_[slot].hash == hash) return slots_[slot].number;
    }
  }
  // False if the hash is there already. Precondition: number is not kNone.
  bool insert(std::uint64_t hash, std::uint32_t number) {
    if (4 * (size_ + 1) > slots_.size()) grow();
    std::size_t slot = hash & mask();
    for (; slots_[slot].number != kNone; slot = (slot + 1) & mask()) {
      if (slots_[slot].hash == hash) return false;
    }
    slots_[slot] = {.hash = hash, .number = number};
    ++size_;
    return true;
  }
  // Calls with every number, to change it.
  template <class Change>
  void change_all(Change change) {
    for (Slot& slot : slots_) {
      if (slot.number != kNone) slot.number = change(slot.number);
    }
  }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  struct Slot {
    std::uint64_t hash = 0;
    std::uint32_t number = kNone;
  };

  [[nodiscard]] std::size_t mask() const { return slots_.size() - 1; }
  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    size_ = 0;
    for (const Slot& slot : old) {
      if (slot.number != kNone) insert(slot.hash, slot.number);
    }
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace katachi
