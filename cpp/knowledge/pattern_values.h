// Pattern values: who is ahead, as a sum of weights of the contents of all placements.
//
//   score(s) = sum of weights[stage][content of each placement] + sum of features * weights
// The stage follows from the number of stones. Scores are in hundredths of a point where the values
// were learned from scores, else in thousandths of a natural logit; the probability to win is
// 1 / (1 + exp(-score / spread[stage])). Everything is from the mover's side.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "features/board_bits.h"
#include "features/position_features.h"
#include "knowledge/knowledge.h"
#include "knowledge/pattern_space.h"
#include "knowledge/value.h"

namespace katachi {

class PatternValues {
 public:
  // Weights of features are in 1 / kFine of the unit of scores.
  static constexpr int kFine = 256;
  static constexpr std::size_t kMostLanes = 2048;

  struct Contents {
    std::vector<std::uint8_t> stage_of;         // [cells + 1], by the number of stones
    std::vector<std::int16_t> weights;          // [stages][parameters]
    std::vector<std::int32_t> constants;        // [stages], in the unit of scores
    std::vector<std::uint8_t> features;         // numbers of the features of the game that count
    std::vector<std::int32_t> feature_weights;  // [stages][features], fine
    std::vector<float> spread;                  // [stages]
  };

  // Throws std::invalid_argument if the sizes do not agree.
  PatternValues(std::shared_ptr<const PatternSpace> space, Contents contents);

  [[nodiscard]] const PatternSpace& space() const { return *space_; }
  [[nodiscard]] std::size_t stages() const { return contents_.spread.size(); }
  [[nodiscard]] std::size_t stage_of(std::size_t stones) const {
    return contents_.stage_of[stones];
  }
  // int16 [contents of the space].
  [[nodiscard]] const std::int16_t* weights(std::size_t stage) const {
    return expanded_.data() + stage * space_->contents();
  }
  [[nodiscard]] const std::vector<std::uint8_t>& features() const { return contents_.features; }
  // int32 [features], fine.
  [[nodiscard]] const std::int32_t* feature_weights(std::size_t stage) const {
    return contents_.feature_weights.data() + stage * contents_.features.size();
  }
  [[nodiscard]] std::int32_t constant(std::size_t stage) const {
    return contents_.constants[stage];
  }
  [[nodiscard]] float probability(int score, std::size_t stage) const {
    return 1.0F / (1.0F + std::exp(-static_cast<float>(score) / contents_.spread[stage]));
  }

  struct Judged {
    int score;
    std::size_t stage;
  };
  // Precondition: the position is of the board of the space and the game has the features.
  template <class P>
  [[nodiscard]] Judged judge(const P& position) const {
    std::array<std::uint64_t, kMostBoardWords> own{};
    std::array<std::uint64_t, kMostBoardWords> other{};
    BoardBits<P>::fill(position, own.data(), other.data());
    std::size_t stones = 0;
    for (std::size_t word = 0; word < space_->words(); ++word) {
      stones += static_cast<std::size_t>(std::popcount(own[word] | other[word]));
    }
    const std::size_t stage = stage_of(stones);
    int score = constant(stage) + sum_of_contents(own.data(), other.data(), stage);
    if constexpr (PositionFeatures<P>::kNames.size() > 0) {
      if (!contents_.features.empty()) {
        std::array<int, kMostPositionFeatures> numbers{};
        PositionFeatures<P>::of(position, wanted_, numbers);
        int fine = kFine / 2;
        for (std::size_t i = 0; i < contents_.features.size(); ++i) {
          fine += feature_weights(stage)[i] * numbers[contents_.features[i]];
        }
        score += fine >> 8U;
      }
    }
    return {score, stage};
  }
  // Throws std::invalid_argument if it is for another board, or counts what the game does not know.
  template <class P>
  void check(const AskedBoard& board) const {
    bool fits = board.topology != nullptr &&
                static_cast<std::size_t>(board.topology->cells()) == space_->cells();
    for (const std::uint8_t feature : contents_.features) {
      fits = fits && feature < PositionFeatures<P>::kNames.size();
    }
    if (!fits) throw std::invalid_argument("the values are for another board");
  }

 private:
  [[nodiscard]] int sum_of_contents(const std::uint64_t* own, const std::uint64_t* other,
                                    std::size_t stage) const;

  std::shared_ptr<const PatternSpace> space_;
  Contents contents_;
  PositionNumbers wanted_ = 0;          // of the features
  std::vector<std::int16_t> expanded_;  // [stages][contents]
};

// For leaves of the tree search.
template <class P>
class PatternValueOf final : public PositionValue<P> {
 public:
  explicit PatternValueOf(std::shared_ptr<const PatternValues> values)
      : values_(std::move(values)) {}
  [[nodiscard]] float value(const P& position) const override {
    const auto judged = values_->judge(position);
    return values_->probability(judged.score, judged.stage);
  }

 private:
  std::shared_ptr<const PatternValues> values_;
};

}  // namespace katachi
