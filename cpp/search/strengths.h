// Where the strengths of weighted playouts come from, and moves drawn by them.
//
// Sources: any Knowledge, by its shortcut where it has one for the game, or joint and neighbour
// moves. Base policies only ask for a move: draw() in proportion to the strengths, best() the
// strongest, uniform() any. All answer kNoMove where the strengths have nothing to say.
//
// The general form lists the moves at every ply (ListedStrengths); a game whose moves stay may have
// a form of its own, with a wheel that changes by little (games/<game>/strengths.h).
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "knowledge/knowledge.h"
#include "search/runner.h"
#include "search/settings.h"

namespace katachi {

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
  // `knowledge` may be null: nothing to say.
  ListedStrengths(const PlayoutSettings& settings, std::shared_ptr<const Knowledge<P>> knowledge)
      : settings_(settings), knowledge_(std::move(knowledge)) {
    if (!knowledge_) return;
    for (const float strength : knowledge_->shortcut().by_move) {
      by_move_.push_back(weight_of(settings, strength));
    }
    if (!by_move_.empty()) knowledge_ = nullptr;
  }

  // A runner that can say where it stands needs no second position beside it.
  static constexpr bool kRunnerKnows = requires(const Runner<P>& runner) {
    { runner.position() } -> std::same_as<P>;
  };

  void begin(const P& start) {
    if (knowledge_ && !kRunnerKnows) position_.emplace(start);
  }
  // Knowledge is asked about a position of its own. Playouts may play what the rules forbid
  // (superko); from such a move on, knowledge is silent.
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
  Strengths(const P&, const PlayoutSettings& settings,
            std::shared_ptr<const Knowledge<P>> knowledge)
      : listed_(settings, std::move(knowledge)) {}

  void begin(const P& start, const Runner<P>&) { listed_.begin(start); }
  void played(const Runner<P>&, Move move, Color) { listed_.played(move); }
  Move draw(const Runner<P>& runner, Rng& rng) { return listed_.draw(runner, rng); }
  Move best(const Runner<P>& runner, Rng& rng) { return listed_.best(runner, rng); }
  Move uniform(Runner<P>& runner, Rng& rng) { return runner.random(rng); }

 private:
  ListedStrengths<P> listed_;
};

}  // namespace katachi
