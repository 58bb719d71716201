// A straightforward implementation of one pass of minorization-maximization, for comparison only.
//
// Teams are lists of member numbers, one after another. Every feature has the list of the teams
// that have one of its levels; the strength of a team is the product of its members, made when it
// is needed; sums of competitions are kept. One thread. benchmarks/mm_pass.py compiles it and
// checks that it computes what the core computes.
#include <cstdint>
#include <vector>

namespace {

struct Entry {
  std::uint32_t team, level;
};

struct Model {
  std::vector<std::uint32_t> competition;   // by team
  std::vector<std::uint32_t> member_begin;  // by team, and one more
  std::vector<std::uint32_t> members;       // level numbers over all features
  std::vector<double> multiplicity;         // by team
  std::vector<std::uint32_t> level_begin;   // by feature, and one more
  std::vector<double> wins, gammas;         // by level
  std::vector<double> evidence;             // by competition
  std::vector<std::vector<Entry>> entries;  // by feature

  [[nodiscard]] double strength(std::uint32_t team) const {
    double product = multiplicity[team];
    for (std::uint32_t m = member_begin[team]; m < member_begin[team + 1]; ++m) {
      product *= gammas[members[m]];
    }
    return product;
  }
};

}  // namespace

extern "C" {

void* make_model(std::uint32_t competitions, std::uint32_t teams, std::uint32_t features,
                 const std::uint32_t* competition, const std::uint32_t* member_begin,
                 const std::uint32_t* members, const double* multiplicity,
                 const std::uint32_t* level_begin, const double* wins) {
  auto* model = new Model;
  model->competition.assign(competition, competition + teams);
  model->member_begin.assign(member_begin, member_begin + teams + 1);
  model->members.assign(members, members + member_begin[teams]);
  model->multiplicity.assign(multiplicity, multiplicity + teams);
  model->level_begin.assign(level_begin, level_begin + features + 1);
  model->wins.assign(wins, wins + level_begin[features]);
  model->gammas.assign(level_begin[features], 1.0);
  model->evidence.assign(competitions, 0.0);
  model->entries.resize(features);
  for (std::uint32_t t = 0; t < teams; ++t) {
    model->evidence[competition[t]] += multiplicity[t];
    std::uint32_t f = 0;
    for (std::uint32_t m = member_begin[t]; m < member_begin[t + 1]; ++m) {
      while (members[m] >= level_begin[f + 1]) ++f;
      model->entries[f].push_back({t, members[m]});
    }
  }
  return model;
}

void free_model(void* handle) { delete static_cast<Model*>(handle); }

// Writes the strengths [levels] to `gammas`.
void run_pass(void* handle, double prior_wins, double prior_losses, double* gammas) {
  Model& model = *static_cast<Model*>(handle);
  std::vector<double> sums;
  for (std::size_t f = 0; f < model.entries.size(); ++f) {
    const std::uint32_t first = model.level_begin[f];
    const std::uint32_t count = model.level_begin[f + 1] - first;
    sums.assign(count, 0.0);
    for (const Entry entry : model.entries[f]) {
      sums[entry.level - first] +=
          model.strength(entry.team) / model.evidence[model.competition[entry.team]];
    }
    for (const Entry entry : model.entries[f]) {
      model.evidence[model.competition[entry.team]] -= model.strength(entry.team);
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      double& gamma = model.gammas[first + i];
      const double losses = sums[i] / gamma + (prior_wins + prior_losses) / (gamma + 1.0);
      if (losses > 0.0) gamma = (model.wins[first + i] + prior_wins) / losses;
    }
    for (const Entry entry : model.entries[f]) {
      model.evidence[model.competition[entry.team]] += model.strength(entry.team);
    }
  }
  for (std::size_t i = 0; i < model.gammas.size(); ++i) gammas[i] = model.gammas[i];
}

}  // extern "C"
