// Every knob of the search in one place, grouped by phase, with its default and its source.
//
// Papers: HAVANNAH (Stankiewicz 2011), SHAPES (Nguyen 2014), FOREST (van Niekerk 2014), AGENTS
// (Hawk 2017). Notation: v value and n visits of a child, N visits of its parent.
#pragma once

#include <cstdint>
#include <limits>

namespace katachi {

struct SelectionSettings {
  enum class Formula : std::uint8_t {
    uct,         // v + C sqrt(ln N / n)                                   HAVANNAH 2.1
    uct_two,     // v + C sqrt(2 ln N / n)                                 AGENTS 1.2
    ucb1_tuned,  // v + C sqrt(ln N / n min(1/4, v(1-v) + sqrt(2 ln N / n)))  Auer et al. 2002
    puct,        // v + C P sqrt(N) / (1 + n)                              needs knowledge
  };
  enum class Rave : std::uint8_t {
    none,
    hand_selected,  // weight of AMAF a = R / (R + n)                      HAVANNAH 2.2
    minimum_mse,    // a = m / (n + m + 4 n m b^2), m AMAF visits           Gelly and Silver 2011
  };
  enum class Bias : std::uint8_t {
    none,
    simple,   // + W H / n                                                 Chaslot et al. 2008
    chaslot,  // (1-a) v + a rave + (G + W / ln(2 + n)) H                  SHAPES 2.2
    huang,    // (1-a) (v + C sqrt(ln N / n)) + a rave + W H / N           SHAPES 2.3
    ikeda,    // UCB + W sqrt(K / (N + K)) P                               SHAPES 2.4 and 5.1
  };
  enum class Genetic : std::uint8_t {
    none,
    agents2017,  // + W h, h = weights times board properties / cells; weights in [0, 1]
    any_sign,    // the same with weights in [-1, 1] and nothing known of what is good
  };

  Formula formula = Formula::uct;
  float exploration = 0.7F;  // C; Kocsis and Szepesvari 2006: 1 / sqrt 2
  // Value of a child without visits; infinite: every child is tried once, in random order.
  float first_play_urgency = std::numeric_limits<float>::infinity();
  Rave rave = Rave::none;
  float rave_equivalence = 50.0F;  // R; HAVANNAH 4.1
  float rave_bias = 0.1F;          // b of minimum_mse
  int grave_visits = 0;  // AMAF from the nearest ancestor with so many visits; Cazenave 2015
  int amaf_moves = 0;    // Extended RAVE: only so many moves of a playout count; 0: all
  int killer_moves = 0;  // Killer RAVE: only so many moves of each player; Lorentz 2010; 0: all
  float history_weight = 0.0F;  // W of progressive history, HAVANNAH 2.3; 0: off
  Bias bias = Bias::none;
  float bias_weight = 0.5F;      // W, C_BT, C_PB; SHAPES 5.1
  float bias_horizon = 5000.0F;  // K; SHAPES 5.1
  float bias_constant = 0.0F;    // G of chaslot
  bool widening = false;         // children enter in the order of their strength; FOREST 2.4
  float widening_start = 40.0F;  // t(k+1) = t(k) + start * growth^(k-1); Coulom 2007
  float widening_growth = 1.4F;
  bool solver = false;  // proven wins, losses and draws; Winands et al. 2008
  bool score_bounds =
      false;  // bounds as well: at least or at most a draw; Cazenave, Saffidine 2010
  Genetic genetic = Genetic::none;  // weights that evolve during the search; AGENTS 3.2.3
  float genetic_weight = 1.0F;      // W; AGENTS gives none
};

struct ExpansionSettings {
  int visits = 1;  // a leaf gets children when it is visited once more than this
  // Initial visits and wins of a move, HAVANNAH 3.7; connection games only, except knowledge.
  bool joint_neighbour = false;     // 3.7.1
  bool local_connections = false;   // 3.7.2
  bool edge_connections = false;    // 3.7.3
  bool edge_counts_itself = false;  // table 4.21
  float knowledge_visits = 0.0F;    // equivalent visits of a learned move evaluation
  bool dead_cells = false;          // leave out the useless cells of HAVANNAH 3.4
  bool transpositions = false;      // equal positions share their children; Childs et al. 2008
  // Leaves that wait for their children until knowledge is asked about all of them at once. A leaf
  // that waits is played out from as before. 1: nobody waits.
  int batch = 1;
};

struct PlayoutSettings {
  enum class Base : std::uint8_t {
    uniform,
    roulette,        // p = strength / sum; HAVANNAH 3.5
    epsilon_greedy,  // the strongest move with probability 1 - epsilon; HAVANNAH 3.6
    softmax,         // p = exp(strength / temperature) / sum
    mast,            // softmax over the win rates of moves; Finnsson and Bjornsson 2008
    nst,             // softmax over means of win rates of moves and N-grams; Tak et al. 2012
  };
  Base base = Base::uniform;
  float epsilon = 0.1F;      // HAVANNAH 3.6
  float temperature = 1.0F;  // of softmax, mast and nst; 1 leaves strengths as they are
  // Strengths of roulette, epsilon_greedy and softmax are given to the search, or:
  bool joint_neighbour = false;  // neighbour moves 40, joint moves 30, others 5; HAVANNAH 4.6.1
  bool dead_cells = false;       // the useless cells of HAVANNAH 3.4 weigh nothing
  bool decisive = false;         // play a winning move; Teytaud and Teytaud 2010
  bool anti_decisive = false;    // stop the opponent's winning move
  float mate = 0.0F;             // c of Havannah-Mate: cells / c plies of a playout; 0: off
  int last_good_reply = 0;       // LGR-1 or LGR-2, HAVANNAH 2.2.4
  bool forgetting = false;       // LGRF
  bool keep_replies = true;      // tables go on after a real move
  int ngrams = 0;                // N-gram1 or N-gram2, HAVANNAH 2.2.5
  float ngram_decay = 0.0F;      // gamma, after every real move
  float ngram_threshold = 0.0F;  // T: played more often than this
  bool ngram_averaging = false;  // mean of 1 and 2
  // Go, before the base policy; FOREST 4.6, Gelly et al. 2006.
  bool atari_escapes = false;       // save chains that the last move put in atari
  bool ladders = false;             // but do not run where a ladder catches them
  bool attacks = false;             // catch the chain of the last move, at once or in a ladder
  bool nakade = false;              // the vital point of a small eye beside the last move
  bool near_shapes = false;         // 3 x 3 shapes around the last move
  bool captures = false;            // take any chain in atari
  float self_atari_refusal = 0.0F;  // probability that a random move refuses self-atari
};

struct BackupSettings {
  // Share of the scaled score (s + b^2) / (2 b^2) in the value (AGENTS); the rest is the win.
  float score_share = 0.0F;
};

struct FinalSettings {
  enum class Choice : std::uint8_t { most_visits, best_value };
  Choice choice = Choice::most_visits;  // ties: the better value
  float temperature = 0.0F;  // draw the move by visits^(1/temperature), for self-play; 0: the best
  // With a budget of simulations, end when no other move can get as many visits any more: the same
  // move in less time, and a smaller tree for the next one. One thread, most_visits, no solver.
  bool stop_when_decided = false;
};

struct MctsSettings {
  SelectionSettings selection;
  ExpansionSettings expansion;
  PlayoutSettings playout;
  BackupSettings backup;
  FinalSettings final_move;
  std::uint64_t seed = 0;
  int threads = 1;
  int megabytes = 256;  // of the tree; when it is full the search goes on without growing
};

}  // namespace katachi
