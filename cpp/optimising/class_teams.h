// The moves of one class in recorded positions, laid out for many light evaluations.
//
// Only the positions with a move of the class and only its moves are kept, sorted by how many there
// are (bundles), with the contents of every place in a column of bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "features/encoder.h"
#include "optimising/recorded_positions.h"
#include "optimising/shape_frame.h"

namespace katachi {

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

  // With `stages` above 1 the levels of shapes are apart in every stage (features/by_stage.h).
  // Throws Interrupted.
  ClassTeams(const RecordedPositions& positions, const Frame& frame, const Others& others,
             std::uint32_t stages, int threads, Interrupt& interrupt);

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
  [[nodiscard]] std::uint32_t stages() const { return stages_; }
  [[nodiscard]] const std::vector<std::uint8_t>& stage() const { return stage_; }  // empty if one
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
  // A position with moves of the class, before it is sorted into its bundle.
  struct Found {
    std::uint32_t position = 0;
    std::uint32_t teams = 0;
    double rest = 0.0;
  };
  // The three steps of the constructor: what the other moves weigh, positions by their number of
  // teams; bundles; the moves of the class themselves.
  std::vector<Found> find_positions(const RecordedPositions& positions, const Frame& frame,
                                    const Others& others, int threads, Interrupt& interrupt);
  std::size_t make_bundles(const RecordedPositions& positions, const std::vector<Found>& found);
  void fill_teams(const RecordedPositions& positions, const Frame& frame, const Others& others,
                  const std::vector<Found>& found, Interrupt& interrupt);

  std::uint32_t stages_;
  std::vector<Bundle> bundles_;
  std::vector<std::uint8_t> content_, stage_;
  std::vector<float> times_, weight_;
  std::vector<double> rest_, factor_;
  double fixed_ = 0.0;
  double total_ = 0.0;
};

}  // namespace katachi
