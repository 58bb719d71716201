// A decision tree made ready for descents: the same leaves, with fewer queries on the way.
//
// Trees of intersection graphs ask again and again about the size of the empty region of the move:
// grown trees of Go did so 17 times in a descent. The answers depend on one number, so all such
// queries that follow each other become one: `region`, a sorted list of intervals of that number,
// each with the node to go on with. What earlier queries told about the size is used as well, so
// that a query whose answer is known disappears.
//
// A step of a plan is eight bytes, made so that most can be taken without asking of what kind they
// are (side_by_side.h): queries that discover nothing look for no status, numbers are compared with
// an interval.
//
// Node x is in the region of the move if it is the move, or an empty node found next to a node in
// the region. Other empty nodes may be elsewhere; queries about them stay as they are.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <vector>

#include "features/decision_tree.h"

namespace katachi {

// What a step does. Simple steps are of one kind: NEW for some statuses, or for none, and then a
// number is compared.
enum class StepKind : std::uint8_t {
  simple,
  leaf,
  region,  // in which interval the size of the move's empty region is
  other,   // a query that is rare or needs large numbers
};

struct Step {
  static constexpr unsigned kNextBits = 24;
  static constexpr std::uint32_t kMostNext = (std::uint32_t{1} << kNextBits) - 1;
  // Codes. Those below kLeaf are the statuses that a simple step looks for; behind kOther stands
  // the kind of the query, and 8 more if it is "equal to".
  static constexpr std::uint32_t kLeaf = 1U << kStatuses;
  static constexpr std::uint32_t kRegion = kLeaf + 1;
  static constexpr std::uint32_t kOther = 2 * kLeaf;
  // Behind the discovered nodes, for x: a number that node y has alone.
  static constexpr std::uint8_t kSize = kMaxNodes + 1;
  static constexpr std::uint8_t kLiberties = kMaxNodes + 2;

  // Below 2^24. Where to go on: the first child; NEW: one less; of a leaf its number; of a region
  // its first interval.
  std::uint32_t next_and_code = 0;
  // The number is the distance of nodes x and y, or the size or liberties of stone y.
  std::uint8_t x = 0, y = 0;
  // A number from least to least + width - 1 goes to `next`, others to the one behind it. NEW of
  // stone graphs: `least` is the number of steps, and no number is in the interval. Other and
  // region: the value is least + 256 width. Leaves: all four bytes are the number of their sight.
  std::uint8_t least = 0, width = 0;

  [[nodiscard]] std::uint32_t next() const { return next_and_code & kMostNext; }
  [[nodiscard]] std::size_t code() const { return next_and_code >> kNextBits; }
  [[nodiscard]] bool is_simple() const { return code() < kLeaf; }
  [[nodiscard]] StepKind kind() const {
    return is_simple()         ? StepKind::simple
           : code() == kLeaf   ? StepKind::leaf
           : code() == kRegion ? StepKind::region
                               : StepKind::other;
  }
  [[nodiscard]] bool is_new() const { return is_simple() && code() != 0; }
  [[nodiscard]] unsigned value() const { return least + 256U * width; }
  // What is asked; precondition: NEW, or other.
  [[nodiscard]] Query query() const;

  void set(std::uint32_t code, std::uint32_t next) { next_and_code = code << kNextBits | next; }
  // Of a leaf.
  void set_sight(std::uint32_t number) {
    least = static_cast<std::uint8_t>(number & 0xffU);
    width = static_cast<std::uint8_t>(number >> 8U & 0xffU);
    x = static_cast<std::uint8_t>(number >> 16U & 0xffU);
    y = static_cast<std::uint8_t>(number >> 24U);
  }
};
static_assert(sizeof(Step) == 8);

// What decides how far a descent to a leaf looked (`Horizon` in descent.h), but for what Descent
// notes itself: ties, branches and other steps.
struct Sight {
  static constexpr std::size_t kKinds = 3;  // black, white, empty
  // Bit x, by kind. Stone graphs: a NEW query that looked for the kind found node x. Others: one
  // looked next to node x.
  std::array<std::uint32_t, kKinds> seen{};
  std::uint32_t asked = 0;                   // bit x: of stone x size or liberties were asked for
  std::array<std::uint8_t, kKinds> reach{};  // stone graphs: none was found in so many steps

  auto operator<=>(const Sight&) const = default;
};

class TreePlan {
 public:
  // Sizes from `least` to `most` go on at step `next`.
  struct Interval {
    std::uint16_t least, most;
    std::uint32_t next;
  };

  explicit TreePlan(const DecisionTree& tree);

  [[nodiscard]] QuerySystem system() const { return system_; }
  [[nodiscard]] const Step* steps() const { return steps_.data(); }
  [[nodiscard]] const Sight& sight(const Step& leaf) const {
    return sights_[leaf.value() + 65536U * (leaf.x + 256U * leaf.y)];
  }
  // Of a `region`: step.value() intervals from interval `next` on, which hold every size.
  [[nodiscard]] const Interval& interval(const Step& step, unsigned size) const {
    const Interval* at = &intervals_[step.next()];
    for (std::size_t left = step.value(); left > 1;) {
      const std::size_t half = left / 2;
      // Without a jump.
      at += half & (0 - static_cast<std::size_t>(at[half].least <= size));
      left -= half;
    }
    return *at;
  }

 private:
  struct Path;
  struct Place;  // in the tree, and what is known there

  // Where sizes go from a place on, past all queries about the region, in ascending order; `next`
  // is a node of the tree.
  static std::vector<Interval> divide(const DecisionTree& tree, const Place& place);

  QuerySystem system_;
  std::vector<Step> steps_;
  std::vector<Sight> sights_;  // each once
  std::vector<Interval> intervals_;
};

}  // namespace katachi
