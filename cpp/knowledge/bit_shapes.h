// Shapes on a board of at most 64 cells, read from bitboards: a few instructions a shape.
//
// The cells of a reading are gathered from both bitboards (pext); a table turns the gathered bits
// into a sum of powers of three. The level is the sum for the own discs plus twice the sum for the
// other's. Processors without fast gathering use Shapes.
//
// On 8 x 8 the board is turned and mirrored once a position, not the shapes once a move: a move is
// read in that image where it stands on the first cell of its class. All cells of a class then
// share their masks, and the strengths of a shape lie in the order in which bits are gathered, so
// that one table of a few kilobytes serves all shapes. Keeping the level of every reading up to
// date while discs are flipped would touch more of them in a ply (about 27 for each changed cell)
// than there are to read (about three for each legal move).
//
// Shapes of a class come in fours, filled up with shapes of strength 1: no branch to guess wrong.
// Shapes by stage have their strengths once for each stage, one stage after the other.
//
// Cells with several readings (the diagonals), and other boards, keep a table per order of cells:
// the smallest level counts, in the order of the shape.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "features/shapes.h"
#include "features/stages.h"
#include "games/compiler.h"
#include "knowledge/feature_weights.h"

namespace katachi {

class BitShapes {
 public:
  // Null if the features are not one set of absolute shapes with colour symmetry on such a board,
  // by stage or not, if there are factors, or if the processor cannot gather bits.
  static std::unique_ptr<const BitShapes> of(const FeatureWeights& weights);

  // Fills strengths [moves]. `own` and `other`: bit c is cell c.
  void strengths(std::uint64_t own, std::uint64_t other, std::span<const Move> moves,
                 std::span<float> strengths) const;

#ifdef KATACHI_X86
  // The same for a set of cells; fills by_cell [64] there. To be inlined where the processor is
  // known to gather bits.
  KATACHI_AVX2_INLINE void weigh(std::uint64_t own, std::uint64_t other, std::uint64_t cells,
                                 float* by_cell) const {
    const Images owns = mirrored_ ? images_of(own) : Images{own};
    const Images others = mirrored_ ? images_of(other) : Images{other};
    const float* const gammas = gammas_of(own | other);
    for (std::uint64_t rest = cells & ~ordered_cells_; rest != 0; rest &= rest - 1) {
      const auto cell = static_cast<std::size_t>(std::countr_zero(rest));
      const Site& site = sites_[cell];
      const std::uint64_t mine = owns[site.image];
      const std::uint64_t theirs = others[site.image];
      float product = 1.0F;
      const Direct* shape = direct_.data() + site.first_direct;
      for (std::uint32_t block = 0; block < site.direct_blocks; ++block, shape += kBlock) {
        for (std::size_t i = 0; i < kBlock; ++i)
          product *= gamma_of(shape[i], gammas, mine, theirs);
      }
      by_cell[cell] = product;
    }
    for (std::uint64_t rest = cells & ordered_cells_; rest != 0; rest &= rest - 1) {
      const auto cell = static_cast<std::size_t>(std::countr_zero(rest));
      const Site& site = sites_[cell];
      float product = 1.0F;
      for (std::uint32_t s = site.first_ordered; s < site.first_ordered + site.ordered; ++s) {
        const Ordered& shape = ordered_[s];
        std::uint32_t level = ~0U;
        for (std::uint32_t r = shape.readings; r < shape.readings + shape.count; ++r) {
          const Reading& reading = readings_[r];
          const std::uint32_t* const table = sums_.data() + reading.table;
          const std::uint32_t read = table[_pext_u64(owns[reading.image], reading.mask)] +
                                     2 * table[_pext_u64(others[reading.image], reading.mask)];
          level = read < level ? read : level;
        }
        product *= gammas[shape.gammas + level];
      }
      by_cell[cell] = product;
    }
  }
#endif

 private:
  using Images = std::array<std::uint64_t, 8>;
  static constexpr std::size_t kMostCells = 12;  // of a reading: tables of 4096 entries
  static constexpr std::size_t kBlock = 4;

  // Sums of powers of three: bit k of the index stands for 3^k.
  static constexpr auto kThrees = [] {
    std::array<std::uint32_t, 1U << kMostCells> sums{};
    for (std::uint32_t set = 1; set < sums.size(); ++set) {
      sums[set] = (set & 1U) + 3 * sums[set / 2];
    }
    return sums;
  }();

  // A shape in the image of its move; strengths in the order of gathered bits.
  struct Direct {
    std::uint64_t mask = 0;
    std::uint32_t gammas = 0;  // where its levels begin
  };
  struct Reading {
    std::uint64_t mask = 0;
    std::uint32_t image = 0;
    std::uint32_t table = 0;  // where its sums begin
  };
  // A shape with several readings; strengths in the order of its levels.
  struct Ordered {
    std::uint32_t readings = 0;  // where they begin
    std::uint32_t count = 0;
    std::uint32_t gammas = 0;
  };
  // A move: its shapes of one kind or the other.
  struct Site {
    std::uint32_t image = 0;
    std::uint32_t first_direct = 0, direct_blocks = 0;
    std::uint32_t first_ordered = 0, ordered = 0;
  };
  class Builder;

  // Rows of eight bits: left and right exchanged.
  static std::uint64_t mirror(std::uint64_t x) {
    x = ((x >> 1U) & 0x5555555555555555U) | ((x & 0x5555555555555555U) << 1U);
    x = ((x >> 2U) & 0x3333333333333333U) | ((x & 0x3333333333333333U) << 2U);
    return ((x >> 4U) & 0x0F0F0F0F0F0F0F0FU) | ((x & 0x0F0F0F0F0F0F0F0FU) << 4U);
  }
  // Rows and columns exchanged: blocks of 4, 2 and 1 cells change places across the diagonal.
  static std::uint64_t transpose(std::uint64_t x) {
    std::uint64_t t = (x ^ (x >> 28U)) & 0x00000000F0F0F0F0U;
    x ^= t ^ (t << 28U);
    t = (x ^ (x >> 14U)) & 0x0000CCCC0000CCCCU;
    x ^= t ^ (t << 14U);
    t = (x ^ (x >> 7U)) & 0x00AA00AA00AA00AAU;
    return x ^ t ^ (t << 7U);
  }
  // All eight turned and mirrored boards; the first is the board itself.
  static Images images_of(std::uint64_t board) {
    const std::uint64_t turned = transpose(board);
    Images images{board, 0, mirror(board), 0, turned, 0, mirror(turned), 0};
    for (std::size_t i = 0; i < images.size(); i += 2) {
      images[i + 1] = reversed_bytes(images[i]);  // top and bottom exchanged
    }
    return images;
  }
#ifdef KATACHI_X86
  KATACHI_AVX2_INLINE static float gamma_of(const Direct& shape, const float* gammas,
                                            std::uint64_t own, std::uint64_t other) {
    return gammas[shape.gammas + kThrees[_pext_u64(own, shape.mask)] +
                  2 * kThrees[_pext_u64(other, shape.mask)]];
  }
  // The strengths of the stage that a board with these stones is in.
  KATACHI_AVX2_INLINE const float* gammas_of(std::uint64_t stones) const {
    if (stages_ == 1) return gammas_.data();
    const auto count = static_cast<std::uint32_t>(std::popcount(stones));
    return gammas_.data() + stage_of(count, cells_, stages_) * per_stage_;
  }
#endif

  bool mirrored_ = false;            // 8 x 8: all images are needed
  std::uint64_t ordered_cells_ = 0;  // those whose shapes are not direct
  std::vector<Site> sites_;          // by move
  std::vector<Direct> direct_;
  std::vector<Ordered> ordered_;
  std::vector<Reading> readings_;
  std::vector<std::uint32_t> sums_;
  std::uint32_t cells_ = 0;  // of the board
  std::uint32_t stages_ = 1;
  std::size_t per_stage_ = 0;  // strengths of a stage
  std::vector<float> gammas_;  // [stages][per_stage_]
};

}  // namespace katachi
