// Competitions as flat arrays: positions as contests between teams of feature levels.
//
// A competition is one recorded position; its teams are the candidate moves, one of them was
// chosen; the members of a team are its feature levels. Competitions come in blocks of a few games.
// Inside a block teams are sorted into the groups of the format, so that levels lie in dense
// columns of one, two or four bytes (by the number of levels) without any index, and a block is
// small enough to stay in a processor's second cache while it is worked on. Identical teams of one
// competition are one team with a multiplicity. A 19 x 19 Go position of 250 moves with 10 tactical
// features, a pattern and 16 forest leaves takes at most 250 x (10 + 4 + 32 + 4) bytes, about 12
// KB.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "features/team_format.h"

namespace katachi {

// Levels of one feature for all teams of a group, in the smallest type that holds them.
class Column {
 public:
  explicit Column(std::uint32_t level_count)
      : width_(level_count <= 1U << 8U    ? 1
               : level_count <= 1U << 16U ? 2
                                          : 4) {}

  void push_back(std::uint32_t level) {
    switch (width_) {
      case 1:
        return bytes_.push_back(static_cast<std::uint8_t>(level));
      case 2:
        return words_.push_back(static_cast<std::uint16_t>(level));
      default:
        return longs_.push_back(level);
    }
  }
  void shrink() {
    visit([](auto& levels) { levels.shrink_to_fit(); });
  }
  [[nodiscard]] std::uint32_t at(std::size_t team) const {
    return width_ == 1 ? bytes_[team] : width_ == 2 ? words_[team] : longs_[team];
  }
  [[nodiscard]] std::size_t bytes() const {
    return bytes_.capacity() + 2 * words_.capacity() + 4 * longs_.capacity();
  }

  // Calls with the vector in use.
  template <class Use>
  decltype(auto) visit(Use use) const {
    return width_ == 1 ? use(bytes_) : width_ == 2 ? use(words_) : use(longs_);
  }
  template <class Use>
  void visit(Use use) {
    if (width_ == 1) return use(bytes_);
    if (width_ == 2) return use(words_);
    use(longs_);
  }

 private:
  int width_;
  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint16_t> words_;
  std::vector<std::uint32_t> longs_;
};

struct TeamGroup {
  std::vector<std::uint16_t> competition;   // within the block, ascending
  std::vector<std::uint16_t> multiplicity;  // identical moves
  std::vector<Column> columns;              // in the order of TeamFormat::features(group)

  [[nodiscard]] std::size_t size() const { return competition.size(); }
};

struct TeamBlock {
  // A block ends before it could hold more competitions than a 16-bit number counts.
  static constexpr std::size_t kMaxCompetitions = 1U << 16U;

  struct Chosen {
    std::uint32_t team = 0;  // within its group
    std::uint32_t group = 0;
  };
  std::vector<TeamGroup> groups;
  std::vector<Chosen> chosen;               // by competition
  std::vector<std::uint16_t> moves_played;  // by competition
  std::vector<std::uint16_t> candidates;    // by competition, with multiplicity
  std::vector<std::uint32_t> game;          // by competition: where it comes from

  [[nodiscard]] std::size_t size() const { return chosen.size(); }
  [[nodiscard]] std::size_t bytes() const;
};

class Teams {
 public:
  explicit Teams(std::shared_ptr<const TeamFormat> format) : format_(std::move(format)) {}

  [[nodiscard]] const TeamFormat& format() const { return *format_; }
  [[nodiscard]] const std::shared_ptr<const TeamFormat>& shared_format() const { return format_; }
  [[nodiscard]] const std::vector<TeamBlock>& blocks() const { return blocks_; }

  void push_back(TeamBlock block) { blocks_.push_back(std::move(block)); }
  // Throws std::invalid_argument if the other teams have another format.
  void append(const Teams& other);

  [[nodiscard]] std::size_t competition_count() const;
  [[nodiscard]] std::size_t team_count() const;
  // Levels over all teams.
  [[nodiscard]] std::size_t member_count() const;
  [[nodiscard]] std::size_t bytes() const;

  // Blocks are dealt to this many chunks of neighbours; sums are made within chunks and then over
  // chunks in their order, so that no result depends on the number of threads.
  static constexpr std::size_t kChunks = 16;
  [[nodiscard]] std::span<const TeamBlock> chunk(std::size_t number) const {
    const std::size_t first = chunk_begin(number);
    return std::span(blocks_).subspan(first, chunk_begin(number + 1) - first);
  }
  [[nodiscard]] std::size_t chunk_begin(std::size_t number) const {
    return blocks_.size() * number / kChunks;
  }

  // How often each level belongs to the chosen team (float64 [levels]) and to any (with
  // multiplicity).
  [[nodiscard]] std::vector<double> wins() const;
  [[nodiscard]] std::vector<double> appearances() const;

  // Names the teams and their order; different ones have the same number by accident alone.
  [[nodiscard]] std::uint64_t digest() const;

 private:
  std::shared_ptr<const TeamFormat> format_;
  std::vector<TeamBlock> blocks_;
};

}  // namespace katachi
