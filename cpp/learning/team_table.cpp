#include "learning/team_table.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "games/position.h"

namespace katachi {
namespace {

void require(bool condition, const std::string& sentence) {
  if (!condition) throw std::invalid_argument(sentence);
}

class TableFormat final : public TeamFormat {
 public:
  TableFormat(const std::vector<std::uint32_t>& level_counts, const std::vector<Features>& groups,
              const std::vector<std::uint32_t>& baselines) {
    for (std::uint32_t f = 0; f < level_counts.size(); ++f) {
      add_feature(level_counts[f],
                  std::find(baselines.begin(), baselines.end(), f) != baselines.end());
    }
    for (const Features& group : groups) add_group(group);
  }
};

}  // namespace

TeamTable::TeamTable(const std::vector<std::uint32_t>& level_counts,
                     const std::vector<std::vector<std::uint32_t>>& groups,
                     const std::vector<std::uint32_t>& baselines)
    : format_(std::make_shared<TableFormat>(level_counts, groups, baselines)) {
  for (const std::uint32_t f : baselines) {
    require(f < level_counts.size(), "there is no feature " + std::to_string(f));
  }
  for (const auto& group : groups) {
    for (std::size_t i = 0; i < group.size(); ++i) {
      require(group[i] < level_counts.size(), "there is no feature " + std::to_string(group[i]));
      require(i == 0 || group[i - 1] < group[i], "the features of a group must rise");
    }
  }
}

TeamBlock TeamTable::empty_block() const {
  TeamBlock block;
  for (std::size_t g = 0; g < format_->group_count(); ++g) {
    TeamGroup& group = block.groups.emplace_back();
    for (const std::uint32_t f : format_->features(g)) {
      group.columns.emplace_back(format_->level_count(f));
    }
  }
  return block;
}

void TeamTable::add(const std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>>& teams,
                    std::uint32_t chosen) {
  require(chosen < teams.size(), "the winner is none of the teams");
  require(teams.size() <= kMaxCells + 1, "too many teams");
  for (const auto& [group, levels] : teams) {
    require(group < format_->group_count(), "there is no group " + std::to_string(group));
    const auto& features = format_->features(group);
    require(levels.size() == features.size(), "a team needs a level of each feature of its group");
    for (std::size_t c = 0; c < levels.size(); ++c) {
      require(levels[c] < format_->level_count(features[c]),
              "there is no level " + std::to_string(levels[c]));
    }
  }
  if (blocks_.empty() || blocks_.back().size() == kCompetitionsPerBlock) {
    blocks_.push_back(empty_block());
  }
  TeamBlock& block = blocks_.back();
  const auto competition = static_cast<std::uint16_t>(block.size());
  TeamBlock::Chosen winner;
  for (std::size_t i = 0; i < teams.size(); ++i) {
    TeamGroup& group = block.groups[teams[i].first];
    if (i == chosen) {
      winner = {.team = static_cast<std::uint32_t>(group.size()), .group = teams[i].first};
    }
    group.competition.push_back(competition);
    group.multiplicity.push_back(1);
    for (std::size_t c = 0; c < group.columns.size(); ++c) {
      group.columns[c].push_back(teams[i].second[c]);
    }
  }
  block.chosen.push_back(winner);
  block.game.push_back(
      static_cast<std::uint32_t>((blocks_.size() - 1) * kCompetitionsPerBlock + competition));
  block.moves_played.push_back(0);
  block.candidates.push_back(static_cast<std::uint16_t>(teams.size()));
}

Teams TeamTable::teams() const {
  Teams teams(format_);
  for (const TeamBlock& block : blocks_) teams.push_back(block);
  return teams;
}

std::vector<TeamRow> team_rows(const Teams& teams, std::size_t block_number) {
  require(block_number < teams.blocks().size(),
          "there is no block " + std::to_string(block_number));
  const TeamBlock& block = teams.blocks()[block_number];
  std::vector<TeamRow> rows;
  for (std::uint32_t g = 0; g < block.groups.size(); ++g) {
    const TeamGroup& group = block.groups[g];
    for (std::uint32_t t = 0; t < group.size(); ++t) {
      std::vector<std::uint32_t> levels;
      for (const Column& column : group.columns) levels.push_back(column.at(t));
      const TeamBlock::Chosen chosen = block.chosen[group.competition[t]];
      rows.emplace_back(group.competition[t], g, std::move(levels), group.multiplicity[t],
                        chosen.group == g && chosen.team == t);
    }
  }
  std::stable_sort(rows.begin(), rows.end(), [](const TeamRow& a, const TeamRow& b) {
    return std::get<0>(a) < std::get<0>(b);
  });
  return rows;
}

}  // namespace katachi
