// Light evaluation: how well would other shapes of one class predict the recorded moves?
//
// While one class of moves changes its shapes, everything else stands still: which moves compete,
// the strengths of all other moves, and so the sum R of those strengths in each position. Only the
// positions with a move of the class and only its moves are kept, sorted by how many there are
// (bundles), with the contents of every place in a column of bytes. A new shape is a few passes
// over such columns; the shapes that did not change are taken from a small cache. Then `loops`
// passes of minorization-maximization (bradley_terry.h) run over the features of the class alone,
// from strength 1, with E = R + strengths of the class: products are multiplied anew from the
// levels, which costs less than keeping them.
//
// The value depends on the shapes alone, never on what was asked before, and not on the threads.
// It differs from a fit of all classes together; docs/methods/evolution.md measures by how much.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <vector>

#include "features/encoder.h"
#include "learning/bradley_terry.h"
#include "learning/crew.h"
#include "learning/evolution_frame.h"
#include "learning/evolution_positions.h"

namespace katachi {

using ShapePlaces = std::vector<std::uint16_t>;

// The moves of one class in many positions, and what of the rest matters to them. Immutable.
class ClassTeams {
 public:
  // Features that stay, with their strengths [levels]. They give the strengths of moves outside the
  // class; those that apply to moves of the class are a fixed factor there. Without an encoder, and
  // for moves without features, that strength is 1.
  struct Others {
    std::shared_ptr<const Encoder> encoder;
    std::vector<double> gammas;
  };

  ClassTeams(const RecordedPositions& positions, const Frame& frame, const Others& others,
             int threads);

  // Competitions with `teams` moves of the class each.
  struct Bundle {
    std::size_t teams = 0;
    std::size_t first_team = 0;
    std::size_t first_competition = 0;
    std::size_t competitions = 0;
  };
  [[nodiscard]] const std::vector<Bundle>& bundles() const { return bundles_; }
  [[nodiscard]] std::size_t team_count() const { return times_.size(); }
  [[nodiscard]] std::size_t competition_count() const { return rest_.size(); }
  // Contents of a place, by team.
  [[nodiscard]] const std::uint8_t* content(std::size_t place) const {
    return content_.data() + place * team_count();
  }
  [[nodiscard]] const float* times() const { return times_.data(); }    // chosen, by team
  [[nodiscard]] const float* weight() const { return weight_.data(); }  // by competition
  [[nodiscard]] const double* rest() const { return rest_.data(); }     // R, by competition
  // A fixed factor of each team's strength, by team; empty if all are 1.
  [[nodiscard]] const std::vector<double>& factor() const { return factor_; }
  // What no shape of the class changes: terms of positions without it, and the logarithms of chosen
  // moves of other classes.
  [[nodiscard]] double fixed_log_evidence() const { return fixed_; }
  // All positions, repeats counted, also those without the class.
  [[nodiscard]] double total() const { return total_; }
  [[nodiscard]] std::size_t bytes() const;

 private:
  std::vector<Bundle> bundles_;
  std::vector<std::uint8_t> content_;
  std::vector<float> times_, weight_;
  std::vector<double> rest_, factor_;
  double fixed_ = 0.0;
  double total_ = 0.0;
};

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
  // Shapes::kMaxLevels levels.
  Value evaluate(const std::vector<ShapePlaces>& shapes, bool train_too);

  // How often each level that appears was there, and was chosen.
  const ShapeColumn& column(const ShapePlaces& shape);

  [[nodiscard]] const Frame& frame() const { return frame_; }
  // Shapes encoded so far; the rest came from the cache.
  [[nodiscard]] std::size_t encoded() const { return encoded_; }

 private:
  // Fixed parts of the competitions, summed apart and then in order.
  static constexpr std::size_t kLanes = 4;
  static constexpr std::size_t kKept = 16;  // columns in the cache

  void encode(const ClassTeams& teams, const ShapePlaces& shape,
              std::vector<std::uint32_t>& levels) const;
  template <int kFeatures>
  void add(const std::vector<const ShapeColumn*>& columns, std::size_t feature, std::size_t lane);
  double log_evidence(const ClassTeams& teams, const std::vector<const ShapeColumn*>& columns,
                      bool test);

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
