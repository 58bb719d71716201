#include "features/stones_around.h"

#include <algorithm>

namespace katachi {
namespace {

using Window = StonesAround::Window;

constexpr Window kUnread = Window{3} << StonesAround::kWindow;
constexpr Window kLast = Window{1} << 63U;

}  // namespace

StonesAround::StonesAround(const BoardParts& parts, bool chains)
    : parts_(parts),
      distances_(parts.distances()),
      status_sets_(parts.topology().grid() == Grid::rhombus ? 16 : 8),
      chains_(chains) {
  if (chains_) seen_.resize(place_.size());
  for (std::size_t i = kWindow; i < alike_.size(); ++i) {
    entries_[i] = {.node = 0, .status = Status::empty, .steps = kNever};
    alike_[i] = kUnread;
  }
}

void StonesAround::begin(Cell move) {
  move_ = move;
  next_ring_ = 0;
  window_rings_ = 0;
  found_ = 0;
  with_.fill(kUnread | kLast);
  with_[0] = kLast;
  set_unread();
  ++look_;
}

void StonesAround::set_unread() {
  const bool all = window_rings_ == kAllRings;
  entries_[kWindow].steps = entries_[kWindow + 1].steps =
      all ? kNever : static_cast<std::uint8_t>(window_rings_);
}

// Few jumps that depend on what stands where: nobody could guess them.
void StonesAround::read(unsigned rings) {
  const auto cells = static_cast<GraphNode>(parts_.topology().cells());
  const Status* const statuses = parts_.statuses();
  const std::uint8_t* const far = distances_.row(move_);
  const unsigned last = std::min(next_ring_ + rings - 1, distances_.longest());
  std::size_t size = 0;
  for (const GraphNode place : distances_.rings(move_, next_ring_, last)) {
    const Status status = statuses[place];
    GraphNode node = place;
    bool is_new = status != Status::empty;
    if (chains_ && is_new && place < cells) {
      node = parts_.head(place);
      is_new = seen_[node] != look_;
      seen_[node] = look_;
    }
    read_[size] = {.node = node, .status = status, .steps = far[place]};
    size += is_new ? 1U : 0U;
  }
  const bool fits = found_ + size <= kWindow && window_rings_ == next_ring_;
  if (!fits && last > next_ring_) {
    if (chains_) {
      for (std::size_t i = 0; i < size; ++i) seen_[read_[i].node] = 0;
    }
    return read(1);
  }
  // By steps, then by status.
  std::array<std::uint16_t, kRings * kSeen + 1> begin{};
  const auto key = [&](const Entry& entry) {
    return (entry.steps - next_ring_) * kSeen + static_cast<std::size_t>(entry.status);
  };
  for (std::size_t i = 0; i < size; ++i) ++begin[key(read_[i]) + 1];
  begin[0] = static_cast<std::uint16_t>(found_);
  for (std::size_t k = 1; k < begin.size(); ++k) {
    begin[k] = static_cast<std::uint16_t>(begin[k] + begin[k - 1]);
  }
  std::array<Window, kRings * kSeen> alike;
  if (fits) {
    std::array<Window, kSeen> of_status{};
    for (std::size_t k = 0; k < alike.size(); ++k) {
      alike[k] = (Window{1} << begin[k + 1]) - (Window{1} << begin[k]);
      of_status[k % kSeen] |= alike[k];
    }
    for (std::size_t set = 1; set < status_sets_; ++set) {
      for (std::size_t s = 0; s < kSeen; ++s) {
        with_[set] |= of_status[s] & -Window{set >> s & 1U};
      }
    }
    for (std::size_t i = 0; i < size; ++i) {
      const Entry& entry = read_[i];
      const std::size_t k = key(entry);
      const std::size_t to = begin[k]++;
      place_[entry.node] = static_cast<std::uint16_t>(to);
      entries_[to] = entry;
      alike_[to] = alike[k];
    }
    window_rings_ = last == distances_.longest() ? kAllRings : last + 1;
    set_unread();
  } else {
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t to = begin[key(read_[i])]++;
      place_[read_[i].node] = static_cast<std::uint16_t>(to);
      entries_[slot(to)] = read_[i];
    }
  }
  found_ += size;
  next_ring_ = last + 1;
}

}  // namespace katachi
