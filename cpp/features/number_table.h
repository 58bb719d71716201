// Numbers found by a hash of what they stand for: open addressing, linear probing, no removal.
//
// The table knows hashes and numbers alone; what the numbers stand for stays with its owner, in the
// order in which it was added. Key: how much of the hash is stored, and compared before the owner
// is asked. 64 bits may be taken for the thing itself; 32 bits (fewer bytes a slot) need a `same`
// that looks. kRoom: at least so many slots for each number.
#pragma once

#include <cstdint>
#include <vector>

namespace katachi {

template <class Key, std::size_t kRoom>
class NumberTable {
 public:
  static constexpr std::uint32_t kNone = ~0U;

  NumberTable() : slots_(1U << 10U) {}

  // The number of a hash, or kNone. same(number): whether it stands for what is looked for.
  template <class Same>
  [[nodiscard]] std::uint32_t find(std::uint64_t hash, Same same) const {
    const Key key = static_cast<Key>(hash);
    for (std::size_t slot = key & mask();; slot = (slot + 1) & mask()) {
      if (slots_[slot].number == kNone) return kNone;
      if (slots_[slot].key == key && same(slots_[slot].number)) return slots_[slot].number;
    }
  }
  [[nodiscard]] std::uint32_t find(std::uint64_t hash) const { return find(hash, kAnything); }

  // Adds a number unless there is one already, which is then the result; kNone if it was added.
  // Precondition: number is not kNone.
  template <class Same>
  std::uint32_t insert(std::uint64_t hash, std::uint32_t number, Same same) {
    if (kRoom * (size_ + 1) > slots_.size()) grow();
    const Key key = static_cast<Key>(hash);
    std::size_t slot = key & mask();
    for (; slots_[slot].number != kNone; slot = (slot + 1) & mask()) {
      if (slots_[slot].key == key && same(slots_[slot].number)) return slots_[slot].number;
    }
    slots_[slot] = {.key = key, .number = number};
    ++size_;
    return kNone;
  }
  std::uint32_t insert(std::uint64_t hash, std::uint32_t number) {
    return insert(hash, number, kAnything);
  }

  // Calls with every number, to change it.
  template <class Change>
  void change_all(Change change) {
    for (Slot& slot : slots_) {
      if (slot.number != kNone) slot.number = change(slot.number);
    }
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t bytes() const { return slots_.capacity() * sizeof(Slot); }

 private:
  struct Slot {
    Key key = 0;
    std::uint32_t number = kNone;
  };
  static constexpr auto kAnything = [](std::uint32_t) { return true; };

  [[nodiscard]] std::size_t mask() const { return slots_.size() - 1; }
  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& moved : old) {
      if (moved.number == kNone) continue;
      std::size_t slot = moved.key & mask();
      while (slots_[slot].number != kNone) slot = (slot + 1) & mask();
      slots_[slot] = moved;
    }
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace katachi
