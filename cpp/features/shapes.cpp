#include "features/shapes.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace katachi {
namespace {

void push_unique(std::vector<std::vector<Cell>>& readings, std::vector<Cell> reading) {
  if (std::find(readings.begin(), readings.end(), reading) == readings.end()) {
    readings.push_back(std::move(reading));
  }
}

// A symmetry without its shift: where it takes steps to the right and down.
struct Turn {
  Offset right, down;

  [[nodiscard]] Offset of(Offset step) const {
    return {.dx = step.dx * right.dx + step.dy * down.dx,
            .dy = step.dx * right.dy + step.dy * down.dy};
  }
};

Turn turn_of(const Topology& topology, const Symmetry& symmetry) {
  const auto step = [&](Cell from, Cell to) {
    const Cell a = symmetry.image[from];
    const Cell b = symmetry.image[to];
    return Offset{.dx = topology.x(b) - topology.x(a), .dy = topology.y(b) - topology.y(a)};
  };
  // Every board has these three cells in its upper left.
  return {.right = step(topology.cell_at(0, 1), topology.cell_at(1, 1)),
          .down = step(topology.cell_at(0, 0), topology.cell_at(0, 1))};
}

}  // namespace

Shapes::Shapes(const Topology& topology, std::uint32_t base, bool color_symmetry)
    : topology_(topology), base_(base), color_symmetry_(color_symmetry) {
  const auto moves = static_cast<std::size_t>(topology.cells()) + 1;
  features_at_.resize(moves);
  for (auto& by_move : readers_) by_move.resize(moves);
  exchanges_ = std::any_of(topology.symmetries().begin(), topology.symmetries().end(),
                           [](const Symmetry& s) { return s.exchanges_colors; });
}

Shapes::Shapes(const Topology& topology, const std::vector<AbsoluteShape>& shapes,
               bool color_symmetry)
    : Shapes(topology, 3, color_symmetry) {
  // White would read at other cells than Black, but features must not depend on the mover.
  if (color_symmetry && exchanges_) {
    throw std::invalid_argument(
        "absolute shapes cannot have colour symmetry on a board whose mirror images exchange "
        "colours");
  }
  const auto on_board = [&](Cell cell) { return cell < topology.cells(); };
  for (const AbsoluteShape& shape : shapes) {
    if (!on_board(shape.target) || !std::all_of(shape.cells.begin(), shape.cells.end(), on_board)) {
      throw std::invalid_argument("a shape has a cell outside the board");
    }
    add_feature(shape.cells.size());
    for (Cell cell = 0; cell < topology.cells(); ++cell) {
      for (const Color mover : {Color::black, Color::white}) {
        std::vector<std::vector<Cell>> readings;
        for (const Symmetry& symmetry : topology.symmetries()) {
          if (symmetry.image[shape.target] != cell || !reads_through(symmetry, mover)) continue;
          std::vector<Cell> reading;
          for (const Cell seen : shape.cells) reading.push_back(symmetry.image[seen]);
          push_unique(readings, std::move(reading));
        }
        add_reader(mover, cell, readings);
      }
    }
  }
}

Shapes::Shapes(const Topology& topology, const std::vector<RelativeShape>& shapes,
               bool color_symmetry)
    : Shapes(topology, 4, color_symmetry) {
  for (const RelativeShape& shape : shapes) {
    add_feature(shape.offsets.size());
    for (Cell cell = 0; cell < topology.cells(); ++cell) {
      for (const Color mover : {Color::black, Color::white}) {
        std::vector<std::vector<Cell>> readings;
        for (const Symmetry& symmetry : topology.symmetries()) {
          if (!reads_through(symmetry, mover)) continue;
          const Turn turn = turn_of(topology, symmetry);
          std::vector<Cell> reading;
          for (const Offset offset : shape.offsets) {
            const Offset turned = turn.of(offset);
            reading.push_back(
                topology.cell_at(topology.x(cell) + turned.dx, topology.y(cell) + turned.dy));
          }
          push_unique(readings, std::move(reading));
        }
        add_reader(mover, cell, readings);
      }
    }
  }
}

bool Shapes::reads_through(const Symmetry& symmetry, Color mover) const {
  const bool exchanged = color_symmetry_ && exchanges_ && mover == Color::white;
  return symmetry.exchanges_colors == exchanged;
}

void Shapes::add_feature(std::size_t length) {
  std::uint64_t levels = color_symmetry_ ? 1 : 2;
  for (std::size_t i = 0; i < length && levels <= kMaxLevels; ++i) levels *= base_;
  if (levels > kMaxLevels) {
    throw std::invalid_argument("a shape of " + std::to_string(length + 1) +
                                " cells has more than " + std::to_string(kMaxLevels) + " levels");
  }
  level_counts_.push_back(static_cast<std::uint32_t>(levels));
}

void Shapes::add_reader(Color mover, Cell cell, const std::vector<std::vector<Cell>>& readings) {
  if (readings.empty()) return;
  Reader reader;
  reader.first = static_cast<std::uint32_t>(cells_.size());
  reader.length = static_cast<std::uint16_t>(readings.front().size());
  reader.readings = static_cast<std::uint16_t>(readings.size());
  for (const auto& reading : readings) cells_.insert(cells_.end(), reading.begin(), reading.end());
  readers_[index_of(mover)][cell].push_back(reader);
  if (mover == Color::black) {
    features_at_[cell].push_back(static_cast<std::uint32_t>(level_counts_.size() - 1));
  }
}

Shapes::Found Shapes::find(const BoardView& view, const Reader& reader) const {
  const bool swapped = !color_symmetry_ && view.to_move == Color::white;
  Found best{.level = ~0U, .first = reader.first};
  std::uint32_t first = reader.first;
  for (unsigned r = 0; r < reader.readings; ++r, first += reader.length) {
    std::uint32_t level = 0;
    for (unsigned i = 0; i < reader.length; ++i) {
      std::uint32_t content = view.content[cells_[first + i]];
      if (swapped && content != 0 && content != 3) content = 3 - content;
      level = level * base_ + content;
    }
    if (level < best.level) best = {.level = level, .first = first};
  }
  return best;
}

void Shapes::levels(const BoardView& view, const Survey*, Move move, std::uint32_t* out) const {
  const auto& readers = readers_[index_of(view.to_move)][move];
  const bool second_half = !color_symmetry_ && view.to_move == Color::white;
  for (std::size_t i = 0; i < readers.size(); ++i) {
    out[i] = find(view, readers[i]).level;
    if (second_half) out[i] += level_counts_[features_at_[move][i]] / 2;
  }
}

std::vector<std::vector<Cell>> Shapes::readings(Color mover, Move move, std::size_t place) const {
  const Reader& reader = readers_[index_of(mover)][move][place];
  std::vector<std::vector<Cell>> all;
  auto begin = cells_.begin() + static_cast<std::ptrdiff_t>(reader.first);
  for (unsigned r = 0; r < reader.readings; ++r, begin += reader.length) {
    all.emplace_back(begin, begin + reader.length);
  }
  return all;
}

std::vector<Cell> Shapes::cells_read(const BoardView& view, Move move, std::size_t place) const {
  const Reader& reader = readers_[index_of(view.to_move)][move][place];
  const std::uint32_t first = find(view, reader).first;
  const auto begin = cells_.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + reader.length};
}

}  // namespace katachi
