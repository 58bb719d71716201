// Knowledge: anything that gives strengths to the moves of a position.
//
// One interface for bias, widening order, initial visits and playout weights. Strengths are
// positive; only their ratios matter. A virtual call per expanded node is nothing beside the
// expansion. What was learned, whatever the game, is a MoveKnowledge; this is one that has been
// asked to speak of positions of one type.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>

#include "games/position.h"
#include "games/topology.h"

namespace katachi {

class BitShapes;
class LocalPatternWeights;

template <class P>
class Knowledge {
 public:
  Knowledge() = default;
  Knowledge(const Knowledge&) = delete;
  Knowledge& operator=(const Knowledge&) = delete;
  virtual ~Knowledge() = default;
  // Fills strengths [moves], one for each move. Called from several threads at once.
  virtual void strengths(const P& position, std::span<const Move> moves,
                         std::span<float> strengths) const = 0;
  // Several positions at once, for knowledge that is cheaper so.
  struct Question {
    const P* position;
    std::span<const Move> moves;
    std::span<float> strengths;
  };
  virtual void answer(std::span<const Question> questions) const {
    for (const Question& one : questions) strengths(*one.position, one.moves, one.strengths);
  }
  // A form of the same strengths that a playout keeps up to date itself instead of asking at every
  // ply; at most one is set, and it lives as long as the knowledge.
  struct Shortcut {
    std::span<const float> by_move = {};  // one strength per move, whatever the position
    const LocalPatternWeights* patterns = nullptr;
    const BitShapes* bit_shapes = nullptr;
  };
  [[nodiscard]] virtual Shortcut shortcut() const { return {}; }
};

// Where knowledge is asked for: a board of the core, or null for a game that is written elsewhere,
// and the number of its moves.
struct AskedBoard {
  const Topology* topology = nullptr;
  std::size_t moves = 0;
};

// Positions that are cells with stones on them: those of the core.
template <class P>
concept OnBoard = requires(const P& position) {
  { position.topology() } -> std::same_as<const Topology&>;
};

}  // namespace katachi
