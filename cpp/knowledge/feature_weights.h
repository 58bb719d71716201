// Weights of features together with the features they belong to: strengths of moves of one board.
//
// The strength of a move is the product of the strengths of its levels; with factors (Xiao and
// Mueller 2016) every pair of its levels also multiplies it by exp of the scalar product of their
// rows. Immutable and shared by all searches that use it.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <vector>

#include "features/encoder.h"
#include "knowledge/knowledge.h"

namespace katachi {

template <OnBoard P>
class FeatureKnowledge;

class FeatureWeights {
 public:
  template <class P>
  using Speaking = FeatureKnowledge<P>;

  // weights: natural logarithms [levels]; factors: [levels][factor_count], or empty. Throws
  // std::invalid_argument if the sizes do not fit.
  FeatureWeights(std::shared_ptr<const Encoder> encoder, const std::vector<float>& weights,
                 std::vector<float> factors, std::size_t factor_count);

  [[nodiscard]] const Encoder& encoder() const { return *encoder_; }
  void check(const AskedBoard& board) const {
    if (board.topology == &encoder_->topology()) return;
    throw std::invalid_argument("the knowledge is for another board");
  }
  // The strengths of the levels, [levels].
  [[nodiscard]] const std::vector<float>& gammas() const { return gammas_; }
  [[nodiscard]] bool has_factors() const { return factor_count_ > 0; }

  // Fills strengths [moves]. Thread-safe.
  void strengths(const BoardView& view, std::span<const Move> moves,
                 std::span<float> strengths) const;

 private:
  // ln of what the pairs add; `places` are indices into all levels.
  [[nodiscard]] float interaction(std::span<const std::size_t> places) const;

  // A position encoder that nobody else uses meanwhile.
  [[nodiscard]] std::unique_ptr<PositionEncoder> borrow() const;
  void give_back(std::unique_ptr<PositionEncoder> looking) const;

  std::shared_ptr<const Encoder> encoder_;
  // Idle ones; a lock per position is nothing beside looking at it.
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<PositionEncoder>> idle_;
  std::vector<float> gammas_;
  std::vector<float> factors_;
  std::size_t factor_count_;
};

}  // namespace katachi
