#include "learning/teams.h"

#include <bit>
#include <stdexcept>

namespace katachi {
namespace {

// Multiply and rotate, number by number.
class Digest {
 public:
  void add(std::uint64_t number) {
    value_ = std::rotl((value_ ^ number) * 0x9E37'79B9'7F4A'7C15ULL, 29);
  }
  template <class T>
  void add_all(const std::vector<T>& numbers) {
    add(numbers.size());
    for (const T number : numbers) add(number);
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0x243F'6A88'85A3'08D3ULL;
};

}  // namespace

std::size_t TeamBlock::bytes() const {
  std::size_t total = sizeof(TeamBlock) + chosen.capacity() * sizeof(Chosen) +
                      2 * (moves_played.capacity() + candidates.capacity()) + 4 * game.capacity();
  for (const TeamGroup& group : groups) {
    total += sizeof(TeamGroup) + 2 * (group.competition.capacity() + group.multiplicity.capacity());
    for (const Column& column : group.columns) total += sizeof(Column) + column.bytes();
  }
  return total;
}

void Teams::append(const Teams& other) {
  if (!other.format_->same_as(*format_)) {
    throw std::invalid_argument("the teams belong to different features");
  }
  // A copy first: `other` may be this.
  const std::vector<TeamBlock> added = other.blocks_;
  blocks_.insert(blocks_.end(), added.begin(), added.end());
}

std::size_t Teams::competition_count() const {
  std::size_t total = 0;
  for (const TeamBlock& block : blocks_) total += block.size();
  return total;
}

std::size_t Teams::team_count() const {
  std::size_t total = 0;
  for (const TeamBlock& block : blocks_) {
    for (const TeamGroup& group : block.groups) total += group.size();
  }
  return total;
}

std::size_t Teams::member_count() const {
  std::size_t total = 0;
  for (const TeamBlock& block : blocks_) {
    for (const TeamGroup& group : block.groups) total += group.size() * group.columns.size();
  }
  return total;
}

std::size_t Teams::bytes() const {
  std::size_t total = 0;
  for (const TeamBlock& block : blocks_) total += block.bytes();
  return total;
}

std::vector<double> Teams::wins() const {
  std::vector<double> counts(format_->total_levels());
  for (const TeamBlock& block : blocks_) {
    for (const TeamBlock::Chosen chosen : block.chosen) {
      const auto& features = format_->features(chosen.group);
      for (std::size_t c = 0; c < features.size(); ++c) {
        const std::uint32_t level = block.groups[chosen.group].columns[c].at(chosen.team);
        counts[format_->level_begin(features[c]) + level] += 1.0;
      }
    }
  }
  return counts;
}

std::vector<double> Teams::appearances() const {
  std::vector<double> counts(format_->total_levels());
  for (const TeamBlock& block : blocks_) {
    for (std::size_t g = 0; g < block.groups.size(); ++g) {
      const TeamGroup& group = block.groups[g];
      const auto& features = format_->features(g);
      for (std::size_t c = 0; c < features.size(); ++c) {
        double* const target = counts.data() + format_->level_begin(features[c]);
        group.columns[c].visit([&](const auto& levels) {
          for (std::size_t t = 0; t < levels.size(); ++t) {
            target[levels[t]] += group.multiplicity[t];
          }
        });
      }
    }
  }
  return counts;
}

std::uint64_t Teams::digest() const {
  Digest digest;
  digest.add(format_->total_levels());
  for (const TeamBlock& block : blocks_) {
    digest.add(block.size());
    for (const TeamBlock::Chosen chosen : block.chosen) {
      digest.add(std::uint64_t{chosen.group} << 32U | chosen.team);
    }
    for (const TeamGroup& group : block.groups) {
      digest.add_all(group.competition);
      digest.add_all(group.multiplicity);
      for (const Column& column : group.columns) {
        column.visit([&](const auto& levels) { digest.add_all(levels); });
      }
    }
  }
  return digest.value();
}

}  // namespace katachi
