#include "games/topology.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

namespace katachi {
namespace {

struct Step {
  int dx, dy;
};

constexpr std::array<Step, 4> kSquareSteps{{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}};
constexpr std::array<Step, 8> kEightSteps{
    {{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}}};
// Hex: (x, y) touches (x+1, y-1) and (x-1, y+1). Clockwise from the upper left.
constexpr std::array<Step, 6> kRhombusSteps{{{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}}};
// Hexagon, triangle: (x, y) touches (x+1, y+1) and (x-1, y-1). Clockwise from the upper left.
constexpr std::array<Step, 6> kHexagonSteps{{{-1, -1}, {0, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 0}}};

std::span<const Step> steps_of(Grid grid) {
  switch (grid) {
    case Grid::square:
      return kSquareSteps;
    case Grid::square_eight:
      return kEightSteps;
    case Grid::rhombus:
      return kRhombusSteps;
    case Grid::hexagon:
    case Grid::triangle:
      return kHexagonSteps;
    case Grid::graph:
      return {};
  }
  return {};
}

void require_plan(bool condition, const char* sentence) {
  if (!condition) throw std::invalid_argument(std::string("the board: ") + sentence);
}

void check(const BoardPlan& plan) {
  const std::size_t cells = plan.x.size();
  require_plan(cells > 0 && cells <= kMaxCells, "it has 1 to 361 cells");
  require_plan(plan.y.size() == cells && plan.neighbours.size() == cells,
               "every cell has coordinates and neighbours");
  const auto is_cell = [&](int cell) { return cell >= 0 && cell < static_cast<int>(cells); };
  for (std::size_t cell = 0; cell < cells; ++cell) {
    require_plan(
        plan.x[cell] >= 0 && plan.x[cell] < 1000 && plan.y[cell] >= 0 && plan.y[cell] < 1000,
        "coordinates are 0 to 999");
    for (std::size_t other = 0; other < cell; ++other) {
      require_plan(plan.x[cell] != plan.x[other] || plan.y[cell] != plan.y[other],
                   "two cells have the same coordinates");
    }
    const auto& around = plan.neighbours[cell];
    require_plan(around.size() == plan.neighbours.front().size() &&
                     around.size() <= Topology::kMaxNeighbours,
                 "a cell has at most eight neighbours");
    for (const int next : around) {
      require_plan(next == -1 || (is_cell(next) && next != static_cast<int>(cell)),
                   "a neighbour is no other cell");
    }
  }
  require_plan(plan.sides.size() <= 16 && plan.corners.size() <= plan.sides.size(),
               "it has at most 16 sides, and no more corners than sides");
  for (const auto* groups : {&plan.sides, &plan.corners}) {
    for (const auto& group : *groups) {
      require_plan(std::all_of(group.begin(), group.end(), is_cell), "a side has no such cell");
    }
  }
  require_plan(!plan.symmetries.empty(), "the identity is a symmetry");
  for (const Symmetry& symmetry : plan.symmetries) {
    std::vector<bool> reached(cells);
    for (const Cell cell : symmetry.image) {
      if (cell < cells) reached[cell] = true;
    }
    require_plan(symmetry.image.size() == cells &&
                     std::all_of(reached.begin(), reached.end(), [](bool there) { return there; }),
                 "a symmetry takes every cell to another one");
  }
}

// All of a plan, so that equal plans have equal numbers.
std::vector<int> numbers_of(const BoardPlan& plan) {
  std::vector<int> numbers{static_cast<int>(plan.grid), static_cast<int>(plan.x.size())};
  const auto add = [&](const auto& list) {
    numbers.push_back(static_cast<int>(list.size()));
    numbers.insert(numbers.end(), list.begin(), list.end());
  };
  add(plan.x);
  add(plan.y);
  for (const auto* groups : {&plan.neighbours, &plan.sides, &plan.corners}) {
    numbers.push_back(static_cast<int>(groups->size()));
    for (const auto& group : *groups) add(group);
  }
  for (const Symmetry& symmetry : plan.symmetries) {
    numbers.push_back(symmetry.exchanges_colors ? 1 : 0);
    add(symmetry.image);
  }
  return numbers;
}

}  // namespace

const Topology& Topology::of(Grid grid, int size) {
  static std::mutex mutex;
  static std::map<std::pair<Grid, int>, std::unique_ptr<const Topology>> shared;
  const std::scoped_lock lock(mutex);
  auto& entry = shared[{grid, size}];
  if (!entry) entry.reset(new Topology(grid, size));
  return *entry;
}

const Topology& Topology::of(const BoardPlan& plan) {
  check(plan);
  static std::mutex mutex;
  static std::map<std::vector<int>, std::unique_ptr<const Topology>> shared;
  const std::scoped_lock lock(mutex);
  auto& entry = shared[numbers_of(plan)];
  if (!entry) entry.reset(new Topology(plan));
  return *entry;
}

Topology::Topology(const BoardPlan& plan)
    : grid_(plan.grid), size_(0), x_(plan.x), y_(plan.y), symmetries_(plan.symmetries) {
  span_ = 1 + std::max(*std::max_element(x_.begin(), x_.end()),
                       *std::max_element(y_.begin(), y_.end()));
  size_ = span_;
  index_coordinates();
  directions_ = static_cast<int>(plan.neighbours.front().size());
  neighbours_.resize(x_.size() + 1);
  for (auto& entry : neighbours_) entry.fill(off_board());
  for (std::size_t cell = 0; cell < x_.size(); ++cell) {
    for (std::size_t d = 0; d < plan.neighbours[cell].size(); ++d) {
      const int next = plan.neighbours[cell][d];
      if (next >= 0) neighbours_[cell][d] = static_cast<Cell>(next);
    }
  }
  side_count_ = static_cast<int>(plan.sides.size());
  const auto mark = [&](const std::vector<std::vector<int>>& groups, auto& masks) {
    masks.assign(x_.size(), 0);
    for (std::size_t group = 0; group < groups.size(); ++group) {
      for (const int cell : groups[group]) {
        auto& mask = masks[static_cast<std::size_t>(cell)];
        mask = static_cast<std::uint16_t>(mask | (1U << group));
      }
    }
  };
  mark(plan.sides, sides_);
  mark(plan.corners, corners_);
  if (grid_ == Grid::graph) measure_distances();
  find_orbits();
}

// Breadth first from every cell; cells that nothing joins are as far apart as there are cells.
void Topology::measure_distances() {
  const std::size_t cells = x_.size();
  distances_.assign(cells * cells, static_cast<std::uint16_t>(cells));
  for (std::size_t from = 0; from < cells; ++from) {
    std::uint16_t* const row = distances_.data() + from * cells;
    std::vector<Cell> reached{static_cast<Cell>(from)};
    row[from] = 0;
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (const Cell next : neighbours_[reached[i]]) {
        if (next == off_board() || row[next] != cells) continue;
        row[next] = static_cast<std::uint16_t>(row[reached[i]] + 1);
        reached.push_back(next);
      }
    }
  }
}

Topology::Topology(Grid grid, int size) : grid_(grid), size_(size) {
  add_cells();
  link_neighbours();
  mark_edges();
  add_symmetries();
  find_orbits();
}

void Topology::add_cells() {
  span_ = grid_ == Grid::hexagon ? 2 * size_ - 1 : size_;
  for (int y = 0; y < span_; ++y) {
    for (int x = 0; x < span_; ++x) {
      if (grid_ == Grid::hexagon && std::abs(x - y) > size_ - 1) continue;
      if (grid_ == Grid::triangle && x > y) continue;
      x_.push_back(x);
      y_.push_back(y);
    }
  }
  index_coordinates();
}

void Topology::index_coordinates() {
  by_coordinates_.assign(static_cast<std::size_t>(span_ * span_), off_board());
  for (std::size_t cell = 0; cell < x_.size(); ++cell) {
    by_coordinates_[static_cast<std::size_t>(y_[cell] * span_ + x_[cell])] =
        static_cast<Cell>(cell);
  }
}

Cell Topology::cell_at(int x, int y) const {
  if (x < 0 || y < 0 || x >= span_ || y >= span_) return off_board();
  return by_coordinates_[static_cast<std::size_t>(y * span_ + x)];
}

void Topology::link_neighbours() {
  const auto steps = steps_of(grid_);
  directions_ = static_cast<int>(steps.size());
  neighbours_.resize(x_.size() + 1);
  for (auto& entry : neighbours_) entry.fill(off_board());
  for (std::size_t cell = 0; cell < x_.size(); ++cell) {
    for (std::size_t d = 0; d < steps.size(); ++d) {
      neighbours_[cell][d] = cell_at(x_[cell] + steps[d].dx, y_[cell] + steps[d].dy);
    }
  }
}

void Topology::mark_edges() {
  const int last = span_ - 1;
  side_count_ = grid_ == Grid::hexagon ? 6 : grid_ == Grid::triangle ? 3 : 4;
  sides_.assign(x_.size(), 0);
  corners_.assign(x_.size(), 0);
  for (std::size_t cell = 0; cell < x_.size(); ++cell) {
    const int x = x_[cell];
    const int y = y_[cell];
    // The lines that bound the board.
    std::vector<bool> on;
    if (grid_ == Grid::hexagon) {
      on = {y == 0, x - y == size_ - 1, x == last, y == last, y - x == size_ - 1, x == 0};
    } else if (grid_ == Grid::triangle) {
      on = {x == 0, x == y, y == last};
    } else {
      on = {y == 0, y == last, x == 0, x == last};
    }
    unsigned lines = 0;
    for (std::size_t s = 0; s < on.size(); ++s) lines |= static_cast<unsigned>(on[s]) << s;
    unsigned corner = 0;
    if (grid_ == Grid::hexagon) {
      for (std::size_t s = 0; s < 6; ++s) {
        if (on[s] && on[(s + 1) % 6]) corner |= 1U << s;
      }
      if (corner != 0) lines = 0;
    } else if (grid_ == Grid::triangle) {
      for (std::size_t s = 0; s < 3; ++s) {
        if (on[s] && on[(s + 1) % 3]) corner |= 1U << s;
      }
    } else {
      constexpr std::array<std::array<std::size_t, 2>, 4> kPairs{{{0, 2}, {0, 3}, {1, 2}, {1, 3}}};
      for (std::size_t c = 0; c < 4; ++c) {
        if (on[kPairs[c][0]] && on[kPairs[c][1]]) corner |= 1U << c;
      }
    }
    sides_[cell] = static_cast<std::uint16_t>(lines);
    corners_[cell] = static_cast<std::uint16_t>(corner);
  }
}

int Topology::distance(Cell a, Cell b) const {
  const int dx = x_[a] - x_[b];
  const int dy = y_[a] - y_[b];
  const int longer = std::max(std::abs(dx), std::abs(dy));
  const int sum = std::abs(dx) + std::abs(dy);
  switch (grid_) {
    case Grid::square:
      return sum;
    case Grid::square_eight:
      return longer;
    case Grid::rhombus:  // (1, -1) is one step
      return (dx < 0) == (dy < 0) ? sum : longer;
    case Grid::hexagon:
    case Grid::triangle:  // (1, 1) is one step
      return (dx < 0) != (dy < 0) ? sum : longer;
    case Grid::graph:
      return distances_[a * x_.size() + b];
  }
  return 0;
}

void Topology::add_symmetries() {
  const int last = span_ - 1;
  // Images of (x, y); the group is closed by composing two generators until nothing new appears.
  const auto permutation = [&](auto map) {
    std::vector<Cell> image(x_.size());
    for (std::size_t cell = 0; cell < x_.size(); ++cell) {
      const auto [x, y] = map(x_[cell], y_[cell]);
      image[cell] = cell_at(x, y);
    }
    return image;
  };
  std::vector<Symmetry> generators;
  const auto transpose = permutation([](int x, int y) { return std::pair{y, x}; });
  switch (grid_) {
    case Grid::square:
    case Grid::square_eight:
      generators = {{permutation([&](int x, int y) { return std::pair{last - y, x}; }), false},
                    {transpose, false}};
      break;
    case Grid::rhombus:
      generators = {
          {permutation([&](int x, int y) { return std::pair{last - x, last - y}; }), false},
          {transpose, true}};
      break;
    case Grid::hexagon:
      // A sixth of a turn about the middle takes (1, 0) to (1, 1) to (0, 1).
      generators = {{permutation([&](int x, int y) {
                       const int m = size_ - 1;
                       return std::pair{m + (x - m) - (y - m), m + (x - m)};
                     }),
                     false},
                    {transpose, false}};
      break;
    case Grid::triangle:
      // A third of a turn takes the distances x, y - x, last - y from the sides to the next ones.
      generators = {{permutation([&](int x, int y) { return std::pair{y - x, last - x}; }), false},
                    {permutation([](int x, int y) { return std::pair{y - x, y}; }), false}};
      break;
    case Grid::graph:  // its plan says which
      break;
  }
  std::vector<Cell> identity(x_.size());
  for (std::size_t cell = 0; cell < identity.size(); ++cell)
    identity[cell] = static_cast<Cell>(cell);
  symmetries_.push_back({identity, false});
  for (std::size_t known = 0; known < symmetries_.size(); ++known) {
    for (const auto& generator : generators) {
      Symmetry next;
      next.image.resize(identity.size());
      for (std::size_t cell = 0; cell < identity.size(); ++cell) {
        next.image[cell] = generator.image[symmetries_[known].image[cell]];
      }
      next.exchanges_colors = generator.exchanges_colors != symmetries_[known].exchanges_colors;
      const bool seen = std::any_of(symmetries_.begin(), symmetries_.end(),
                                    [&](const Symmetry& s) { return s.image == next.image; });
      if (!seen) symmetries_.push_back(std::move(next));
    }
  }
}

void Topology::find_orbits() {
  orbits_.resize(x_.size());
  for (std::size_t cell = 0; cell < orbits_.size(); ++cell) {
    Cell smallest = static_cast<Cell>(cell);
    for (const auto& symmetry : symmetries_) {
      if (!symmetry.exchanges_colors) smallest = std::min(smallest, symmetry.image[cell]);
    }
    orbits_[cell] = smallest;
  }
}

}  // namespace katachi
