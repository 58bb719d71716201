#include "games/compiled/make.h"

#include <deque>
#include <mutex>
#include <utility>

#include "games/compiled/playout.h"
#include "games/compiled/refusal.h"
#include "games/held_position.h"

namespace katachi {

template std::unique_ptr<AnyPosition> hold(CompiledPosition);

const CompiledRules& keep_rules(CompiledRules rules) {
  require(rules.bytes > 0 && rules.bytes <= CompiledRules::kLargestState,
          "a state has at most " + std::to_string(CompiledRules::kLargestState) + " bytes, not " +
              std::to_string(rules.bytes));
  require(rules.to_move < rules.bytes, "to_move lies outside the state");
  require(rules.moves > 0 && rules.moves <= CompiledRules::kMostMoves,
          "a compiled game has 1 to " + std::to_string(CompiledRules::kMostMoves) + " moves, not " +
              std::to_string(rules.moves));
  require(rules.topology != nullptr, "a board is needed");
  const auto cells = static_cast<std::size_t>(rules.topology->cells());
  require(rules.stones < 0 || static_cast<std::size_t>(rules.stones) + cells <= rules.bytes,
          "the cells lie outside the state");
  require(rules.start != nullptr && rules.play != nullptr && rules.outcome != nullptr &&
              rules.legal_moves != nullptr && rules.step != nullptr,
          "a function is missing");
  rules.bytes = (rules.bytes + 7) / 8 * 8;
  static std::mutex mutex;
  static std::deque<CompiledRules> kept;  // never moves what it holds
  const std::scoped_lock lock(mutex);
  return kept.emplace_back(std::move(rules));
}

std::unique_ptr<AnyPosition> make_compiled(const CompiledRules& rules, const SetUp* set_up) {
  if (set_up == nullptr) return hold(CompiledPosition(rules));
  require(rules.set_up != nullptr, "this game knows no positions but those that are played");
  require_cells(*set_up, *rules.topology);
  std::vector<std::uint8_t> cells;
  for (const Color color : set_up->stones) {
    cells.push_back(color == Color::none ? 0 : static_cast<std::uint8_t>(1 + index_of(color)));
  }
  return hold(CompiledPosition(rules, std::span<const std::uint8_t>(cells), set_up->to_move));
}

std::unique_ptr<AnyPosition> make_compiled(const CompiledRules& rules,
                                           std::span<const std::byte> state, int moves_played) {
  return hold(CompiledPosition(rules, state, moves_played));
}

}  // namespace katachi
