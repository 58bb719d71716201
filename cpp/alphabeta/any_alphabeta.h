// An alpha-beta search of any game that has one, behind one interface, for the border to Python.
#pragma once

#include <functional>
#include <memory>

#include "alphabeta/report.h"
#include "alphabeta/settings.h"
#include "games/any_position.h"
#include "search/budget.h"

namespace katachi {

class AnyAlphaBeta {
 public:
  AnyAlphaBeta() = default;
  AnyAlphaBeta(const AnyAlphaBeta&) = delete;
  AnyAlphaBeta& operator=(const AnyAlphaBeta&) = delete;
  virtual ~AnyAlphaBeta() = default;

  // Whether the position is of the game and board that the search was made for.
  [[nodiscard]] virtual bool fits(const AnyPosition& position) const = 0;
  // Precondition: fits(position). The same budget without seconds gives the same answer, whatever
  // was searched before. `stop` is asked now and then whether to end early; it may be empty.
  virtual AlphaBetaReport run(const AnyPosition& position, const Budget& budget,
                              const RootQuestion& question, const std::function<bool()>& stop) = 0;
  // The static evaluation for the player to move, or the score of a finished game.
  [[nodiscard]] virtual int evaluate(const AnyPosition& position) const = 0;
};

// The search of a game, stated for its position types in games/<game>/alphabeta.h:
//   static std::unique_ptr<AnyAlphaBeta> make(const P& start, const AlphaBetaSettings& settings)
// Games without an evaluation state nothing.
template <class P>
struct AlphaBetaOf {};

// Throws std::invalid_argument for a game without an evaluation.
std::unique_ptr<AnyAlphaBeta> make_alphabeta(const AnyPosition& position,
                                             const AlphaBetaSettings& settings);

}  // namespace katachi
