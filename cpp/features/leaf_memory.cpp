#include "features/leaf_memory.h"

#include <algorithm>

#include "games/compiler.h"

namespace katachi {
namespace {

constexpr std::uint8_t kFar = 0xff;

// Loops over all cells; plain pointers and numbers, so that they become vectors.

KATACHI_TWICE
std::size_t count_differences(const std::uint8_t* a, const std::uint8_t* b, std::size_t size) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < size; ++i) count += a[i] != b[i] ? 1U : 0U;
  return count;
}

KATACHI_TWICE
void take_nearer(std::uint8_t* near, const std::uint8_t* steps, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) near[i] = steps[i] < near[i] ? steps[i] : near[i];
}

// Marks where something that was looked at is as near as it was looked for.
KATACHI_TWICE
void mark_near(std::uint8_t* untrue, const std::uint8_t* near, const std::uint8_t* steps,
               std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    untrue[i] = static_cast<std::uint8_t>(untrue[i] | (near[i] <= steps[i] ? 1U : 0U));
  }
}

}  // namespace

LeafMemory::LeafMemory(const BoardParts& parts, const std::vector<DecisionTree>& trees)
    : parts_(parts), cells_(static_cast<std::size_t>(parts.topology().cells())) {
  for (const DecisionTree& tree : trees) asks_regions_.push_back(!is_stone_graph(tree.system()));
  const std::size_t places = trees.size() * cells_;
  for (auto& slots : slots_) {
    for (Slot& slot : slots) {
      slot.leaf.assign(places, kUnknown);
      for (auto& steps : slot.steps) steps.assign(places, 0);
      slot.attributes.assign(places, 0);
      slot.least.assign(places, 0);
      slot.most.assign(places, 0);
    }
  }
}

void LeafMemory::take(Color to_move) {
  choose_slot(slots_[to_move == Color::white ? 1 : 0]);
  if (slot_->taken != 0) {
    find_changes(slot_->cells);
    forget_changed(*slot_);
  }
  slot_->taken = ++now_;
  remember(slot_->cells);
}

// The nearest position is copied over the oldest.
void LeafMemory::choose_slot(std::array<Slot, kSlots>& slots) {
  Slot* oldest = slots.data();
  Slot* nearest = nullptr;
  std::size_t least = cells_ + 1;
  for (Slot& slot : slots) {
    if (slot.taken < oldest->taken) oldest = &slot;
    if (slot.taken == 0) continue;
    const std::size_t here = difference(slot.cells);
    if (here >= least) continue;
    least = here;
    nearest = &slot;
  }
  if (nearest != nullptr && nearest != oldest) *oldest = *nearest;
  slot_ = oldest;
}

std::size_t LeafMemory::difference(const Cells& before) const {
  return count_differences(reinterpret_cast<const std::uint8_t*>(parts_.statuses()),
                           reinterpret_cast<const std::uint8_t*>(before.status.data()), cells_);
}

void LeafMemory::keep(std::size_t tree, Cell move, std::uint32_t leaf, const Horizon& horizon) {
  const std::size_t at = tree * cells_ + move;
  slot_->leaf[at] = leaf;
  for (std::size_t k = 0; k < Horizon::kKinds; ++k) {
    slot_->steps[k][at] = static_cast<std::uint8_t>(std::min<unsigned>(horizon.steps[k], kFar));
  }
  slot_->attributes[at] = static_cast<std::uint8_t>(std::min<unsigned>(horizon.attributes, kFar));
  slot_->least[at] = static_cast<std::uint16_t>(horizon.least);
  slot_->most[at] = static_cast<std::uint16_t>(horizon.most);
}

void LeafMemory::spread(Cell from, Steps& near) const {
  take_nearer(near.data(), parts_.distances().row(from), cells_);
}

void LeafMemory::find_changes(const Cells& before) {
  for (Steps& near : near_) near.fill(kFar);
  near_attributes_.fill(kFar);
  for (std::size_t i = 0; i < cells_; ++i) {
    const auto cell = static_cast<Cell>(i);
    if (parts_.status(cell) != before.status[i]) {
      for (std::size_t k = 0; k < Horizon::kKinds; ++k) {
        const Status kind = Horizon::kStatusOf[k];
        if (parts_.status(cell) == kind || before.status[i] == kind) spread(cell, near_[k]);
      }
    } else if (is_stone(parts_.status(cell)) && (parts_.size(cell) != before.size[i] ||
                                                 parts_.liberties(cell) != before.liberties[i])) {
      spread(cell, near_attributes_);
    }
  }
  near_region_.fill(kFar);
  if (std::find(asks_regions_.begin(), asks_regions_.end(), true) != asks_regions_.end()) {
    find_changed_regions(before);
  }
}

// Whether two cells are in one region changes when regions are split or joined. What was joined has
// changed everywhere; of what was split it is enough to mark all parts but the first, for two cells
// that were parted are not both in that.
void LeafMemory::find_changed_regions(const Cells& before) {
  constexpr Cell kNone = kMaxCells;
  std::array<Cell, kMaxCells> now_of, before_of;  // by the head of the region then, and now
  std::array<bool, kMaxCells> broken{};           // by the head of the region now
  now_of.fill(kNone);
  before_of.fill(kNone);
  const auto is_empty_still = [&](std::size_t i) {
    return !is_stone(parts_.status(static_cast<Cell>(i))) && !is_stone(before.status[i]);
  };
  for (std::size_t i = 0; i < cells_; ++i) {
    if (!is_empty_still(i)) continue;
    const Cell now = parts_.head(static_cast<Cell>(i));
    const Cell then = before.head[i];
    if (now_of[then] == kNone) now_of[then] = now;
    if (before_of[now] == kNone) before_of[now] = then;
    if (now_of[then] != now || before_of[now] != then) broken[now] = true;
  }
  for (std::size_t i = 0; i < cells_; ++i) {
    const auto cell = static_cast<Cell>(i);
    if (is_empty_still(i) && broken[parts_.head(cell)]) spread(cell, near_region_);
  }
}

void LeafMemory::forget_changed(Slot& slot) const {
  // Attributes matter nearer than `attributes`: as if what changed were a step further.
  Steps attributes_from = near_attributes_;
  for (std::uint8_t& steps : attributes_from)
    steps = steps == kFar ? kFar : static_cast<std::uint8_t>(steps + 1);
  for (std::size_t tree = 0; tree < asks_regions_.size(); ++tree) {
    const std::size_t begin = tree * cells_;
    Steps untrue{};
    for (std::size_t k = 0; k < Horizon::kKinds; ++k) {
      mark_near(untrue.data(), near_[k].data(), &slot.steps[k][begin], cells_);
    }
    mark_near(untrue.data(), attributes_from.data(), &slot.attributes[begin], cells_);
    if (asks_regions_[tree]) {
      for (std::size_t k = 0; k < Horizon::kKinds; ++k) {
        mark_near(untrue.data(), near_region_.data(), &slot.steps[k][begin], cells_);
      }
      const std::uint16_t* least = &slot.least[begin];
      const std::uint16_t* most = &slot.most[begin];
      for (std::size_t i = 0; i < cells_; ++i) {
        const unsigned size = parts_.size(static_cast<Cell>(i));
        untrue[i] |= size < least[i] || size > most[i] ? 1U : 0U;
      }
    }
    std::uint32_t* leaf = &slot.leaf[begin];
    for (std::size_t i = 0; i < cells_; ++i) leaf[i] = untrue[i] != 0 ? kUnknown : leaf[i];
  }
}

void LeafMemory::remember(Cells& cells) const {
  for (std::size_t i = 0; i < cells_; ++i) {
    const auto cell = static_cast<Cell>(i);
    cells.status[i] = parts_.status(cell);
    cells.head[i] = parts_.head(cell);
    cells.size[i] = static_cast<std::uint16_t>(parts_.size(cell));
    cells.liberties[i] = static_cast<std::uint16_t>(parts_.liberties(cell));
  }
}

}  // namespace katachi
