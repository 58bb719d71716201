#include "optimising/class_teams.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "features/stages.h"
#include "learning/crew.h"

namespace katachi {
namespace {

// The cells that the places are for a move in a position; empty if the class does not hold it.
const std::vector<Cell>& cells_of(const RecordedPositions& positions, const Frame& frame,
                                  std::size_t position, Move move) {
  return frame.cells[index_of(positions.to_move(position))][move];
}

// Strength of a move by the features that stay.
class Strengths {
 public:
  explicit Strengths(const ClassTeams::Others& others)
      : others_(others), row_(others.encoder ? others.encoder->longest_group() : 0) {
    if (others.encoder) looking_.emplace(*others.encoder);
  }

  double of(const BoardView& view, Move move) {
    if (!looking_) return 1.0;
    const Encoder& encoder = *others_.encoder;
    const auto& features = encoder.features(encoder.group_of(move));
    looking_->look_at(view);
    looking_->encode(move, row_.data());
    double product = 1.0;
    for (std::size_t c = 0; c < features.size(); ++c) {
      product *= others_.gammas[encoder.level_begin(features[c]) + row_[c]];
    }
    return product;
  }

 private:
  const ClassTeams::Others& others_;
  std::optional<PositionEncoder> looking_;
  std::vector<std::uint32_t> row_;
};

}  // namespace

ClassTeams::ClassTeams(const RecordedPositions& positions, const Frame& frame, const Others& others,
                       std::uint32_t stages, int threads, Interrupt& interrupt)
    : stages_(stages), total_(static_cast<double>(positions.competition_count())) {
  const std::vector<Found> found = find_positions(positions, frame, others, threads, interrupt);
  const std::size_t teams = make_bundles(positions, found);
  content_.resize(teams * frame.places);
  times_.resize(teams);
  if (stages_ > 1) stage_.resize(teams);
  fill_teams(positions, frame, others, found, interrupt);
}

std::vector<ClassTeams::Found> ClassTeams::find_positions(const RecordedPositions& positions,
                                                          const Frame& frame, const Others& others,
                                                          int threads, Interrupt& interrupt) {
  // In chunks that are added in their order: results do not depend on the threads.
  constexpr std::size_t kChunks = 16;
  std::array<std::vector<Found>, kChunks> found;
  std::array<double, kChunks> fixed{};
  Crew crew(threads);
  crew.run(kChunks, interrupt, [&](std::size_t chunk) {
    Strengths strengths(others);
    const std::size_t end = positions.size() * (chunk + 1) / kChunks;
    for (std::size_t i = positions.size() * chunk / kChunks; i < end; ++i) {
      if (interrupt.requested()) return;
      const BoardView view = positions.view(i);
      double rest = 0.0;
      double logarithms = 0.0;
      std::uint32_t teams = 0;
      for (const auto& candidate : positions.candidates(i)) {
        if (!cells_of(positions, frame, i, candidate.move).empty()) {
          ++teams;
          continue;
        }
        const double strength = strengths.of(view, candidate.move);
        rest += strength;
        if (candidate.times > 0) logarithms += candidate.times * std::log(strength);
      }
      if (teams == 0) {
        logarithms -= positions.times(i) * std::log(rest);
      } else {
        found[chunk].push_back(
            {.position = static_cast<std::uint32_t>(i), .teams = teams, .rest = rest});
      }
      fixed[chunk] += logarithms;
    }
  });
  interrupt.check();
  std::vector<Found> all;
  for (std::size_t chunk = 0; chunk < kChunks; ++chunk) {
    fixed_ += fixed[chunk];
    all.insert(all.end(), found[chunk].begin(), found[chunk].end());
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Found& a, const Found& b) { return a.teams < b.teams; });
  return all;
}

std::size_t ClassTeams::make_bundles(const RecordedPositions& positions,
                                     const std::vector<Found>& found) {
  std::size_t teams = 0;
  for (const Found& one : found) {
    if (bundles_.empty() || bundles_.back().teams != one.teams) {
      bundles_.push_back(
          {.teams = one.teams, .first_team = teams, .first_competition = rest_.size()});
    }
    ++bundles_.back().competitions;
    teams += one.teams;
    rest_.push_back(one.rest);
    weight_.push_back(static_cast<float>(positions.times(one.position)));
  }
  return teams;
}

void ClassTeams::fill_teams(const RecordedPositions& positions, const Frame& frame,
                            const Others& others, const std::vector<Found>& found,
                            Interrupt& interrupt) {
  const std::size_t teams = team_count();
  Strengths strengths(others);
  std::size_t t = 0;
  for (const Found& one : found) {
    interrupt.check();
    const auto content = positions.content(one.position);
    const std::uint32_t stage =
        stages_ > 1 ? stage_of(positions.view(one.position), positions.topology().cells(), stages_)
                    : 0;
    for (const auto& candidate : positions.candidates(one.position)) {
      const auto& cells = cells_of(positions, frame, one.position, candidate.move);
      if (cells.empty()) continue;
      for (std::size_t p = 0; p < frame.places; ++p) content_[p * teams + t] = content[cells[p]];
      times_[t] = static_cast<float>(candidate.times);
      if (stages_ > 1) stage_[t] = static_cast<std::uint8_t>(stage);
      if (others.encoder &&
          !others.encoder->features(others.encoder->group_of(candidate.move)).empty()) {
        if (factor_.empty()) factor_.assign(teams, 1.0);
        factor_[t] = strengths.of(positions.view(one.position), candidate.move);
        fixed_ += candidate.times * std::log(factor_[t]);
      }
      ++t;
    }
  }
}

std::size_t ClassTeams::bytes() const {
  return content_.size() + stage_.size() + 4 * (times_.size() + weight_.size()) +
         8 * (rest_.size() + factor_.size());
}

}  // namespace katachi
