#include "games/any_position.h"

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>
#include <utility>

#include "games/go/playout.h"
#include "games/havannah/playout.h"
#include "games/hex/playout.h"
#include "games/othello/playout.h"
#include "games/perft.h"
#include "games/refusal.h"
#include "games/threads.h"

namespace katachi {
namespace {

template <Position P>
class Holder final : public AnyPosition {
 public:
  explicit Holder(P position) : position_(std::move(position)) {}

  [[nodiscard]] std::unique_ptr<AnyPosition> after(Move move) const override {
    auto next = std::make_unique<Holder>(position_);
    next->position_.play(move);
    return next;
  }
  [[nodiscard]] const Topology& topology() const override { return position_.topology(); }
  [[nodiscard]] Color to_move() const override { return position_.to_move(); }
  [[nodiscard]] Color at(Cell cell) const override { return position_.at(cell); }
  [[nodiscard]] const char* refusal(Move move) const override {
    return katachi::refusal(position_, move);
  }
  void legal_moves(MoveList& out) const override { position_.legal_moves(out); }
  [[nodiscard]] bool is_over() const override { return position_.is_over(); }
  [[nodiscard]] Outcome outcome() const override { return position_.outcome(); }
  [[nodiscard]] std::uint64_t key() const override { return position_.key(); }
  [[nodiscard]] int moves_played() const override { return position_.moves_played(); }
  [[nodiscard]] bool equals(const AnyPosition& other) const override {
    const auto* same = dynamic_cast<const Holder*>(&other);
    return same != nullptr && position_ == same->position_;
  }
  [[nodiscard]] bool is_consistent() const override {
    if constexpr (requires { position_.board().is_consistent(); }) {
      return position_.board().is_consistent();
    } else if constexpr (requires { position_.is_consistent(); }) {
      return position_.is_consistent();
    } else {
      return true;  // Othello keeps nothing but the discs
    }
  }
  [[nodiscard]] std::uint64_t perft(int depth) const override {
    return katachi::perft(position_, depth);
  }
  void run_playouts(std::uint32_t count, Rng& rng, Tally& tally) const override {
    Playouts<P>::run(position_, count, rng, tally);
  }
  [[nodiscard]] const void* typed(const std::type_info& type) const override {
    return type == typeid(P) ? &position_ : nullptr;
  }
  [[nodiscard]] PreviousMoves previous() const override {
    if constexpr (requires { position_.previous(); }) {
      return position_.previous();
    } else {
      return {};
    }
  }
  [[nodiscard]] int ko() const override {
    if constexpr (requires { position_.board().ko(); }) {
      const Cell cell = position_.board().ko();
      return cell == topology().off_board() ? -1 : cell;
    } else {
      return -1;
    }
  }
  [[nodiscard]] int passes() const override {
    if constexpr (requires { position_.passes(); }) {
      return position_.passes();
    } else {
      return 0;
    }
  }
  [[nodiscard]] std::array<int, 2> prisoners() const override {
    if constexpr (requires { position_.prisoners(); }) {
      return position_.prisoners();
    } else {
      return {};
    }
  }
  [[nodiscard]] std::vector<std::uint64_t> seen() const override {
    if constexpr (requires { position_.seen(); }) {
      return position_.seen();
    } else {
      return {};
    }
  }
  [[nodiscard]] std::unique_ptr<AnyPosition> resumed(Color color) const override {
    if constexpr (requires { position_.resumed(color); }) {
      return std::make_unique<Holder>(position_.resumed(color));
    } else {
      return nullptr;
    }
  }

 private:
  P position_;
};

void require(bool condition, const std::string& sentence) {
  if (!condition) throw std::invalid_argument(sentence);
}

void require_size(const char* game, int size, int smallest, int largest) {
  require(size >= smallest && size <= largest,
          std::string(game) + " size must be " + std::to_string(smallest) + " to " +
              std::to_string(largest) + ", not " + std::to_string(size));
}

void require_cells(const SetUp& set_up, const Topology& topology) {
  require(static_cast<int>(set_up.stones.size()) == topology.cells(),
          "the board has " + std::to_string(topology.cells()) + " cells, not " +
              std::to_string(set_up.stones.size()));
  require(set_up.to_move != Color::none, "somebody must be to move");
}

template <int kSize>
std::unique_ptr<AnyPosition> othello_of(const SetUp* set_up) {
  if (set_up == nullptr) return hold(OthelloPosition<kSize>());
  std::array<othello::Bits<kSize>, 2> discs{};
  for (std::size_t cell = 0; cell < set_up->stones.size(); ++cell) {
    const Color color = set_up->stones[cell];
    if (color != Color::none) discs[index_of(color)] |= othello::Bits<kSize>{1} << cell;
  }
  return hold(OthelloPosition<kSize>(discs[0], discs[1], set_up->to_move));
}

template <int kCapacity>
std::unique_ptr<AnyPosition> go_of(int size, const GoRules& rules, const SetUp* set_up) {
  if (set_up == nullptr) return hold(GoPosition<kCapacity>(size, rules));
  const Topology& topology = Topology::of(Grid::square, size);
  require(set_up->ko >= -1 && set_up->ko < topology.cells(), "the ko point is not on the board");
  require(set_up->moves_played >= 0, "the moves played must not be negative");
  require(set_up->passes >= 0 && set_up->passes <= 2, "passes must be 0, 1 or 2");
  const Cell ko = set_up->ko < 0 ? topology.off_board() : static_cast<Cell>(set_up->ko);
  require(set_up->ko < 0 || set_up->stones[ko] == Color::none, "the ko point is occupied");
  require(set_up->prisoners[0] >= 0 && set_up->prisoners[1] >= 0,
          "the prisoners must not be negative");
  GoPosition<kCapacity> position(size, rules, set_up->stones, set_up->to_move,
                                 {.ko = ko,
                                  .passes = set_up->passes,
                                  .moves_played = set_up->moves_played,
                                  .prisoners = set_up->prisoners,
                                  .seen = set_up->seen});
  for (Cell cell = 0; cell < topology.cells(); ++cell) {
    require(position.at(cell) == Color::none || position.board().has_liberty(cell),
            "a chain has no liberty");
  }
  return hold(std::move(position));
}

template <class P>
std::unique_ptr<AnyPosition> connection_of(int size, bool swap_rule, const SetUp* set_up) {
  if (set_up == nullptr) return hold(P(size, swap_rule));
  return hold(P(size, swap_rule, set_up->stones, set_up->to_move));
}

}  // namespace

template <Position P>
std::unique_ptr<AnyPosition> hold(P position) {
  return std::make_unique<Holder<P>>(std::move(position));
}

template std::unique_ptr<AnyPosition> hold(OthelloPosition<6>);
template std::unique_ptr<AnyPosition> hold(OthelloPosition<8>);
template std::unique_ptr<AnyPosition> hold(OthelloPosition<10>);
template std::unique_ptr<AnyPosition> hold(GoPosition<81>);
template std::unique_ptr<AnyPosition> hold(GoPosition<169>);
template std::unique_ptr<AnyPosition> hold(GoPosition<361>);
template std::unique_ptr<AnyPosition> hold(HexPosition<121>);
template std::unique_ptr<AnyPosition> hold(HexPosition<361>);
template std::unique_ptr<AnyPosition> hold(HavannahPosition<61>);
template std::unique_ptr<AnyPosition> hold(HavannahPosition<271>);

std::unique_ptr<AnyPosition> make_othello(int size, const SetUp* set_up) {
  require(size == 6 || size == 8 || size == 10,
          "Othello size must be 6, 8 or 10, not " + std::to_string(size));
  if (set_up != nullptr) require_cells(*set_up, Topology::of(Grid::square_eight, size));
  if (size == 6) return othello_of<6>(set_up);
  return size == 8 ? othello_of<8>(set_up) : othello_of<10>(set_up);
}

std::unique_ptr<AnyPosition> make_go(int size, const GoRules& rules, const SetUp* set_up) {
  require_size("Go", size, 2, 19);
  require(rules.move_limit >= 0, "the move limit must not be negative");
  if (set_up != nullptr) require_cells(*set_up, Topology::of(Grid::square, size));
  if (size <= 9) return go_of<81>(size, rules, set_up);
  return size <= 13 ? go_of<169>(size, rules, set_up) : go_of<361>(size, rules, set_up);
}

std::unique_ptr<AnyPosition> make_hex(int size, bool swap_rule, const SetUp* set_up) {
  require_size("Hex", size, 3, 19);
  if (set_up != nullptr) require_cells(*set_up, Topology::of(Grid::rhombus, size));
  return size <= 11 ? connection_of<HexPosition<121>>(size, swap_rule, set_up)
                    : connection_of<HexPosition<361>>(size, swap_rule, set_up);
}

std::unique_ptr<AnyPosition> make_havannah(int size, bool swap_rule, const SetUp* set_up) {
  require_size("Havannah", size, 3, 10);
  if (set_up != nullptr) require_cells(*set_up, Topology::of(Grid::hexagon, size));
  return size <= 5 ? connection_of<HavannahPosition<61>>(size, swap_rule, set_up)
                   : connection_of<HavannahPosition<271>>(size, swap_rule, set_up);
}

Tally run_playouts(const AnyPosition& start, std::uint64_t count, std::uint64_t seed, int threads,
                   std::uint64_t first_block) {
  const std::uint64_t blocks = (count + kPlayoutsPerBlock - 1) / kPlayoutsPerBlock;
  std::atomic<std::uint64_t> next{0};
  const auto work = [&](Tally& tally) {
    for (std::uint64_t block; (block = next.fetch_add(1)) < blocks;) {
      Rng rng(seed, first_block + block);
      const std::uint64_t done = block * kPlayoutsPerBlock;
      start.run_playouts(
          static_cast<std::uint32_t>(std::min<std::uint64_t>(kPlayoutsPerBlock, count - done)), rng,
          tally);
    }
  };
  // Each thread has a tally of its own, on its own stack: nothing is shared but the counter.
  std::vector<Tally> tallies(static_cast<std::size_t>(std::max(1, threads)));
  {
    ThreadGroup others;
    for (std::size_t t = 1; t < tallies.size(); ++t) {
      const bool started = others.start([&, t] {
        Tally own;
        work(own);
        tallies[t] = own;
      });
      if (!started) break;
    }
    Tally own;
    work(own);
    tallies[0] = own;
  }
  Tally total;
  for (const Tally& tally : tallies) total.add(tally);
  return total;
}

}  // namespace katachi
