// Where the strengths of weighted playouts come from, and moves drawn by them.
//
// Sources: one strength per move number (cells), local patterns, joint and neighbour moves, or any
// Knowledge. Base policies only ask for a move: draw() in proportion to the strengths, best() the
// strongest, uniform() any. All answer kNoMove where the strengths have nothing to say.
//
// Games whose moves differ from ply to ply list them (ListedStrengths). Connection games keep a
// wheel per colour and change only what a stone changes: its neighbours for patterns, the cells a
// joint away as well for joint moves. With `dead_cells` the useless cells of HAVANNAH 3.4 weigh
// nothing; a cell is looked at when one of its neighbours is filled.
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "games/connection/local_pattern.h"
#include "search/expansion.h"
#include "search/knowledge.h"
#include "search/roulette_wheel.h"
#include "search/runner.h"
#include "search/settings.h"

namespace katachi {

// At most one is set.
template <class P>
struct StrengthSource {
  std::vector<float> by_move;
  std::shared_ptr<const LocalPatternTable> patterns;
  std::shared_ptr<const Knowledge<P>> knowledge;
};

// What a strength weighs under the base policy.
inline float weight_of(const PlayoutSettings& settings, float strength) {
  if (settings.base != PlayoutSettings::Base::softmax) return strength;
  return std::exp(strength / settings.temperature);
}

// A draw in proportion to weights that are listed anew every time.
class WeightedList {
 public:
  void clear() { count_ = 0, total_ = 0.0F; }
  void add(Move move, float weight) {
    total_ += weight;
    drawn_[count_++] = {move, total_};
  }
  [[nodiscard]] Move draw(Rng& rng) const {
    if (!(total_ > 0.0F)) return kNoMove;
    const float r = static_cast<float>(rng.next() >> 40U) * 0x1p-24F * total_;
    for (std::uint32_t i = 0; i < count_; ++i) {
      if (r < drawn_[i].up_to) return drawn_[i].move;
    }
    return drawn_[count_ - 1].move;
  }

 private:
  struct Drawn {
    Move move;
    float up_to;
  };
  std::array<Drawn, kMaxCells + 1> drawn_;
  std::uint32_t count_ = 0;
  float total_ = 0.0F;
};

// The move with the highest score, ties at random; moves with a negative score are not considered.
class BestMove {
 public:
  void offer(Move move, float score, Rng& rng) {
    if (score < 0.0F || (move_ != kNoMove && score < highest_)) return;
    if (move_ == kNoMove || score > highest_) {
      ties_ = 0;
      highest_ = score;
    }
    if (rng.below(++ties_) == 0) move_ = move;
  }
  [[nodiscard]] Move move() const { return move_; }

 private:
  Move move_ = kNoMove;
  float highest_ = 0.0F;
  std::uint32_t ties_ = 0;
};

template <class P>
class ListedStrengths {
 public:
  ListedStrengths(const PlayoutSettings& settings, const StrengthSource<P>& source)
      : settings_(settings), knowledge_(source.knowledge) {
    for (const float strength : source.by_move) by_move_.push_back(weight_of(settings, strength));
  }

  // A runner that can say where it stands (Othello) needs no second position beside it.
  static constexpr bool kRunnerKnows = requires(const Runner<P>& runner) {
    { runner.position() } -> std::same_as<P>;
  };

  void begin(const P& start) {
    if (knowledge_ && !kRunnerKnows) position_.emplace(start);
  }
  // Knowledge is asked about a position of its own. Playouts in Go ignore superko; from a move that
  // the rules forbid on, knowledge is silent.
  void played(Move move) {
    if (!position_) return;
    if (position_->is_legal(move)) {
      position_->play(move);
    } else {
      position_.reset();
    }
  }

  Move draw(const Runner<P>& runner, Rng& rng) {
    list_.clear();
    for_each(runner, [&](Move move, float weight) { list_.add(move, weight); });
    return list_.draw(rng);
  }
  Move best(const Runner<P>& runner, Rng& rng) {
    BestMove best;
    for_each(runner, [&](Move move, float weight) { best.offer(move, weight, rng); });
    return best.move();
  }

 private:
  template <class F>
  void for_each(const Runner<P>& runner, F f) {
    if (!knowledge_) {
      if (by_move_.empty()) return;
      runner.for_each([&](Move move) {
        f(move, by_move_[move]);
        return true;
      });
      return;
    }
    if (!position_ && !kRunnerKnows) return;
    std::size_t count = 0;
    runner.for_each([&](Move move) {
      moves_[count++] = move;
      return true;
    });
    const std::span<const Move> moves{moves_.data(), count};
    if constexpr (kRunnerKnows) {
      knowledge_->strengths(runner.position(), moves, {given_.data(), count});
    } else {
      knowledge_->strengths(*position_, moves, {given_.data(), count});
    }
    for (std::size_t i = 0; i < count; ++i) f(moves_[i], weight_of(settings_, given_[i]));
  }

  PlayoutSettings settings_;
  std::shared_ptr<const Knowledge<P>> knowledge_;
  std::vector<float> by_move_;
  std::optional<P> position_;
  WeightedList list_;
  std::array<Move, kMaxCells + 1> moves_;
  std::array<float, kMaxCells + 1> given_;
};

template <class P>
class Strengths {
 public:
  Strengths(const P&, const PlayoutSettings& settings, const StrengthSource<P>& source)
      : listed_(settings, source) {}

  void begin(const P& start, const Runner<P>&) { listed_.begin(start); }
  void played(const Runner<P>&, Move move, Color) { listed_.played(move); }
  Move draw(const Runner<P>& runner, Rng& rng) { return listed_.draw(runner, rng); }
  Move best(const Runner<P>& runner, Rng& rng) { return listed_.best(runner, rng); }
  Move uniform(Runner<P>& runner, Rng& rng) { return runner.random(rng); }

 private:
  ListedStrengths<P> listed_;
};

template <class Rules, int kCapacity>
class Strengths<ConnectionPosition<Rules, kCapacity>> {
 public:
  using P = ConnectionPosition<Rules, kCapacity>;
  using Board = typename P::Board;
  // HAVANNAH 4.6.1: weights of neighbour moves, joint moves and all others.
  static constexpr std::array<float, 3> kJointStrengths{40.0F, 30.0F, 5.0F};

  Strengths(const P& start, const PlayoutSettings& settings, const StrengthSource<P>& source)
      : dead_cells_(settings.dead_cells), listed_(settings, source), patterns_(source.patterns) {
    std::vector<float> strengths;
    if (settings.joint_neighbour) {
      kind_ = Kind::joint;
      strengths.assign(kJointStrengths.begin(), kJointStrengths.end());
      find_joints(start.topology());
    } else if (patterns_) {
      kind_ = Kind::patterns;
      strengths = patterns_->strengths();
    } else if (!source.by_move.empty()) {
      kind_ = Kind::cells;
      strengths = source.by_move;
    } else if (source.knowledge) {
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
    return ConnectionInitial<Rules, kCapacity>::is_dead(board, cell);
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
  ListedStrengths<P> listed_;
  std::shared_ptr<const LocalPatternTable> patterns_;
  std::vector<std::uint32_t> weights_;  // by entry of the source
  std::array<RouletteWheel<kCapacity>, 2> wheels_;
  std::array<std::array<Cell, 6>, kCapacity> joints_;
  std::array<std::array<std::uint8_t, kCapacity + 1>, 2> far_;
  std::array<Cell, kCapacity> alive_;
};

}  // namespace katachi
