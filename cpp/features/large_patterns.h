// Large patterns: the largest known pattern around a move is the level of one feature (FOREST 2.4.1
// and 4.3; Coulom 2007).
//
// Patterns are nested (pattern_rings.h) and the set holds, with a pattern, those inside it down to
// the smallest size. So the search for the largest grows ring by ring and ends where nothing is
// known, or where nothing larger is. Level 0, the baseline, means that even the smallest is
// unknown; pass and swap have no level.
//
// As text a set is a tree, one line per pattern, a pattern before the larger ones that contain it:
// its size in base 36, then the contents of its last ring (. empty, x own, o other, # outside).
// Lines stand in ascending order of contents, in which . < x < o < #, and every pattern is the
// first of its images in that order, so that a set has one text. Levels are line numbers.
//
//   3..xx....
//   4....
//   5........
//   4x...
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "features/feature_set.h"
#include "features/pattern_rings.h"
#include "features/pattern_table.h"

namespace katachi {

class LargePatterns final : public FeatureSet {
 public:
  static constexpr std::uint32_t kMostPatterns = (1U << 24U) - 1;

  // Throws std::invalid_argument that names the first line that is wrong.
  LargePatterns(const Topology& topology, int smallest, int largest, std::string_view text);

  [[nodiscard]] const Topology& topology() const override { return rings_.topology(); }
  [[nodiscard]] std::size_t feature_count() const override { return 1; }
  [[nodiscard]] std::uint32_t level_count(std::size_t) const override {
    return static_cast<std::uint32_t>(patterns_.size() + 1);
  }
  [[nodiscard]] bool has_baseline(std::size_t) const override { return true; }
  [[nodiscard]] std::span<const std::uint32_t> features_at(Move move) const override;
  [[nodiscard]] std::unique_ptr<Survey> make_survey() const override;
  void levels(const BoardView& view, const Survey* survey, Move move,
              std::uint32_t* out) const override;

  [[nodiscard]] const PatternRings& rings() const { return rings_; }
  [[nodiscard]] std::string text() const;
  // The contents behind a level, ring by ring with spaces between. Throws std::invalid_argument for
  // level 0 and beyond the last.
  [[nodiscard]] std::string contents(std::uint32_t level) const;
  // The level with these contents or an image of them; 0 if there is none, or if the text is none.
  [[nodiscard]] std::uint32_t level_of(std::string_view contents) const;
  // The size of the pattern behind a level; throws as contents().
  [[nodiscard]] int size(std::uint32_t level) const;

 private:
  struct Pattern {
    std::uint32_t inner = 0;  // level of the next smaller pattern inside, 0 if it is the smallest
    std::uint8_t ring = 0;
  };
  // Marks a number of the table whose pattern lies inside a larger known one.
  static constexpr std::uint32_t kGrows = 1U << 31U;

  template <std::size_t Lanes>
  void read(std::string_view text);
  template <std::size_t Lanes>
  [[nodiscard]] std::uint32_t find(const std::uint8_t* around) const;
  [[nodiscard]] const Pattern& pattern(std::uint32_t level) const;
  void append_ring(std::uint32_t level, std::string& out) const;

  PatternRings rings_;
  std::vector<Pattern> patterns_;         // by level - 1
  std::vector<std::size_t> ring_starts_;  // by level - 1, in contents_
  std::string contents_;                  // last rings, one after another
  PatternTable table_;
};

// How the contents 0 .. 3 of a cell are written.
inline constexpr std::string_view kContentLetters = ".xo#";

// The text of a set from the contents (numbers 0 .. 3, canonical) of all its patterns, in any
// order.
std::string pattern_text(const PatternRings& rings, std::vector<std::string> patterns);

}  // namespace katachi
