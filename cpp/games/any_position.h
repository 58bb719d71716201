// A position of any game behind one interface, for the border to Python.
//
// Virtual calls stop here: playouts and search work on the concrete types. Factories stand in the
// rooms of the games (games/<game>/make.h).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <typeinfo>
#include <vector>

#include "games/interrupt.h"
#include "games/playout.h"
#include "games/position.h"
#include "games/topology.h"

namespace katachi {

class AnyPosition {
 public:
  AnyPosition() = default;
  AnyPosition(const AnyPosition&) = delete;
  AnyPosition& operator=(const AnyPosition&) = delete;
  virtual ~AnyPosition() = default;

  [[nodiscard]] virtual std::unique_ptr<AnyPosition> after(Move move) const = 0;
  [[nodiscard]] virtual const Topology& topology() const = 0;
  [[nodiscard]] virtual std::size_t move_count() const = 0;
  // The cell that a legal move acts on, or topology().off_board().
  [[nodiscard]] virtual Cell cell_of(Move move) const = 0;
  [[nodiscard]] virtual Color to_move() const = 0;
  [[nodiscard]] virtual Color at(Cell cell) const = 0;
  [[nodiscard]] virtual const char* refusal(Move move) const = 0;
  virtual void legal_moves(MoveList& out) const = 0;
  [[nodiscard]] virtual bool is_over() const = 0;
  [[nodiscard]] virtual Outcome outcome() const = 0;
  [[nodiscard]] virtual std::uint64_t key() const = 0;
  [[nodiscard]] virtual int moves_played() const = 0;
  [[nodiscard]] virtual bool equals(const AnyPosition& other) const = 0;
  [[nodiscard]] virtual bool is_consistent() const = 0;
  [[nodiscard]] virtual std::uint64_t perft(int depth, Interrupt& interrupt) const = 0;
  virtual void run_playouts(std::uint32_t count, Rng& rng, Tally& tally) const = 0;

  // The concrete position if it is of this type, else null; position_as() is the safe way to ask.
  [[nodiscard]] virtual const void* typed(const std::type_info& type) const = 0;

  // The last two moves, as far as the position remembers them.
  [[nodiscard]] virtual PreviousMoves previous() const { return {}; }

  // Games with ko, passes and prisoners; elsewhere -1, 0, nothing.
  [[nodiscard]] virtual int ko() const { return -1; }
  [[nodiscard]] virtual int passes() const { return 0; }
  [[nodiscard]] virtual std::array<int, 2> prisoners() const { return {}; }
  [[nodiscard]] virtual std::vector<std::uint64_t> seen() const { return {}; }
  // The same stones and memory with a colour to move and no pass before; null in games without.
  [[nodiscard]] virtual std::unique_ptr<AnyPosition> resumed(Color /*color*/) const {
    return nullptr;
  }
};

template <Position P>
const P* position_as(const AnyPosition& position) {
  return static_cast<const P*>(position.typed(typeid(P)));
}

// Wraps a concrete position; instantiated for all types of the core, each in its room, by
// games/held_position.h.
template <Position P>
std::unique_ptr<AnyPosition> hold(P position);

// `count` random games on `threads` threads; the result does not depend on `threads`. Blocks are
// numbered from `first_block` on, so that a long run can be cut into calls. Throws Interrupted.
inline constexpr std::uint32_t kPlayoutsPerBlock = 64;
Tally run_playouts(const AnyPosition& start, std::uint64_t count, std::uint64_t seed, int threads,
                   std::uint64_t first_block, Interrupt& interrupt);

}  // namespace katachi
