// A search of any core game behind one interface, for the border to Python.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "games/any_position.h"
#include "search/mcts.h"
#include "search/settings.h"

namespace katachi {

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
  virtual SearchReport run(const Budget& budget, const std::function<bool()>& stop) = 0;
  [[nodiscard]] virtual std::vector<MoveReport> dump(int deepest,
                                                     std::uint32_t least_visits) const = 0;
};

// Strengths of moves, asked of somebody outside the core; may be called from several threads.
using StrengthFunction =
    std::function<void(std::unique_ptr<AnyPosition>, std::span<const Move>, std::span<float>)>;

// Where strengths come from: at most one of the two is set.
struct KnowledgeSource {
  std::vector<float> by_move;
  StrengthFunction function;
};

// `playout_weights` by move number, or empty. Throws std::invalid_argument for an unknown type.
std::unique_ptr<AnySearch> make_search(const AnyPosition& position, const MctsSettings& settings,
                                       const KnowledgeSource& knowledge,
                                       const std::vector<float>& playout_weights);

}  // namespace katachi
