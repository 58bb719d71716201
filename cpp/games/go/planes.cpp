#include "games/go/planes.h"

#include <algorithm>
#include <array>

namespace katachi {
namespace {

constexpr std::size_t kKo = 2;
constexpr std::size_t kLiberties = 3;

// Chain after chain: its stones are found by their neighbours, its liberties are counted once.
void fill_liberties(const PlaneFrame& frame) {
  constexpr auto kEmpty = static_cast<std::uint8_t>(Content::empty);
  constexpr std::size_t kDirections = 4;
  const Topology& topology = frame.topology;
  const auto& content = frame.view.content;
  const auto cells = static_cast<std::size_t>(topology.cells());
  std::array<bool, kMaxCells> done{};
  std::array<Cell, kMaxCells> counted;  // the chain that last counted a liberty, by its first stone
  counted.fill(kNoMove);
  std::array<Cell, kMaxCells> stones;
  for (Cell first = 0; first < cells; ++first) {
    if (content[first] == kEmpty || done[first]) continue;
    std::size_t count = 0;
    std::size_t liberties = 0;
    stones[count++] = first;
    done[first] = true;
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t d = 0; d < kDirections; ++d) {
        const Cell next = topology.neighbours(stones[i])[d];
        if (next == topology.off_board()) continue;
        if (content[next] == kEmpty) {
          if (counted[next] != first) ++liberties;
          counted[next] = first;
        } else if (content[next] == content[first] && !done[next]) {
          done[next] = true;
          stones[count++] = next;
        }
      }
    }
    const std::size_t plane = kLiberties + std::clamp<std::size_t>(liberties, 1, 3) - 1;
    for (std::size_t i = 0; i < count; ++i) frame.set(plane, stones[i]);
  }
}

}  // namespace

void fill_go_planes(const PlaneFrame& frame) {
  fill_last_moves(frame);
  if (frame.view.ko < frame.topology.cells()) frame.set(kKo, frame.view.ko);
  fill_liberties(frame);
}

}  // namespace katachi
