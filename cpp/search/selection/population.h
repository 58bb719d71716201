// The genetic part (AGENTS 3.2.3; Lucas, Samothrakis and Perez 2014): weights of board properties
// that evolve while the search runs, and bias selection and the final choice.
//
// Ten weight vectors take turns, one simulation each. The fitness of one is the mean result, for
// the player at the root, of the simulations it biased. After every hundred simulations the two
// least fit give way to two children of the two fittest: their mean, in which each weight is
// averaged with a random number, with probability 20 % in the first child and 60 % in the second.
// Every thread of a search has its own population; it lives as long as the game.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>

#include "features/board_properties.h"
#include "games/random.h"
#include "search/selection/genetic.h"

namespace katachi {

class Population {
 public:
  static constexpr std::size_t kIndividuals = 10;
  static constexpr int kGeneration = 100;  // simulations
  static constexpr std::array<double, 2> kMutations{0.2, 0.6};

  struct Individual {
    Genes genes{};
    double total = 0.0;  // of results
    int uses = 0;

    [[nodiscard]] double fitness() const { return uses > 0 ? total / uses : 0.0; }
  };

  Population(const GeneticPart& settings, std::uint64_t seed, std::uint64_t stream)
      : any_sign_(settings.genetic == GeneticPart::Genetic::any_sign),
        rng_(seed, kStream + stream) {
    for (Individual& one : individuals_) {
      for (double& gene : one.genes) gene = draw();
    }
  }

  // Who biases the next simulation.
  [[nodiscard]] const Genes& current() const { return individuals_[turn_].genes; }

  // The result of the simulation that current() biased.
  void learn(double result) {
    Individual& one = individuals_[turn_];
    one.total += result;
    ++one.uses;
    turn_ = (turn_ + 1) % kIndividuals;
    if (++simulations_ % kGeneration == 0) replace();
  }

  // The fittest that was used at all; the first one of equals.
  [[nodiscard]] const Individual& best() const { return individuals_[ranking()[0]]; }

  [[nodiscard]] const std::array<Individual, kIndividuals>& individuals() const {
    return individuals_;
  }

 private:
  static constexpr std::uint64_t kStream = std::uint64_t{1} << 32U;  // beside those of workers

  double uniform() { return static_cast<double>(rng_.next() >> 11U) * 0x1p-53; }
  // A weight: 0 to 1 as in AGENTS, or of any sign.
  double draw() { return any_sign_ ? 2.0 * uniform() - 1.0 : uniform(); }

  // Indices, fittest first; those never used last.
  [[nodiscard]] std::array<std::size_t, kIndividuals> ranking() const {
    std::array<std::size_t, kIndividuals> order;
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      const Individual& x = individuals_[a];
      const Individual& y = individuals_[b];
      if ((x.uses > 0) != (y.uses > 0)) return x.uses > 0;
      return x.fitness() > y.fitness();
    });
    return order;
  }

  void replace() {
    const auto order = ranking();
    const Genes first = individuals_[order[0]].genes;
    const Genes second = individuals_[order[1]].genes;
    for (std::size_t child = 0; child < kMutations.size(); ++child) {
      Individual born;
      for (std::size_t k = 0; k < kPropertyCount; ++k) {
        born.genes[k] = (first[k] + second[k]) / 2.0;
        if (uniform() < kMutations[child]) born.genes[k] = (born.genes[k] + draw()) / 2.0;
      }
      individuals_[order[kIndividuals - kMutations.size() + child]] = born;
    }
  }

  bool any_sign_;
  Rng rng_;
  std::array<Individual, kIndividuals> individuals_;
  std::size_t turn_ = 0;
  std::uint64_t simulations_ = 0;
};

// What a child is worth to weights: the weighted sum of its properties.
inline double worth(const Genes& genes, const std::array<float, kPropertyCount>& properties) {
  double sum = 0.0;
  for (std::size_t k = 0; k < kPropertyCount; ++k) {
    sum += genes[k] * static_cast<double>(properties[k]);
  }
  return sum;
}

// What the tree keeps of a board: its properties for a player as shares of the cells; with the
// weights of AGENTS, which are never negative, what is bad for the player counts negatively.
template <HasProperties P>
std::array<float, kPropertyCount> kept_properties(const P& position, Color player,
                                                  GeneticPart::Genetic kind) {
  const Properties counts = BoardProperties<P>::of(position, player);
  const auto cells = static_cast<float>(position.topology().cells());
  std::array<float, kPropertyCount> kept;
  for (std::size_t k = 0; k < kPropertyCount; ++k) {
    const int sign = kind == GeneticPart::Genetic::agents2017 ? BoardProperties<P>::kSigns[k] : 1;
    kept[k] = static_cast<float>(sign * counts[k]) / cells;
  }
  return kept;
}

}  // namespace katachi
