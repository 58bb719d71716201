#include "knowledge/bit_shapes.h"

#include <algorithm>
#include <map>
#include <utility>

#include "features/by_stage.h"

namespace katachi {

#ifdef KATACHI_X86

// Lays the shapes out by move.
class BitShapes::Builder {
 public:
  // `weights` are of `shapes`, or of these by stage.
  Builder(const FeatureWeights& weights, const Shapes& shapes, std::uint32_t stages,
          BitShapes& made)
      : given_(weights.gammas()), encoder_(weights.encoder()), shapes_(shapes), made_(made) {
    made_.stages_ = stages;
    made_.cells_ = static_cast<std::uint32_t>(encoder_.topology().cells());
  }

  // False if a shape has too many cells.
  bool build() {
    const Topology& topology = encoder_.topology();
    places_.push_back({});  // of shapes that fill up: strength 1
    made_.mirrored_ = topology.size() == 8 && topology.cells() == 64;
    for (Move move = 0; move <= topology.cells(); ++move) {
      const auto features = shapes_.features_at(move);
      std::vector<Cells> single;
      for (std::size_t place = 0; place < features.size(); ++place) {
        const auto all = shapes_.readings(Color::black, move, place);
        if (all.front().size() > kMostCells) return false;
        if (all.size() == 1) single.push_back(all.front());
      }
      if (made_.mirrored_ && !features.empty() && single.size() == features.size()) {
        add_direct(move, topology.orbit(move), features, single);
      } else {
        add_ordered(move, features);
      }
    }
    made_.per_stage_ = places_.size();
    for (std::uint32_t stage = 0; stage < made_.stages_; ++stage) {
      for (const Place& place : places_) made_.gammas_.push_back(gamma_at(place, stage));
    }
    return true;
  }

 private:
  using Cells = std::vector<Cell>;
  // A level of a feature, or a strength of 1.
  struct Place {
    std::uint32_t feature = ~0U;
    std::uint32_t level = 0;
  };

  [[nodiscard]] float gamma_at(const Place& place, std::uint32_t stage) const {
    if (place.feature == ~0U) return 1.0F;
    return given_[encoder_.level_begin(place.feature) +
                  std::size_t{stage} * shapes_.level_count(place.feature) + place.level];
  }
  // Where the next strength will lie in its stage.
  [[nodiscard]] std::uint32_t next() const { return static_cast<std::uint32_t>(places_.size()); }

  // Where a cell lies in an image.
  static Cell in_image(std::size_t image, Cell cell) {
    return static_cast<Cell>(std::countr_zero(images_of(std::uint64_t{1} << cell)[image]));
  }

  void add_direct(Move move, Cell first, std::span<const std::uint32_t> features,
                  const std::vector<Cells>& cells) {
    std::uint32_t image = 0;
    while (in_image(image, move) != first) ++image;
    const auto [known, is_new] =
        classes_.try_emplace(first, static_cast<std::uint32_t>(made_.direct_.size()));
    made_.sites_.push_back(
        {.image = image,
         .first_direct = known->second,
         .direct_blocks = static_cast<std::uint32_t>((features.size() + kBlock - 1) / kBlock)});
    if (!is_new) return;
    for (std::size_t place = 0; place < features.size(); ++place) {
      Cells seen;
      for (const Cell cell : cells[place]) seen.push_back(in_image(image, cell));
      const auto [mask, powers] = sorted(seen);
      made_.direct_.push_back({.mask = mask, .gammas = next()});
      // The digits of the place, the lowest gathered bit first, each at its power in the level.
      std::uint32_t levels = 1;
      for (std::size_t i = 0; i < powers.size(); ++i) levels *= 3;
      for (std::uint32_t number = 0; number < levels; ++number) {
        std::uint32_t level = 0;
        std::uint32_t rest = number;
        for (const std::uint32_t power : powers) {
          level += rest % 3 * power;
          rest /= 3;
        }
        places_.push_back({.feature = features[place], .level = level});
      }
    }
    while ((made_.direct_.size() - known->second) % kBlock != 0) made_.direct_.push_back({});
  }

  void add_ordered(Move move, std::span<const std::uint32_t> features) {
    if (move < encoder_.topology().cells()) made_.ordered_cells_ |= std::uint64_t{1} << move;
    made_.sites_.push_back({.first_ordered = static_cast<std::uint32_t>(made_.ordered_.size()),
                            .ordered = static_cast<std::uint32_t>(features.size())});
    for (std::size_t place = 0; place < features.size(); ++place) {
      const auto all = shapes_.readings(Color::black, move, place);
      made_.ordered_.push_back({.readings = static_cast<std::uint32_t>(made_.readings_.size()),
                                .count = static_cast<std::uint32_t>(all.size()),
                                .gammas = ordered_gammas(features[place])});
      for (const Cells& cells : all) {
        std::uint32_t image = 0;
        Cells seen = cells;
        // The smallest list of cells in any image where the move stands first: readings of a class
        // then share masks and tables.
        for (std::uint32_t other = 0; made_.mirrored_ && other < 8; ++other) {
          if (in_image(other, move) != encoder_.topology().orbit(move)) continue;
          Cells turned;
          for (const Cell cell : cells) turned.push_back(in_image(other, cell));
          if (in_image(image, move) != encoder_.topology().orbit(move) || turned < seen) {
            image = other;
            seen = turned;
          }
        }
        const auto [mask, powers] = sorted(seen);
        made_.readings_.push_back({.mask = mask, .image = image, .table = table_of(powers)});
      }
    }
  }

  // The strengths of a feature in the order of its levels, once.
  std::uint32_t ordered_gammas(std::uint32_t feature) {
    const auto [known, is_new] = features_.try_emplace(feature, next());
    for (std::uint32_t level = 0; is_new && level < shapes_.level_count(feature); ++level) {
      places_.push_back({.feature = feature, .level = level});
    }
    return known->second;
  }

  // The cells as a mask, and for each of its bits the power of three: the first cell has the
  // highest.
  static std::pair<std::uint64_t, std::vector<std::uint32_t>> sorted(const Cells& cells) {
    std::vector<std::pair<Cell, std::uint32_t>> pairs;
    std::uint32_t power = 1;
    for (std::size_t i = cells.size(); i-- > 0; power *= 3) pairs.emplace_back(cells[i], power);
    std::sort(pairs.begin(), pairs.end());
    std::pair<std::uint64_t, std::vector<std::uint32_t>> found{0, {}};
    for (const auto& [cell, value] : pairs) {
      found.first |= std::uint64_t{1} << cell;
      found.second.push_back(value);
    }
    return found;
  }

  // Readings in the same order share a table: fewer tables stay in the cache.
  std::uint32_t table_of(const std::vector<std::uint32_t>& powers) {
    const auto [known, is_new] =
        tables_.try_emplace(powers, static_cast<std::uint32_t>(made_.sums_.size()));
    if (!is_new) return known->second;
    for (std::uint32_t set = 0; set < 1U << powers.size(); ++set) {
      std::uint32_t sum = 0;
      for (std::size_t i = 0; i < powers.size(); ++i) {
        if (((set >> i) & 1U) != 0) sum += powers[i];
      }
      made_.sums_.push_back(sum);
    }
    return known->second;
  }

  const std::vector<float>& given_;
  const Encoder& encoder_;
  const Shapes& shapes_;
  BitShapes& made_;
  std::vector<Place> places_;                                   // what lies where in a stage
  std::map<Cell, std::uint32_t> classes_;                       // to their places in direct_
  std::map<std::uint32_t, std::uint32_t> features_;             // to theirs in places_
  std::map<std::vector<std::uint32_t>, std::uint32_t> tables_;  // to their places in sums_
};

std::unique_ptr<const BitShapes> BitShapes::of(const FeatureWeights& weights) {
  const Encoder& encoder = weights.encoder();
  if (weights.has_factors() || encoder.sets().size() != 1 || encoder.topology().cells() > 64 ||
      !uses_avx2()) {
    return nullptr;
  }
  const FeatureSet* features = encoder.sets().front().get();
  const auto* by_stage = dynamic_cast<const ByStage*>(features);
  if (by_stage != nullptr) features = &by_stage->features();
  const auto* shapes = dynamic_cast<const Shapes*>(features);
  if (shapes == nullptr || shapes->is_relative() || !shapes->color_symmetry()) return nullptr;
  auto bits = std::make_unique<BitShapes>();
  const std::uint32_t stages = by_stage == nullptr ? 1 : by_stage->stages();
  if (!Builder(weights, *shapes, stages, *bits).build()) return nullptr;
  return bits;
}

KATACHI_AVX2 void BitShapes::strengths(std::uint64_t own, std::uint64_t other,
                                       std::span<const Move> moves,
                                       std::span<float> strengths) const {
  std::array<float, 64> by_cell;
  std::uint64_t cells = 0;
  for (const Move move : moves) {
    if (move < by_cell.size()) cells |= std::uint64_t{1} << move;
  }
  weigh(own, other, cells, by_cell.data());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    strengths[i] = moves[i] < by_cell.size() ? by_cell[moves[i]] : 1.0F;
  }
}

#else

std::unique_ptr<const BitShapes> BitShapes::of(const FeatureWeights&) { return nullptr; }
void BitShapes::strengths(std::uint64_t, std::uint64_t, std::span<const Move>,
                          std::span<float>) const {}

#endif

}  // namespace katachi
