// Pattern shapes: sets of cells around a move whose contents are the level (SHAPES 1.4 and 5.1).
//
// An absolute shape names a target cell and the cells it looks at; it serves every cell that a
// symmetry of the board takes the target to, through that symmetry. Where several symmetries do
// (the diagonals of Othello) the smallest of the readings is the level, so that mirror images
// agree. A relative shape is a set of offsets from the move, for boards where patterns travel (Go,
// Hex, Havannah): a cell may then lie outside the board, and all turns and mirror images of the
// shape are read.
//
// Level = the contents of the cells besides the target in the order of the shape, the first cell
// most significant, in base 3 (empty, own, other) or 4 (outside the board too). With colour
// symmetry, the default, contents are the mover's; on boards where a mirror image exchanges the
// goals (Hex) White reads through those mirror images, so that both players speak of their own
// goals. Without it contents are black and white, symmetries that exchange colours are not used,
// and White's levels follow Black's.
#pragma once

#include <array>
#include <vector>

#include "features/feature_set.h"

namespace katachi {

struct Offset {
  int dx = 0, dy = 0;
};

struct AbsoluteShape {
  Cell target = 0;
  std::vector<Cell> cells;  // without the target
};

struct RelativeShape {
  std::vector<Offset> offsets;  // without (0, 0)
};

class Shapes final : public FeatureSet {
 public:
  static constexpr std::uint32_t kMaxLevels = 1U << 24U;

  // Throw std::invalid_argument for cells outside the board, for shapes with too many levels, and
  // for colour symmetry of absolute shapes where mirror images exchange colours.
  Shapes(const Topology& topology, const std::vector<AbsoluteShape>& shapes, bool color_symmetry);
  Shapes(const Topology& topology, const std::vector<RelativeShape>& shapes, bool color_symmetry);

  [[nodiscard]] const Topology& topology() const override { return topology_; }
  [[nodiscard]] std::size_t feature_count() const override { return level_counts_.size(); }
  [[nodiscard]] std::uint32_t level_count(std::size_t feature) const override {
    return level_counts_[feature];
  }
  [[nodiscard]] std::span<const std::uint32_t> features_at(Move move) const override {
    return features_at_[move];
  }
  void levels(const BoardView& view, const Survey*, Move move, std::uint32_t* out) const override;

  [[nodiscard]] bool is_relative() const { return base_ == 4; }
  [[nodiscard]] bool color_symmetry() const { return color_symmetry_; }
  // All ways to read a shape at a move; the level is the smallest of theirs. `place` counts within
  // features_at(move).
  [[nodiscard]] std::vector<std::vector<Cell>> readings(Color mover, Move move,
                                                        std::size_t place) const;
  // The cells behind a level, in the order of the shape.
  [[nodiscard]] std::vector<Cell> cells_read(const BoardView& view, Move move,
                                             std::size_t place) const;

 private:
  // All ways to read one shape at one cell: `readings` times `length` cells from `first` on.
  struct Reader {
    std::uint32_t first = 0;
    std::uint16_t length = 0;
    std::uint16_t readings = 0;
  };
  struct Found {
    std::uint32_t level;
    std::uint32_t first;
  };

  Shapes(const Topology& topology, std::uint32_t base, bool color_symmetry);
  void add_feature(std::size_t length);
  void add_reader(Color mover, Cell cell, const std::vector<std::vector<Cell>>& readings);
  // Which symmetries the player reads through.
  [[nodiscard]] bool reads_through(const Symmetry& symmetry, Color mover) const;
  [[nodiscard]] Found find(const BoardView& view, const Reader& reader) const;

  const Topology& topology_;
  std::uint32_t base_;
  bool color_symmetry_;
  bool exchanges_ = false;  // the board has symmetries that exchange colours
  std::vector<std::uint32_t> level_counts_;
  std::vector<std::vector<std::uint32_t>> features_at_;      // by move
  std::array<std::vector<std::vector<Reader>>, 2> readers_;  // by mover and move
  std::vector<Cell> cells_;
};

}  // namespace katachi
