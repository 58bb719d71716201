#include "games/havannah/position_features.h"

#include <algorithm>

#include "games/connection/edge_sets.h"
#include "games/connection/joined_ways.h"

namespace katachi {
namespace {

// What one player needs.
template <class Set, int kFar>
class Needs {
 public:
  Needs(const EdgeSets<Set>& edges, const StoneSets<Set>& sets, std::size_t player)
      : edges_(edges),
        own_(sets.stones[player]),
        empty_(sets.empty),
        all_(sets.stones[0] | sets.stones[1] | sets.empty),
        ways_(own_, empty_) {}

  [[nodiscard]] int bridge() const {
    std::size_t least = kFar;
    Set others;
    for (const Set& corner : edges_.corners) others = others | corner;
    typename Ways::Levels levels;
    for (std::size_t corner = 0; corner + 1 < edges_.corners.size() && least > 0; ++corner) {
      others = others.without(edges_.corners[corner]);
      ways_.from(edges_.corners[corner], least - 1, others, levels);
      if ((levels.reached[levels.used - 1] & others).any()) least = levels.used - 1;
    }
    return static_cast<int>(least);
  }

  [[nodiscard]] int fork() const {
    std::array<std::array<std::uint8_t, 6>, kPlaces> stones;
    for (auto& from : stones) from.fill(kFar);
    typename Ways::Levels levels;
    for (std::size_t side = 0; side < 6; ++side) {
      ways_.from(edges_.sides[side], kFar - 1, Set{}, levels);
      for (std::size_t level = 0; level < levels.used; ++level) {
        levels.reached[level].for_each(
            [&](int x, int y) { stones[place(x, y)][side] = static_cast<std::uint8_t>(level); });
      }
    }
    int least = kFar;
    const auto meet = [&](int own) {
      return [&, own](int x, int y) {
        auto& from = stones[place(x, y)];
        std::ranges::nth_element(from, from.begin() + 2);
        // The cell itself is counted in each arm.
        least = std::min(least, from[0] + from[1] + from[2] - 2 * (1 - own));
      };
    };
    own_.for_each(meet(1));
    empty_.for_each(meet(0));
    return std::max(least, 0);
  }

  [[nodiscard]] int ring() const {
    // Cells all of whose neighbours are own or empty, by the number of own ones in binary digits.
    const Set open = own_ | empty_;
    Set whole = all_;
    std::array<Set, 3> digits;
    for_each_direction([&]<std::size_t kDirection>() {
      constexpr HexagonStep step = kHexagonStepsOf<Grid::hexagon>[kDirection];
      whole = whole & open.template moved<-step.dx, -step.dy>();
      Set carry = own_.template moved<-step.dx, -step.dy>();
      for (Set& digit : digits) {
        const Set both = digit & carry;
        digit = digit ^ carry;
        carry = both;
      }
    });
    int least = kFar;
    for (int own = 1; own <= 6; ++own) {
      Set with = whole;
      for (std::size_t digit = 0; digit < 3; ++digit) {
        with = (own >> digit & 1) != 0 ? with & digits[digit] : with.without(digits[digit]);
      }
      if (with.any()) least = 6 - own;
    }
    return least;
  }

 private:
  using Ways = JoinedWays<Grid::hexagon, Set>;
  static constexpr std::size_t kPlaces = 32 * 24;
  static std::size_t place(int x, int y) { return static_cast<std::size_t>(y * 32 + x); }

  const EdgeSets<Set>& edges_;
  Set own_, empty_, all_;
  Ways ways_;
};

}  // namespace

template <int kCapacity>
void PositionFeatures<HavannahPosition<kCapacity>>::of(const HavannahPosition<kCapacity>& position,
                                                       PositionNumbers /*wanted*/,
                                                       std::span<int> numbers) {
  using Set = BoardSet<kCapacity <= 61>;
  const StoneSets<Set> sets(position);
  const auto& edges = EdgeSets<Set>::of(position.topology());
  for (std::size_t player = 0; player < 2; ++player) {
    const Needs<Set, kFar> needs(edges, sets, player);
    const std::array<int, 3> found{needs.bridge(), needs.fork(), needs.ring()};
    for (std::size_t kind = 0; kind < 3; ++kind) numbers[2 * kind + player] = found[kind];
    const int least = std::ranges::min(found);
    for (std::size_t n = 0; n < 4; ++n) {
      numbers[6 + 2 * n + player] = least == static_cast<int>(n) ? 1 : 0;
    }
  }
}

template struct PositionFeatures<HavannahPosition<61>>;
template struct PositionFeatures<HavannahPosition<271>>;

}  // namespace katachi
