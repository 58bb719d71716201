// A concrete position behind AnyPosition. Included by the rooms' make.cpp alone, which instantiate
// hold() for their position types:
//   template std::unique_ptr<AnyPosition> hold(P);
// Needs Playouts<P> and refusal_text(position, move) of the game.
#pragma once

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "games/any_position.h"
#include "games/move_numbers.h"
#include "games/perft.h"
#include "games/refusal.h"

namespace katachi {

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
  [[nodiscard]] std::size_t move_count() const override { return move_count_of(position_); }
  [[nodiscard]] Cell cell_of(Move move) const override { return cell_of_move(position_, move); }
  [[nodiscard]] Color to_move() const override { return position_.to_move(); }
  [[nodiscard]] Color at(Cell cell) const override { return position_.at(cell); }
  [[nodiscard]] const char* refusal(Move move) const override {
    return refusal_text(position_, move);
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
      return true;  // nothing is kept but what is on the board
    }
  }
  [[nodiscard]] std::uint64_t perft(int depth, Interrupt& interrupt) const override {
    return katachi::perft(position_, depth, interrupt);
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

template <Position P>
std::unique_ptr<AnyPosition> hold(P position) {
  return std::make_unique<Holder<P>>(std::move(position));
}

}  // namespace katachi
