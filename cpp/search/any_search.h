// A search of any core game behind one interface, for the border to Python.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "games/any_position.h"
#include "knowledge/move_knowledge.h"
#include "knowledge/outside_value.h"
#include "knowledge/pattern_values.h"
#include "search/budget.h"
#include "search/mcts.h"
#include "search/settings.h"

namespace katachi {

// A playout to make: the moves that led to its start, its seed, whether the policy learns from it.
struct PlayoutRequest {
  Move before = kNoMove;
  Move last = kNoMove;
  std::uint64_t seed = 0;
  bool learn = true;
};

struct PlayedOut {
  std::vector<Move> moves;
  Outcome outcome;
};

template <class P>
PlayedOut play_out(Mcts<P>& search, const P& start, const PlayoutRequest& request) {
  auto record = std::make_unique<Simulation>();
  Rng rng(request.seed);
  PlayedOut played;
  played.outcome =
      search.play_out(start, request.before, request.last, rng, request.learn, *record);
  played.moves.assign(record->moves.begin(), record->moves.begin() + record->length);
  return played;
}

class AnySearch {
 public:
  AnySearch() = default;
  AnySearch(const AnySearch&) = delete;
  AnySearch& operator=(const AnySearch&) = delete;
  virtual ~AnySearch() = default;

  // False if the position is of another game or board.
  virtual bool set_position(const AnyPosition& position) = 0;
  virtual bool new_game(const AnyPosition& position) = 0;
  // False if the move is illegal.
  virtual bool advance(Move move) = 0;
  // Advances by the move that leads to a position; false if there is none.
  virtual bool follow(const AnyPosition& position) = 0;
  virtual SearchReport run(const Budget& budget, const std::function<bool()>& stop,
                           std::span<const Move> moves) = 0;
  // One playout with the policy of the search (Mcts::play_out); false if the position is of another
  // game or board.
  virtual bool play_out(const AnyPosition& start, const PlayoutRequest& request,
                        PlayedOut& played) = 0;
  [[nodiscard]] virtual std::vector<MoveReport> dump(int deepest,
                                                     std::uint32_t least_visits) const = 0;
  // Whether the root is proven, or its most visited move stays ahead for so many simulations more.
  [[nodiscard]] virtual bool is_decided(std::uint64_t simulations) const = 0;
  // What selection compares at the root, by move; empty if there is no tree.
  [[nodiscard]] virtual std::vector<std::pair<Move, float>> scores() = 0;
  // Who judges positions, for the parts that need it; before the first run.
  virtual void set_evaluator(ValueFunction function) = 0;
  // The same by learned values; throws std::invalid_argument if they are for another board.
  virtual void set_evaluator(std::shared_ptr<const PatternValues> values) = 0;
  virtual void set_evaluator(std::shared_ptr<const PolicyValueNetwork> network) = 0;
  // Of the genetic part, one per thread; empty if it is off.
  [[nodiscard]] virtual std::vector<Population> populations() const = 0;
};

// The search of one position type; defined in search/typed_search.h.
template <class P>
struct SearchOf {
  static std::unique_ptr<AnySearch> make(const P& position, const MctsSettings& settings,
                                         const MoveKnowledge* knowledge,
                                         const MoveKnowledge* playout_knowledge);
};

// Knowledge may be null. Throws std::invalid_argument for knowledge of another board.
std::unique_ptr<AnySearch> make_search(const AnyPosition& position, const MctsSettings& settings,
                                       const MoveKnowledge* knowledge,
                                       const MoveKnowledge* playout_knowledge);

}  // namespace katachi
