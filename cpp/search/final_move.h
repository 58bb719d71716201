// The final move: which of the root's moves is played, and how moves are listed.
//
// Proven wins come first and proven losses last; in between by visits or by value. With a
// temperature the move is drawn with probability proportional to visits^(1/temperature), for games
// of self-play that should differ; a proven win is always played, a proven loss never. The genetic
// part adds what its fittest weights think of the board after a move to the move's value.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "games/random.h"
#include "search/report.h"
#include "search/selection/population.h"
#include "search/settings.h"
#include "search/tree.h"

namespace katachi {

class FinalMove {
 public:
  explicit FinalMove(const FinalSettings& settings) : settings_(settings) {}

  // Values are biased by these weights from now on; nothing: no bias.
  void bias_by(const std::optional<Genes>& genes, double weight) {
    genes_ = genes;
    genetic_weight_ = weight;
  }

  // The moves of a family, best first; with `allowed`, only the children of these indices.
  [[nodiscard]] std::vector<MoveReport> ranked(const Tree& tree, FamilyId id, int depth,
                                               std::span<const std::uint32_t> allowed = {}) const {
    const Children c = tree.children(id);
    std::vector<MoveReport> lines;
    lines.reserve(c.count);
    if (allowed.empty()) {
      for (std::uint32_t i = 0; i < c.count; ++i) lines.push_back(line(c, i, depth));
    } else {
      for (const std::uint32_t i : allowed) lines.push_back(line(c, i, depth));
    }
    std::sort(lines.begin(), lines.end(),
              [&](const MoveReport& a, const MoveReport& b) { return better(a, b); });
    prefer_proven_draw(lines);
    return lines;
  }

  // Best moves of both players from a family on, as far as there are visits; `allowed` as above.
  [[nodiscard]] std::vector<Move> principal_variation(
      const Tree& tree, FamilyId id, std::span<const std::uint32_t> allowed = {}) const {
    std::vector<Move> moves;
    while (id > kExpanding && tree.family(id).children > 0) {
      const MoveReport first = ranked(tree, id, 0, allowed).front();
      if (first.visits == 0) break;
      moves.push_back(first.move);
      id = below(tree, id, first.move);
      allowed = {};
    }
    return moves;
  }

  // The family behind a move, or kNoFamily.
  [[nodiscard]] static FamilyId below(const Tree& tree, FamilyId id, Move move) {
    const Children c = tree.children(id);
    for (std::uint32_t i = 0; i < c.count; ++i) {
      if (c.move[i] == move) return c.family[i];
    }
    return kNoFamily;
  }

  // The move to play among ranked ones, which must not be empty.
  [[nodiscard]] const MoveReport& choose(const std::vector<MoveReport>& moves, Rng& rng) const {
    if (settings_.temperature <= 0.0F || moves.front().proof == Proof::win) return moves.front();
    const auto most = static_cast<double>(
        std::max_element(moves.begin(), moves.end(), [](const MoveReport& a, const MoveReport& b) {
          return a.visits < b.visits;
        })->visits);
    const auto weight = [&](const MoveReport& m) {
      if (m.proof == Proof::loss || m.visits == 0) return 0.0;
      return std::pow(m.visits / most, 1.0 / static_cast<double>(settings_.temperature));
    };
    double total = 0.0;
    for (const MoveReport& move : moves) total += weight(move);
    double left = static_cast<double>(rng.next() >> 11U) * 0x1p-53 * total;
    for (const MoveReport& move : moves) {
      left -= weight(move);
      if (left < 0.0) return move;
    }
    return moves.front();
  }

  // Depth-first list of the nodes with at least `least` visits.
  void dump(const Tree& tree, FamilyId id, int depth, int deepest, std::uint32_t least,
            std::vector<MoveReport>& lines) const {
    for (const MoveReport& report : ranked(tree, id, depth)) {
      if (report.visits < least) continue;
      lines.push_back(report);
      const FamilyId next = below(tree, id, report.move);
      if (depth + 1 < deepest && next > kExpanding) {
        dump(tree, next, depth + 1, deepest, least, lines);
      }
    }
  }

 private:
  [[nodiscard]] MoveReport line(const Children& c, std::uint32_t i, int depth) const {
    MoveReport report;
    report.depth = depth;
    report.move = c.move[i];
    report.visits = c.visits[i];
    if (c.visits[i] > 0) report.value = c.value[i] / c.visits[i];
    if (c.amaf_visits != nullptr) {
      report.amaf_visits = c.amaf_visits[i];
      report.amaf_value = c.amaf_visits[i] > 0.0F ? c.amaf_value[i] / c.amaf_visits[i] : 0.0F;
    }
    if (c.initial_visits != nullptr) {
      report.initial_visits = c.initial_visits[i];
      report.initial_value = c.initial_value[i];
    }
    if (c.strength != nullptr) report.strength = c.strength[i];
    if (genes_ && c.properties != nullptr) {
      std::array<float, kPropertyCount> properties;
      for (std::size_t k = 0; k < kPropertyCount; ++k) properties[k] = c.property(k)[i];
      report.bias = genetic_weight_ * worth(*genes_, properties);
    }
    if (c.proof != nullptr) report.proof = c.proof[i];
    return report;
  }

  [[nodiscard]] bool better(const MoveReport& a, const MoveReport& b) const {
    const auto rank = [](Proof proof) {
      return proof == Proof::win ? 2 : proof == Proof::loss ? 0 : 1;
    };
    if (rank(a.proof) != rank(b.proof)) return rank(a.proof) > rank(b.proof);
    const bool by_value = settings_.choice == FinalSettings::Choice::best_value;
    if (by_value) {
      // A bias may be negative: a move without visits is not better for having none.
      if ((a.visits > 0) != (b.visits > 0)) return a.visits > 0;
      const double x = a.value + a.bias;
      const double y = b.value + b.bias;
      if (x != y) return x > y;
    }
    if (a.visits != b.visits) return a.visits > b.visits;
    if (a.value != b.value) return a.value > b.value;
    return a.move < b.move;
  }

  // Score bounds stop visiting a move that is proven a draw, so visits say nothing of it: it is
  // better than a move that seems to lose.
  static void prefer_proven_draw(std::vector<MoveReport>& lines) {
    if (lines.empty() || lines.front().value >= 0.5 || bounds_of(lines.front().proof).low > 0) {
      return;
    }
    const auto safe = std::find_if(lines.begin(), lines.end(),
                                   [](const MoveReport& m) { return bounds_of(m.proof).low > 0; });
    if (safe != lines.end()) std::rotate(lines.begin(), safe, safe + 1);
  }

  FinalSettings settings_;
  std::optional<Genes> genes_;
  double genetic_weight_ = 0.0;
};

}  // namespace katachi
