// Random games of compiled rules. Where moves stay, the list is made once and shuffled as it is
// played; elsewhere one call a ply plays and lists what comes next.
#pragma once

#include "games/compiled/position.h"
#include "games/playout.h"

namespace katachi {

template <>
struct Playouts<CompiledPosition> {
  static void run(const CompiledPosition& start, std::uint32_t playouts, Rng& rng, Tally& tally) {
    for (std::uint32_t i = 0; i < playouts; ++i) {
      int length = 0;
      const Outcome outcome = play(start, rng, [&](Move, Color) { ++length; });
      tally.add(outcome, length);
    }
  }

  // One game; note(move, player) of every move.
  template <class Note>
  static Outcome play(const CompiledPosition& start, Rng& rng, Note note) {
    if (start.is_over()) return start.outcome();
    const CompiledRules& rules = start.rules();
    alignas(16) CompiledPosition::State state;
    std::memcpy(state.data(), start.state(), rules.bytes);
    MoveList moves;
    start.legal_moves(moves);
    const unsigned result = rules.moves_stay ? play_list(rules, state.data(), moves, rng, note)
                                             : play_steps(rules, state.data(), moves, rng, note);
    return CompiledPosition::outcome_of(rules, state.data(), result);
  }

 private:
  template <class Note>
  static unsigned play_list(const CompiledRules& rules, std::byte* state, MoveList& moves, Rng& rng,
                            Note note) {
    for (auto left = static_cast<std::uint32_t>(moves.size()); left > 0;) {
      const std::uint32_t i = rng.below(left--);
      const Move move = moves[i];
      moves[i] = moves[left];
      note(move, CompiledPosition::color_to_move(rules, state));
      const unsigned result =
          CompiledPosition::result_of(rules, state, "play", rules.play(state, move));
      if (result != 0) return result;
    }
    CompiledPosition::fail(rules, state, "outcome", "does not end the game when no move is left");
  }

  template <class Note>
  static unsigned play_steps(const CompiledRules& rules, std::byte* state, MoveList& moves,
                             Rng& rng, Note note) {
    auto count = static_cast<std::uint32_t>(moves.size());
    for (int ply = 0; ply < rules.longest; ++ply) {
      const Move move = moves[rng.below(count)];
      note(move, CompiledPosition::color_to_move(rules, state));
      const unsigned result = next(rules, state, move, moves, count);
      if (result != 0) return result;
    }
    CompiledPosition::fail(rules, state, "outcome", "does not end the game");
  }

 public:
  // Plays and lists the moves that follow; the result. For runners too.
  static unsigned next(const CompiledRules& rules, std::byte* state, Move move, MoveList& moves,
                       std::uint32_t& count) {
    const int answer = rules.step(state, move, moves.data());
    const unsigned result = CompiledPosition::result_of(rules, state, "play", answer & 15);
    count = static_cast<std::uint32_t>(answer) >> 4U;
    if (result == 0 && (count == 0 || count > rules.moves)) {
      CompiledPosition::fail(rules, state, "legal_moves",
                             "finds no move, but outcome says it goes on");
    }
    if (rules.checked) {
      CompiledPosition::check_moves(rules, state, {moves.begin(), count}, "legal_moves");
    }
    return result;
  }
};

}  // namespace katachi
