// Playout: from a leaf to the end of the game.
//
// Uniform playouts use each game's fastest way, an overload of play_uniform in
// games/<game>/uniform_playout.h. A policy goes through its parts in a fixed order at every ply,
// the first that has a move plays it: decisive move, anti-decisive move, last good reply, N-gram,
// urgent move of the game, base policy. After the move a double threat may end the game
// (Havannah-Mate).
#pragma once

#include <algorithm>
#include <bitset>
#include <cmath>
#include <concepts>

#include "search/capabilities.h"
#include "search/playout_heuristics.h"
#include "search/replies.h"
#include "search/roulette_playout.h"
#include "search/runner.h"
#include "search/selection.h"
#include "search/settings.h"
#include "search/simulation.h"
#include "search/strengths.h"

namespace katachi {

// A uniformly random game. `record` is null if nobody reads the moves.
template <class P>
Outcome play_uniform(const P& start, Rng& rng, Simulation* record) {
  Runner<P> runner(start);
  while (!runner.over()) {
    const Move move = runner.random(rng);
    if (record != nullptr) record->note(move, runner.to_move());
    runner.play(move);
  }
  return runner.outcome();
}

// What a policy remembers; one per thread.
struct PolicyMemory {
  LastGoodReplies replies;
  Ngrams ngrams;

  PolicyMemory(std::size_t moves, const PlayoutSettings& settings)
      : replies(moves, settings.last_good_reply),
        ngrams(moves, ngram_length(settings), settings.ngram_threshold) {}

  // NST reads the tables of both lengths.
  static int ngram_length(const PlayoutSettings& settings) {
    return settings.base == PlayoutSettings::Base::nst ? 2 : settings.ngrams;
  }

  // Learns a playout that followed the moves `before` and `last`. A draw teaches no reply.
  void learn(const PlayoutSettings& settings, const Simulation& record, Move before, Move last,
             Color winner) {
    const bool replying = settings.last_good_reply > 0 && winner != Color::none;
    const bool counting = ngram_length(settings) > 0;
    if (!replying && !counting) return;
    for (std::uint32_t i = 0; i < record.length; ++i) {
      const Move move = record.moves[i];
      const Color player = record.players[i];
      if (replying) {
        replies.learn(player, before, last, move, winner == player, settings.forgetting);
      }
      if (counting) {
        const float value = winner == Color::none ? 0.5F : winner == player ? 1.0F : 0.0F;
        ngrams.learn(player, before, last, move, value);
      }
      before = last;
      last = move;
    }
  }

  void after_real_move(const PlayoutSettings& settings) {
    if (!settings.keep_replies) replies.clear();
    ngrams.decay(settings.ngram_decay);
  }
};

// A runner that knows winning cells:
//   wins(cell, color)            what a stone there would win, or Reason::none
//   cells_changed_by(stone, f)   f(cell) for the empty cells that the stone may have made winning
//   win(color, reason)           ends the game
template <class R>
concept KnowsThreats = requires(const R& runner, Cell cell, Color color) {
  { runner.wins(cell, color) } -> std::same_as<Reason>;
};

template <class P>
class PolicyPlayout {
  static_assert(KnowsThreats<Runner<P>> == has_capability<P>(Capability::winning_cells));

 public:
  // `start` tells the board; `source` the strengths for the base policies that need them.
  PolicyPlayout(const P& start, const PlayoutSettings& settings, const StrengthSource<P>& source,
                const History& history)
      : settings_(settings),
        history_(history),
        strengths_(start, settings, source),
        heuristics_(start, settings),
        roulette_(settings, source) {}

  // Plays to the end and records the moves. `before` and `last` are the moves that led to `start`.
  Outcome play(const P& start, Move before, Move last, const PolicyMemory& memory, Rng& rng,
               Simulation& record) {
    if (roulette_.ready()) return roulette_.play(start, rng, record);
    Runner<P> runner(start);
    strengths_.begin(start, runner);
    heuristics_.begin(runner);
    Threats threats;
    if constexpr (KnowsThreats<Runner<P>>) {
      if (settings_.decisive || settings_.anti_decisive) threats.find_all(runner);
    }
    int mate_plies = 0;
    if constexpr (KnowsThreats<Runner<P>>) {
      if (settings_.mate > 0.0F) {
        const auto cells = static_cast<float>(start.topology().cells());
        // A tiny c asks for more plies than there are.
        const float plies = std::min(cells / settings_.mate, cells);
        mate_plies = static_cast<int>(plies);
      }
    }
    for (int ply = 0; !runner.over(); ++ply) {
      const Color player = runner.to_move();
      const Move move = choose(runner, threats, before, last, memory, rng);
      record.note(move, player);
      runner.play(move);
      strengths_.played(runner, move, player);
      heuristics_.played(runner, move, player);
      if constexpr (KnowsThreats<Runner<P>>) {
        const bool mate = ply < mate_plies;
        if (!runner.over() && (mate || settings_.decisive || settings_.anti_decisive)) {
          look_around(runner, threats, move, player, mate);
        }
      }
      before = last;
      last = move;
    }
    return runner.outcome();
  }

 private:
  // All cells where a colour wins at once.
  struct Threats {
    std::array<std::array<Cell, kMaxCells>, 2> cells;
    std::array<std::size_t, 2> count{};
    std::array<std::bitset<kMaxCells>, 2> known;

    void add(Color color, Cell cell) {
      const std::size_t p = index_of(color);
      if (known[p][cell]) return;
      known[p].set(cell);
      cells[p][count[p]++] = cell;
    }
    // In games where threats may pass (a runner says so by kThreatsPass) a cell is asked again.
    static constexpr bool kPass = requires { requires Runner<P>::kThreatsPass; };
    static bool is_open(const Runner<P>& runner, Color color, Cell cell) {
      if constexpr (kPass) {
        return runner.playable(cell) && runner.wins(cell, color) != Reason::none;
      } else {
        return runner.playable(cell);
      }
    }
    // An open threat of the colour, or kNoMove. Drops those that are open no longer.
    Move open(const Runner<P>& runner, Color color) {
      const std::size_t p = index_of(color);
      while (count[p] > 0) {
        const Cell cell = cells[p][count[p] - 1];
        if (is_open(runner, color, cell)) return cell;
        --count[p];
        if constexpr (kPass) known[p].reset(cell);
      }
      return kNoMove;
    }
    void find_all(const Runner<P>& runner)
      requires KnowsThreats<Runner<P>>
    {
      for (const Color color : {Color::black, Color::white}) {
        runner.for_each([&](Move cell) {
          if (runner.wins(cell, color) != Reason::none) add(color, cell);
          return true;
        });
      }
    }
  };

  // Remembers the winning cells around the stone just placed: only there can new ones arise. Two of
  // them cannot both be stopped: Havannah-Mate ends the game there.
  void look_around(Runner<P>& runner, Threats& threats, Cell stone, Color player, bool mate) const
    requires KnowsThreats<Runner<P>>
  {
    const bool remember = settings_.decisive || settings_.anti_decisive;
    Cell first = kNoMove;
    Reason reason = Reason::none;
    bool double_threat = false;
    runner.cells_changed_by(stone, [&](Cell cell) {
      if (cell == first) return true;
      const Reason wins = runner.wins(cell, player);
      if (wins == Reason::none) return true;
      if (first == kNoMove) {
        first = cell;
        reason = wins;
      } else {
        double_threat = true;
        if (mate) return false;
      }
      if (remember) threats.add(player, cell);
      return true;
    });
    if (mate && double_threat) runner.win(player, reason);
  }

  Move choose(Runner<P>& runner, Threats& threats, Move before, Move last,
              const PolicyMemory& memory, Rng& rng) {
    const Color player = runner.to_move();
    if (settings_.decisive) {
      const Move move = threats.open(runner, player);
      if (move != kNoMove) return move;
    }
    if (settings_.anti_decisive) {
      const Move move = threats.open(runner, opponent(player));
      if (move != kNoMove) return move;
    }
    if (settings_.last_good_reply > 0) {
      const Move move =
          memory.replies.reply(player, before, last, [&](Move m) { return runner.playable(m); });
      if (move != kNoMove) return move;
    }
    if (settings_.ngrams > 0 && !explores(rng)) {
      const Move move = best_ngram(runner, before, last, memory, rng);
      if (move != kNoMove) return move;
    }
    if (heuristics_.used()) {
      const Move move = heuristics_.urgent(runner, last, rng);
      if (move != kNoMove) return move;
    }
    const Move move = base(runner, before, last, memory, rng);
    return move != kNoMove ? move : uniform(runner, rng);
  }

  // The choice of the base policy; kNoMove: any move.
  Move base(Runner<P>& runner, Move before, Move last, const PolicyMemory& memory, Rng& rng) {
    const std::size_t player = index_of(runner.to_move());
    switch (settings_.base) {
      case PlayoutSettings::Base::uniform:
        return kNoMove;
      case PlayoutSettings::Base::epsilon_greedy:
        return explores(rng) ? kNoMove : strengths_.best(runner, rng);
      case PlayoutSettings::Base::roulette:
      case PlayoutSettings::Base::softmax:
        return strengths_.draw(runner, rng);
      case PlayoutSettings::Base::mast:
        return gibbs(runner, rng, [&](Move m) { return history_.rate(player, m); });
      case PlayoutSettings::Base::nst: {
        const auto row = memory.ngrams.row_of(runner.to_move(), before, last, false);
        return gibbs(runner, rng,
                     [&](Move m) { return row.mean_with(history_.rate(player, m), m); });
      }
    }
    return kNoMove;
  }

  Move uniform(Runner<P>& runner, Rng& rng) {
    return heuristics_.used() ? heuristics_.quiet(runner, rng) : strengths_.uniform(runner, rng);
  }

  bool explores(Rng& rng) const {
    return static_cast<float>(rng.next() >> 40U) * 0x1p-24F < settings_.epsilon;
  }

  // The playable move with the best N-gram, if one is considered. Games that know which moves are
  // blocked compare many moves at a time.
  Move best_ngram(const Runner<P>& runner, Move before, Move last, const PolicyMemory& memory,
                  Rng& rng) const {
    const auto row =
        memory.ngrams.row_of(runner.to_move(), before, last, settings_.ngram_averaging);
    if constexpr (requires { runner.blocked(); }) {
      if (!row.averages()) return row.best(runner.blocked(), rng);
    } else if constexpr (requires { runner.stones(); }) {
      if (!row.averages()) return best_empty(runner, row, rng);
    }
    BestMove best;
    runner.for_each([&](Move move) {
      best.offer(move, row.rate(move), rng);
      return true;
    });
    return best.move();
  }

  // The same for games where an empty cell may still be unplayable: that is expensive to find out,
  // so it is asked of the best empty cell alone, and of the next one if the answer is no.
  Move best_empty(const Runner<P>& runner, const Ngrams::Row& row, Rng& rng) const {
    std::array<RateKey, kMaxCells + 1> blocked;
    block_stones(runner.stones(), blocked.data());
    for (;;) {
      const Move move = row.best(blocked.data(), rng);
      if (move == kNoMove) break;
      if (runner.playable(move)) return move;
      blocked[move] = kNoRate;
    }
    Move pass = kNoMove;
    runner.for_each([&](Move move) {
      if (move == runner.stones().size() && row.rate(move) >= 0.0F) pass = move;
      return false;
    });
    return pass;
  }

  // A playable move with probability proportional to exp(score / temperature).
  template <class Score>
  Move gibbs(const Runner<P>& runner, Rng& rng, Score score) {
    list_.clear();
    runner.for_each([&](Move move) {
      list_.add(move, std::exp(score(move) / settings_.temperature));
      return true;
    });
    return list_.draw(rng);
  }

  PlayoutSettings settings_;
  const History& history_;
  Strengths<P> strengths_;
  PlayoutHeuristics<P> heuristics_;
  RoulettePlayout<P> roulette_;
  WeightedList list_;
};

}  // namespace katachi
