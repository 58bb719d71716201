// Playout: from a leaf to the end of the game.
//
// Uniform playouts use each game's fastest way, an overload of play_uniform in
// games/<game>/uniform_playout.h. A policy goes through its parts in a fixed order at every ply,
// the first that has a move plays it: decisive move, anti-decisive move, last good reply, N-gram,
// urgent move of the game, base policy. After the move a double threat may end the game
// (Havannah-Mate).
#pragma once

#include <algorithm>
#include <cmath>

#include "search/capabilities.h"
#include "search/playout/policy_memory.h"
#include "search/playout/threats.h"
#include "search/playout_heuristics.h"
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

template <class P>
class PolicyPlayout {
  static_assert(KnowsThreats<Runner<P>> == has_capability<P>(Capability::winning_cells));

 public:
  // `start` tells the board; `knowledge` the strengths for the base policies that need them.
  PolicyPlayout(const P& start, const PlayoutSettings& settings,
                std::shared_ptr<const Knowledge<P>> knowledge, const History& history)
      : settings_(settings),
        history_(history),
        strengths_(start, settings, knowledge),
        heuristics_(start, settings),
        roulette_(settings, knowledge.get()) {}

  // Plays to the end and records the moves. `before` and `last` are the moves that led to `start`.
  Outcome play(const P& start, Move before, Move last, const PolicyMemory& memory, Rng& rng,
               Simulation& record) {
    if (roulette_.ready()) return roulette_.play(start, rng, record);
    Runner<P> runner(start);
    strengths_.begin(start, runner);
    heuristics_.begin(runner);
    Threats<P> threats;
    if constexpr (KnowsThreats<Runner<P>>) {
      if (settings_.decisive || settings_.anti_decisive) threats.find_all(runner);
    }
    int mate_plies = 0;
    if constexpr (KnowsThreats<Runner<P>>) {
      mate_plies = settings_.mate_plies(start.topology().cells());
    }
    for (int ply = 0; !runner.over(); ++ply) {
      const Color player = runner.to_move();
      if constexpr (KeepsThreats<Runner<P>>) {
        runner.watch_threats(ply < mate_plies && !settings_.decisive && !settings_.anti_decisive);
      }
      const Move move = choose(runner, threats, before, last, memory, rng);
      record.note(move, player);
      runner.play(move);
      strengths_.played(runner, move, player);
      heuristics_.played(runner, move, player);
      if constexpr (KnowsThreats<Runner<P>>) {
        const bool mate = ply < mate_plies;
        if (!runner.over() && (mate || settings_.decisive || settings_.anti_decisive)) {
          threats.look_around(runner, settings_, move, player, mate);
        }
      }
      before = last;
      last = move;
    }
    return runner.outcome();
  }

 private:
  Move choose(Runner<P>& runner, Threats<P>& threats, Move before, Move last,
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
