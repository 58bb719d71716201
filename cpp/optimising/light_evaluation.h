// Light evaluation: how well would other shapes of one class predict the recorded moves?
//
// While one class of moves changes its shapes, everything else stands still: which moves compete,
// the strengths of all other moves, and so the sum R of those strengths in each position. Only the
// moves of the class are looked at, in columns (class_teams.h). A new shape is a few passes over
// such columns; the shapes that did not change are taken from a small cache. Then `loops` passes of
// minorization-maximization (bradley_terry.h) run over the features of the class alone, from
// strength 1, with E = R + strengths of the class: products are multiplied anew from the levels,
// which costs less than keeping them. With stages the level of a shape is its contents in the stage
// of the position (features/by_stage.h).
//
// The value depends on the shapes alone, never on what was asked before, and not on the threads.
// It differs from a fit of all classes together; docs/methods/evolution.md measures by how much.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <vector>

#include "learning/bradley_terry.h"
#include "learning/crew.h"
#include "optimising/class_teams.h"
#include "optimising/shape_frame.h"

namespace katachi {

using ShapePlaces = std::vector<std::uint16_t>;

// Levels of one shape in learning and test positions, numbered by first appearance in learning; 0
// is every level that was never seen there.
struct ShapeColumn {
  ShapePlaces shape;
  std::vector<std::uint32_t> train, test;  // by team
  std::vector<double> wins, appearances;   // by level, in learning positions
};

struct LightSettings {
  int loops = 4;  // SHAPES 5.3.3
  Prior prior;
};

class LightEvaluation {
 public:
  // `train` and `test` must have the same frame.
  LightEvaluation(std::shared_ptr<const ClassTeams> train, std::shared_ptr<const ClassTeams> test,
                  Frame frame, LightSettings settings, int threads);

  // Mean log evidence over all positions.
  struct Value {
    double train = 0.0;  // 0 unless asked for
    double test = 0.0;
  };
  // Precondition: at least one shape; places below frame.places, without repeats; at most
  // Shapes::kMaxLevels levels in all stages. Throws Interrupted.
  Value evaluate(const std::vector<ShapePlaces>& shapes, bool train_too, Interrupt& interrupt);

  // How often each level that appears was there, and was chosen. Throws Interrupted.
  const ShapeColumn& column(const ShapePlaces& shape, Interrupt& interrupt);

  [[nodiscard]] const Frame& frame() const { return frame_; }
  [[nodiscard]] std::uint32_t stages() const { return train_->stages(); }
  // Shapes encoded so far; the rest came from the cache.
  [[nodiscard]] std::size_t encoded() const { return encoded_; }

 private:
  // Fixed parts of the competitions, summed apart and then in order.
  static constexpr std::size_t kLanes = 4;
  static constexpr std::size_t kKept = 16;  // columns in the cache

  void encode(const ClassTeams& teams, const ShapePlaces& shape, std::vector<std::uint32_t>& levels,
              Interrupt& interrupt) const;
  // How many different contents a shape has.
  [[nodiscard]] std::uint32_t contents_of(const ShapePlaces& shape) const;
  // Levels in the order in which they appear in learning positions, and room for their counts.
  void number_levels(ShapeColumn& made) const;
  // Wins and appearances in learning positions.
  void count_levels(ShapeColumn& made) const;
  // All loops of minorization-maximization, from strength 1 into gammas_.
  void fit(const std::vector<const ShapeColumn*>& columns, Interrupt& interrupt);
  // The sums of one feature, all lanes.
  void add_all(const std::vector<const ShapeColumn*>& columns, std::size_t feature,
               Interrupt& interrupt);
  template <int kFeatures>
  void add(const std::vector<const ShapeColumn*>& columns, std::size_t feature, std::size_t lane,
           Interrupt& interrupt);
  double log_evidence(const ClassTeams& teams, const std::vector<const ShapeColumn*>& columns,
                      bool test, Interrupt& interrupt);

  std::shared_ptr<const ClassTeams> train_, test_;
  Frame frame_;
  LightSettings settings_;
  Crew crew_;
  std::list<ShapeColumn> cache_;             // the last asked first
  std::vector<std::vector<double>> gammas_;  // by feature and level
  std::vector<std::vector<double>> sums_;    // by lane; levels of the current feature
  std::size_t encoded_ = 0;
};

}  // namespace katachi
