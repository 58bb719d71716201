// Competitions from tables instead of games: for ratings of players, for tests, for other programs.
#pragma once

#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "learning/teams.h"

namespace katachi {

class TeamTable {
 public:
  // `baselines`: features whose level 0 keeps strength 1. Throws std::invalid_argument if a group
  // or a baseline names a feature that does not exist.
  TeamTable(const std::vector<std::uint32_t>& level_counts,
            const std::vector<std::vector<std::uint32_t>>& groups,
            const std::vector<std::uint32_t>& baselines = {});

  // One competition. Throws std::invalid_argument for teams that do not fit the format.
  void add(const std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>>& teams,
           std::uint32_t chosen);

  // What was added so far.
  [[nodiscard]] Teams teams() const;

 private:
  // Enough to spread over all chunks soon, not so few that blocks cost more than their teams.
  static constexpr std::size_t kCompetitionsPerBlock = 64;

  [[nodiscard]] TeamBlock empty_block() const;

  std::shared_ptr<const TeamFormat> format_;
  std::vector<TeamBlock> blocks_;
};

// Teams of a block as rows: competition, group, levels, multiplicity, whether it was chosen.
using TeamRow =
    std::tuple<std::uint32_t, std::uint32_t, std::vector<std::uint32_t>, std::uint32_t, bool>;
// Throws std::invalid_argument if there is no such block.
std::vector<TeamRow> team_rows(const Teams& teams, std::size_t block);

}  // namespace katachi
