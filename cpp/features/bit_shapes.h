// Shapes on a board of at most 64 cells, read from bitboards: a few instructions a shape.
//
// The cells of a reading are gathered from both bitboards (pext); a table per reading turns the
// gathered bits into the sum of their powers of three, in the order of the shape. The level is the
// sum for the own discs plus twice the sum for the other's. Processors without fast gathering use
// Shapes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "features/learned_weights.h"
#include "features/shapes.h"

namespace katachi {

class BitShapes {
 public:
  // Null if the features are not one set of absolute shapes with colour symmetry on such a board,
  // if there are factors, or if the processor cannot gather bits.
  static std::unique_ptr<const BitShapes> of(const LearnedWeights& weights);

  // Fills strengths [moves]. `own` and `other`: bit c is cell c.
  void strengths(std::uint64_t own, std::uint64_t other, std::span<const Move> moves,
                 std::span<float> strengths) const;

 private:
  static constexpr std::size_t kMostCells = 12;  // of a reading: tables of 4096 entries

  struct Reading {
    std::uint64_t mask = 0;
    std::uint32_t table = 0;  // where its sums begin
  };
  struct Shape {
    std::uint32_t readings = 0;  // where they begin
    std::uint32_t count = 0;
    std::uint32_t gammas = 0;  // where its levels begin
  };

  std::vector<Reading> readings_;
  std::vector<std::uint32_t> sums_;
  std::vector<Shape> shapes_;
  std::vector<std::uint32_t> begins_;  // by move, and one more: its shapes
  std::vector<float> gammas_;
};

}  // namespace katachi
