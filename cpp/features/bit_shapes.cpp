#include "features/bit_shapes.h"

#include <algorithm>
#include <map>
#include <utility>

#include "games/othello_bits.h"

namespace katachi {

#ifdef KATACHI_X86

std::unique_ptr<const BitShapes> BitShapes::of(const LearnedWeights& weights) {
  const Encoder& encoder = weights.encoder();
  if (weights.has_factors() || encoder.sets().size() != 1 || encoder.topology().cells() > 64 ||
      !othello::Avx2::supported()) {
    return nullptr;
  }
  const auto* shapes = dynamic_cast<const Shapes*>(encoder.sets().front().get());
  if (shapes == nullptr || shapes->is_relative() || !shapes->color_symmetry()) return nullptr;
  auto bits = std::make_unique<BitShapes>();
  bits->gammas_ = weights.gammas();
  std::map<std::vector<std::uint32_t>, std::uint32_t> tables;  // to their places in sums_
  for (Move move = 0; move <= encoder.topology().cells(); ++move) {
    bits->begins_.push_back(static_cast<std::uint32_t>(bits->shapes_.size()));
    const auto features = shapes->features_at(move);
    for (std::size_t place = 0; place < features.size(); ++place) {
      const auto all = shapes->readings(Color::black, move, place);
      bits->shapes_.push_back(
          {.readings = static_cast<std::uint32_t>(bits->readings_.size()),
           .count = static_cast<std::uint32_t>(all.size()),
           .gammas = static_cast<std::uint32_t>(encoder.level_begin(features[place]))});
      for (const auto& cells : all) {
        if (cells.size() > kMostCells) return nullptr;
        // Each cell with its power of three: the first of the shape has the highest.
        std::vector<std::pair<Cell, std::uint32_t>> powers;
        std::uint32_t power = 1;
        for (std::size_t i = cells.size(); i-- > 0; power *= 3)
          powers.emplace_back(cells[i], power);
        std::sort(powers.begin(), powers.end());
        std::uint64_t mask = 0;
        for (const auto& [cell, _] : powers) mask |= std::uint64_t{1} << cell;
        std::vector<std::uint32_t> table(std::size_t{1} << powers.size());
        for (std::uint32_t set = 0; set < table.size(); ++set) {
          for (std::size_t i = 0; i < powers.size(); ++i) {
            if (((set >> i) & 1U) != 0) table[set] += powers[i].second;
          }
        }
        // Readings in the same order share a table: fewer tables stay in the cache.
        const auto [known, is_new] =
            tables.try_emplace(table, static_cast<std::uint32_t>(bits->sums_.size()));
        if (is_new) bits->sums_.insert(bits->sums_.end(), table.begin(), table.end());
        bits->readings_.push_back({.mask = mask, .table = known->second});
      }
    }
  }
  bits->begins_.push_back(static_cast<std::uint32_t>(bits->shapes_.size()));
  return bits;
}

KATACHI_AVX2 void BitShapes::strengths(std::uint64_t own, std::uint64_t other,
                                       std::span<const Move> moves,
                                       std::span<float> strengths) const {
  const std::uint32_t* const sums = sums_.data();
  for (std::size_t i = 0; i < moves.size(); ++i) {
    float product = 1.0F;
    for (std::uint32_t s = begins_[moves[i]]; s < begins_[moves[i] + 1U]; ++s) {
      const Shape& shape = shapes_[s];
      std::uint32_t level = ~0U;
      for (std::uint32_t r = shape.readings; r < shape.readings + shape.count; ++r) {
        const Reading& reading = readings_[r];
        const std::uint32_t* const table = sums + reading.table;
        level = std::min(
            level, table[_pext_u64(own, reading.mask)] + 2 * table[_pext_u64(other, reading.mask)]);
      }
      product *= gammas_[shape.gammas + level];
    }
    strengths[i] = product;
  }
}

#else

std::unique_ptr<const BitShapes> BitShapes::of(const LearnedWeights&) { return nullptr; }
void BitShapes::strengths(std::uint64_t, std::uint64_t, std::span<const Move>,
                          std::span<float>) const {}

#endif

}  // namespace katachi
