#include "features/pattern_rings.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "games/random.h"

namespace katachi {
namespace {

constexpr std::uint64_t kCellSalt = 0x6b61'7461'6368'6931;
constexpr std::uint64_t kRingSalt = 0x6b61'7461'6368'6932;

bool is_square(Grid grid) { return grid == Grid::square || grid == Grid::square_eight; }

int size_of(Grid grid, int dx, int dy) {
  const int longer = std::max(std::abs(dx), std::abs(dy));
  const int sum = std::abs(dx) + std::abs(dy);
  if (is_square(grid)) return sum + longer;
  // On a rhombus (1, -1) is a neighbour, on a hexagon (1, 1).
  const int slant = grid == Grid::rhombus ? -1 : 1;
  const bool shorter = dx * dy * slant > 0;
  const int radius = shorter ? longer : sum;
  const bool straight = dx == 0 || dy == 0 || dx == slant * dy;
  return straight ? 2 * radius : 2 * radius - 1;
}

}  // namespace

PatternRings::PatternRings(const Topology& topology, int smallest, int largest)
    : topology_(topology), smallest_(smallest), largest_(largest) {
  const int first = is_square(topology.grid()) ? 3 : 2;
  if (smallest < first || largest < smallest || largest > kLargest) {
    throw std::invalid_argument("sizes of patterns rise from at least " + std::to_string(first) +
                                " to at most " + std::to_string(kLargest) + ", not from " +
                                std::to_string(smallest) + " to " + std::to_string(largest));
  }
  add_steps();
  add_lanes();
  add_places();
  add_keys();
}

void PatternRings::add_steps() {
  for (int size = smallest_; size <= largest_; ++size) {
    for (int dy = -largest_; dy <= largest_; ++dy) {
      for (int dx = -largest_; dx <= largest_; ++dx) {
        if (dx == 0 && dy == 0) continue;
        const int found = size_of(topology_.grid(), dx, dy);
        // The first ring takes all that is inside.
        if (found == size || (size == smallest_ && found < size)) {
          steps_.push_back({.dx = dx, .dy = dy});
        }
      }
    }
    ends_.push_back(steps_.size());
  }
}

void PatternRings::add_lanes() {
  for (const Symmetry& symmetry : topology_.symmetries()) {
    if (symmetry.exchanges_colors) continue;
    const auto image = [&](int x, int y) { return symmetry.image[topology_.cell_at(x, y)]; };
    // Every board has these three cells in its upper left.
    const Cell origin = image(0, 0);
    const Cell down = image(0, 1);
    const Cell right = image(1, 1);
    const Step across{.dx = topology_.x(right) - topology_.x(down),
                      .dy = topology_.y(right) - topology_.y(down)};
    const Step along{.dx = topology_.x(down) - topology_.x(origin),
                     .dy = topology_.y(down) - topology_.y(origin)};
    auto& lane = turned_.emplace_back();
    for (const Step step : steps_) {
      const Step turned{.dx = step.dx * across.dx + step.dy * along.dx,
                        .dy = step.dx * across.dy + step.dy * along.dy};
      const auto found = std::find_if(steps_.begin(), steps_.end(), [&](const Step other) {
        return other.dx == turned.dx && other.dy == turned.dy;
      });
      lane.push_back(static_cast<std::size_t>(found - steps_.begin()));
    }
  }
}

void PatternRings::add_places() {
  int reach = 0;
  for (const Step step : steps_) reach = std::max({reach, std::abs(step.dx), std::abs(step.dy)});
  int span = 0;
  for (Cell cell = 0; cell < topology_.cells(); ++cell) {
    span = std::max({span, topology_.x(cell) + 1, topology_.y(cell) + 1});
  }
  const int width = span + 2 * reach;
  padded_cells_ = static_cast<std::size_t>(width * width);
  for (const Step step : steps_) shifts_.push_back(step.dy * width + step.dx);
  const auto& symmetries = topology_.symmetries();
  const auto exchange = std::find_if(symmetries.begin(), symmetries.end(),
                                     [](const Symmetry& s) { return s.exchanges_colors; });
  for (const Color mover : {Color::black, Color::white}) {
    for (Cell cell = 0; cell < topology_.cells(); ++cell) {
      const bool mirrored = mover == Color::white && exchange != symmetries.end();
      const Cell seen = mirrored ? exchange->image[cell] : cell;
      places_[index_of(mover)].push_back(static_cast<std::uint32_t>(
          (topology_.y(seen) + reach) * width + topology_.x(seen) + reach));
    }
  }
}

void PatternRings::add_keys() {
  keys_.resize(steps_.size() * 4 * lanes());
  for (std::size_t lane = 0; lane < lanes(); ++lane) {
    for (std::size_t place = 0; place < steps_.size(); ++place) {
      for (std::size_t content = 0; content < 4; ++content) {
        // The lane reads this cell where the first lane reads `place`.
        keys_[(turned(lane, place) * 4 + content) * lanes() + lane] =
            zobrist(place * 4 + content, kCellSalt);
      }
    }
  }
  for (std::size_t ring = 0; ring < rings(); ++ring) salts_.push_back(zobrist(ring, kRingSalt));
}

std::vector<std::uint8_t> PatternRings::canonical(std::span<const std::uint8_t> contents) const {
  std::vector<std::uint8_t> best(contents.begin(), contents.end());
  std::vector<std::uint8_t> reading(contents.size());
  for (std::size_t lane = 1; lane < lanes(); ++lane) {
    for (std::size_t place = 0; place < contents.size(); ++place) {
      reading[place] = contents[turned(lane, place)];
    }
    if (reading < best) best = reading;
  }
  return best;
}

}  // namespace katachi
