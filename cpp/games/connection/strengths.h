// Weighted playouts of connection games: a wheel per colour, of which a stone changes only its
// neighbours for patterns, and the cells a joint away as well for joint moves.
//
// With `dead_cells` the useless cells of HAVANNAH 3.4 weigh nothing; a cell is looked at when one
// of its neighbours is filled.
#pragma once

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "games/connection/expansion.h"
#include "games/connection/runner.h"
#include "knowledge/local_patterns.h"
#include "search/roulette_wheel.h"
#include "search/strengths.h"

namespace katachi {

template <class Rules, int kCapacity>
class Strengths<ConnectionPosition<Rules, kCapacity>> {
 public:
  using P = ConnectionPosition<Rules, kCapacity>;
  using Board = typename P::Board;
  // HAVANNAH 4.6.1: weights of neighbour moves, joint moves and all others.
  static constexpr std::array<float, 3> kJointStrengths{40.0F, 30.0F, 5.0F};

  Strengths(const P& start, const PlayoutSettings& settings,
            std::shared_ptr<const Knowledge<P>> knowledge)
      : dead_cells_(settings.dead_cells),
        knowledge_(std::move(knowledge)),
        listed_(settings, knowledge_) {
    const auto shortcut = knowledge_ ? knowledge_->shortcut() : typename Knowledge<P>::Shortcut{};
    patterns_ = shortcut.patterns;
    std::vector<float> strengths;
    if (settings.joint_neighbour) {
      kind_ = Kind::joint;
      strengths.assign(kJointStrengths.begin(), kJointStrengths.end());
      find_joints(start.topology());
    } else if (patterns_ != nullptr) {
      kind_ = Kind::patterns;
      strengths = patterns_->strengths();
    } else if (!shortcut.by_move.empty()) {
      kind_ = Kind::cells;
      strengths.assign(shortcut.by_move.begin(), shortcut.by_move.end());
    } else if (knowledge_) {
      kind_ = Kind::knowledge;
    }
    for (float& strength : strengths) strength = weight_of(settings, strength);
    weights_ = wheel_weights(strengths);
  }

  void begin(const P& start, const Runner<P>& runner) {
    if (kind_ == Kind::knowledge) listed_.begin(start);
    if (!turns()) return;
    const Board& board = runner.board();
    if (kind_ == Kind::joint) {
      for (auto& mask : far_) mask.fill(0);
      for (Cell cell = 0; cell < board.topology().cells(); ++cell) {
        if (board.at(cell) != Color::none) reach_out(cell, board.at(cell));
      }
    }
    for (auto& wheel : wheels_) wheel.clear();
    runner.for_each([&](Move cell) {
      weigh(board, cell);
      return true;
    });
  }

  // After the runner has played.
  void played(const Runner<P>& runner, Cell cell, Color color) {
    if (kind_ == Kind::knowledge) listed_.played(cell);
    if (!turns()) return;
    const Board& board = runner.board();
    for (auto& wheel : wheels_) wheel.set(cell, 0);
    if (kind_ == Kind::joint) {
      reach_out(cell, color);
      for (const Cell far : joints_[cell]) weigh_if_empty(board, far);
    }
    if (kind_ == Kind::cells && !dead_cells_) return;
    for (unsigned d = 0; d < 6; ++d) weigh_if_empty(board, board.neighbour(cell, d));
  }

  Move draw(const Runner<P>& runner, Rng& rng) {
    if (!turns()) return listed_.draw(runner, rng);
    return wheels_[index_of(runner.to_move())].draw(rng);
  }
  Move best(const Runner<P>& runner, Rng& rng) {
    if (!turns()) return listed_.best(runner, rng);
    return wheels_[index_of(runner.to_move())].best(rng);
  }

  // Any move, dead cells only if there is nothing else. A dead cell is drawn again; boards full of
  // them are rare enough to list the others then.
  Move uniform(const Runner<P>& runner, Rng& rng) {
    const Move first = runner.random(rng);
    if (!dead_cells_ || !is_dead(runner.board(), first)) return first;
    std::uint32_t count = 0;
    runner.for_each([&](Move cell) {
      if (!is_dead(runner.board(), cell)) alive_[count++] = cell;
      return true;
    });
    return count == 0 ? first : alive_[rng.below(count)];
  }

 private:
  enum class Kind : std::uint8_t { none, cells, patterns, joint, knowledge };

  [[nodiscard]] bool turns() const { return kind_ != Kind::none && kind_ != Kind::knowledge; }
  static bool is_dead(const Board& board, Cell cell) {
    return DeadCells<Rules, kCapacity>::is_dead(board, cell);
  }

  // joints_[cell][d]: the cell two steps away between directions d and d + 1.
  void find_joints(const Topology& topology) {
    const Cell off = topology.off_board();
    for (auto& joints : joints_) joints.fill(off);
    for (Cell cell = 0; cell < topology.cells(); ++cell) {
      for (unsigned d = 0; d < 6; ++d) {
        const Cell a = topology.neighbours(cell)[d];
        const Cell b = topology.neighbours(cell)[(d + 1) % 6];
        if (a != off && b != off) joints_[cell][d] = topology.neighbours(a)[(d + 1) % 6];
      }
    }
  }
  void reach_out(Cell cell, Color color) {
    auto& far = far_[index_of(color)];
    for (unsigned d = 0; d < 6; ++d) {
      far[joints_[cell][d]] |= static_cast<std::uint8_t>(1U << ((d + 3) % 6));
    }
  }

  void weigh_if_empty(const Board& board, Cell cell) {
    if (cell != board.topology().off_board() && board.at(cell) == Color::none) weigh(board, cell);
  }
  void weigh(const Board& board, Cell cell) {
    if (dead_cells_ && is_dead(board, cell)) {
      for (auto& wheel : wheels_) wheel.set(cell, 0);
      return;
    }
    for (const Color color : {Color::black, Color::white}) {
      wheels_[index_of(color)].set(cell, weights_[entry(board, cell, color)]);
    }
  }
  [[nodiscard]] std::size_t entry(const Board& board, Cell cell, Color color) const {
    if (kind_ == Kind::patterns) return patterns_->entry(board, cell, color);
    if (kind_ == Kind::cells) return cell;
    if (board.around(color, cell) != 0) return 0;
    const unsigned full = board.around(Color::black, cell) | board.around(Color::white, cell);
    const unsigned next = (full >> 1U) | ((full << 5U) & 32U);
    return (far_[index_of(color)][cell] & ~full & ~next) != 0 ? 1 : 2;
  }

  Kind kind_ = Kind::none;
  bool dead_cells_;
  std::shared_ptr<const Knowledge<P>> knowledge_;
  ListedStrengths<P> listed_;
  const LocalPatternWeights* patterns_ = nullptr;  // of knowledge_
  std::vector<std::uint32_t> weights_;             // by entry of the source
  std::array<RouletteWheel<kCapacity>, 2> wheels_;
  std::array<std::array<Cell, 6>, kCapacity> joints_;
  std::array<std::array<std::uint8_t, kCapacity + 1>, 2> far_;
  std::array<Cell, kCapacity> alive_;
};

}  // namespace katachi
