// A board of hexagons as an electric circuit (Anshelevich, "A hierarchical approach to computer
// Hex", 2002): cells of one player conduct, empty ones worse, those of the opponent not at all.
//
// Two cells that touch are linked, and so, with kJoint of the strength, are the ends of a joint
// (two cells between them are empty); cells on an edge are linked to it, and those one row away
// through a joint. The current from some edges to others under unit voltage says how well they are
// joined. The potentials are found by conjugate gradients.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "games/connection/row_sets.h"

namespace katachi {

template <Grid kGrid, int kSide>
class Circuit {
 public:
  static constexpr float kStone = 0.1F;  // resistance of an own stone; an empty cell has 1
  static constexpr float kJoint = 0.5F;

  template <class Set>
  Circuit(const Set& own, const Set& empty) {
    own.for_each([&](int x, int y) { conducts_[place(x, y)] = 1.0F / kStone; });
    empty.for_each([&](int x, int y) { conducts_[place(x, y)] = empty_[place(x, y)] = 1.0F; });
    link();
  }

  // The current between two groups of edges, each given by its cells.
  template <class Set>
  [[nodiscard]] float current(const Set& from, const Set& to) const {
    Values source{};
    Values sink{};
    from.for_each([&](int x, int y) { source[place(x, y)] = 1.0F; });
    to.for_each([&](int x, int y) { sink[place(x, y)] = 1.0F; });
    return solve(edge(source), edge(sink));
  }

 private:
  // Cell (x, y) has the place (y + 2) * kWidth + x + 2.
  static constexpr int kWidth = (kSide + 4 + 7) / 8 * 8;
  static constexpr std::size_t kPlaces = static_cast<std::size_t>((kSide + 4) * kWidth);
  using Values = std::array<float, kPlaces>;

  static constexpr std::size_t place(int x, int y) {
    return static_cast<std::size_t>((y + 2) * kWidth + x + 2);
  }

  void link() {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::ptrdiff_t a = offset(k + 2);
      const std::ptrdiff_t b = offset(k + 3);
      for (std::size_t i = kFirst; i < kEnd; ++i) {
        links_[k][i] = linked(conducts_[i], conducts_[at(i, a)]);
        links_[k + 3][i] = kJoint * empty_[at(i, a)] * empty_[at(i, b)] *
                           linked(conducts_[i], conducts_[at(i, a + b)]);
      }
    }
    diagonal_.fill(1e-6F);
    for (std::size_t k = 0; k < 6; ++k) {
      const std::ptrdiff_t far = offset_of_link(k);
      for (std::size_t i = kFirst; i < kEnd; ++i) {
        diagonal_[i] += links_[k][i] + links_[k][at(i, -far)];
      }
    }
  }

  // The current under unit voltage, from how cells are linked to its two ends.
  [[nodiscard]] float solve(const Values& source, const Values& sink) const {
    Values inverse;
    for (std::size_t i = 0; i < kPlaces; ++i) {
      inverse[i] = 1.0F / (diagonal_[i] + source[i] + sink[i]);
    }
    Values potential{};
    Values residual = source;
    Values scaled;
    for (std::size_t i = 0; i < kPlaces; ++i) scaled[i] = residual[i] * inverse[i];
    Values direction = scaled;
    Values image{};
    float slope = sum_of_products(residual, scaled);
    const float enough = slope * kEnough;
    for (int round = 0; round < kRounds && slope > enough; ++round) {
      for (std::size_t i = kFirst; i < kEnd; ++i) {
        image[i] = (diagonal_[i] + source[i] + sink[i]) * direction[i];
      }
      subtract_neighbours(direction, image);
      const float length = slope / std::max(sum_of_products(direction, image), 1e-20F);
      for (std::size_t i = 0; i < kPlaces; ++i) {
        potential[i] += length * direction[i];
        residual[i] -= length * image[i];
        scaled[i] = residual[i] * inverse[i];
      }
      const float next = sum_of_products(residual, scaled);
      const float kept = next / slope;
      for (std::size_t i = 0; i < kPlaces; ++i) direction[i] = scaled[i] + kept * direction[i];
      slope = next;
    }
    return sum_of_products(sink, potential);
  }

 private:
  // All cells lie between these places.
  static constexpr std::size_t kFirst = place(0, 0);
  static constexpr std::size_t kEnd = place(kSide - 1, kSide - 1) + 1;
  static constexpr int kRounds = 200;
  static constexpr float kEnough = 1e-8F;

  static constexpr std::ptrdiff_t offset(std::size_t direction) {
    const HexagonStep step = kHexagonStepsOf<kGrid>[direction % 6];
    return step.dy * kWidth + step.dx;
  }
  // Links 0 to 2 are neighbours, 3 to 5 joints; all lead forwards.
  static constexpr std::ptrdiff_t offset_of_link(std::size_t k) {
    return k < 3 ? offset(k + 2) : offset(k - 1) + offset(k);
  }
  static constexpr std::size_t at(std::size_t place, std::ptrdiff_t offset) {
    return static_cast<std::size_t>(static_cast<std::ptrdiff_t>(place) + offset);
  }
  // 2 / (resistance + resistance), 0 if one does not conduct.
  static float linked(float a, float b) { return 2.0F * a * b / (a + b + 1e-9F); }
  static float sum_of_products(const Values& a, const Values& b) {
    std::array<float, 8> sums{};
    for (std::size_t i = 0; i < kPlaces; i += 8) {
      for (std::size_t lane = 0; lane < 8; ++lane) sums[lane] += a[i + lane] * b[i + lane];
    }
    return ((sums[0] + sums[4]) + (sums[1] + sums[5])) +
           ((sums[2] + sums[6]) + (sums[3] + sums[7]));
  }
  [[nodiscard]] Values edge(const Values& cells) const {
    Values links{};
    for (std::size_t i = kFirst; i < kEnd; ++i) {
      float joint = 0.0F;
      for (std::size_t d = 0; d < 6; ++d) {
        const std::size_t a = at(i, offset(d));
        const std::size_t b = at(i, offset(d + 1));
        joint = std::max(joint, cells[a] * empty_[a] * cells[b] * empty_[b]);
      }
      links[i] = 2.0F * conducts_[i] * std::max(cells[i], kJoint * joint);
    }
    return links;
  }
  void subtract_neighbours(const Values& in, Values& out) const {
    for (std::size_t k = 0; k < 6; ++k) {
      const std::ptrdiff_t far = offset_of_link(k);
      for (std::size_t i = kFirst; i < kEnd; ++i) {
        out[i] -= links_[k][i] * in[at(i, far)] + links_[k][at(i, -far)] * in[at(i, -far)];
      }
    }
  }

  std::array<Values, 6> links_{};  // to the place further on
  Values diagonal_;
  Values empty_{};     // 1 for empty cells
  Values conducts_{};  // 1 / resistance, 0 for cells of the opponent
};

}  // namespace katachi
