// Go moves that a playout should not miss (FOREST 4.6; Gelly et al. 2006).
//
// Asked in MoGo's order, each part a setting: save a chain that the last move put in atari (by
// capturing a neighbour in atari or by running out, if that leaves more than one liberty and, if
// asked, no ladder catches it); catch the chain of the last move, at once or in a ladder; the vital
// point of a small eye beside the last move; one of the 3 x 3 shapes of near_shapes.h on the eight
// points around the last move; capture any chain in atari. Otherwise a random move, which refuses
// self-atari with a given probability.
//
// An eye of three to six empty points, all of whose neighbours are the opponent's, has a vital
// point if one stone there leaves no room for two eyes: the middle of three, of the T of four, of
// the cross and the bulky five, of the flower six (nakade).
//
// Chains come into atari only when a stone is placed beside them or joins them: a short list of
// stones whose chains were in atari then finds all captures without a look at the board.
#pragma once

#include <algorithm>
#include <array>

#include "games/go/ladder.h"
#include "games/go/near_shapes.h"
#include "games/go/runner.h"
#include "search/playout_heuristics.h"
#include "search/settings.h"

namespace katachi {

template <int kCapacity>
class PlayoutHeuristics<GoPosition<kCapacity>> {
 public:
  using P = GoPosition<kCapacity>;
  using Board = GoBoard<kCapacity>;

  PlayoutHeuristics(const P& start, const PlayoutSettings& settings)
      : settings_(settings),
        shapes_(go_shape_table().data()),
        surroundings_(start.topology().size()),
        ladders_(start.topology(), kMostLadderMoves),
        off_(start.topology().off_board()) {}

  [[nodiscard]] bool used() const { return settings_.has_urgent_moves(); }

  void begin(const Runner<P>& runner) {
    in_atari_[0].clear();
    in_atari_[1].clear();
    const Board& board = runner.board();
    if (reads_surroundings()) surroundings_.begin(board);
    if (!settings_.captures) return;
    for (Cell cell = 0; cell < off_; ++cell) {
      if (board.at(cell) != Color::none && board.head(cell) == cell) note(board, cell);
    }
  }

  // After the runner has played.
  void played(const Runner<P>& runner, Move move, Color color) {
    if (move >= off_) return;
    const Board& board = runner.board();
    if (reads_surroundings()) {
      surroundings_.change(move, color);
      // Captured stones are the newest empty points.
      for (int i = 1; i <= runner.captured(); ++i) {
        surroundings_.change(board.empty(board.empty_count() - i), opponent(color));
      }
    }
    if (!settings_.captures) return;
    note(board, move);
    for (int d = 0; d < 4; ++d) {
      const Cell n = board.neighbours(move)[d];
      if (n != off_ && board.at(n) == opponent(color)) note(board, n);
    }
  }

  // A move that must not wait, or kNoMove.
  Move urgent(const Runner<P>& runner, Move last, Rng& rng) {
    if (last < off_) {
      if (settings_.atari_escapes) {
        const Move move = escape(runner, last, rng);
        if (move != kNoMove) return move;
      }
      if (settings_.attacks) {
        const Move move = attack(runner, last, rng);
        if (move != kNoMove) return move;
      }
      if (settings_.nakade) {
        const Move move = vital_point_near(runner, last);
        if (move != kNoMove) return move;
      }
      if (settings_.near_shapes) {
        const Move move = shape_near(runner, last, rng);
        if (move != kNoMove) return move;
      }
    }
    return settings_.captures ? capture(runner, rng) : kNoMove;
  }

  // A random move; passes rather than put its own stones in atari.
  Move quiet(Runner<P>& runner, Rng& rng) {
    if (settings_.self_atari_refusal <= 0.0F) return runner.random(rng);
    const Color color = runner.to_move();
    return runner.random(rng, [&](Cell cell) {
      return runner.board().is_self_atari(cell, color) &&
             static_cast<float>(rng.next() >> 40U) * 0x1p-24F < settings_.self_atari_refusal;
    });
  }

 private:
  // A reading that needs more says that the chain escapes: long ladders are rare in playouts, and
  // would take most of the time.
  static constexpr int kMostLadderMoves = 50;
  static constexpr std::size_t kLargestEye = 6;

  // A few cells without allocation; more than fit are dropped.
  struct Cells {
    std::array<Cell, 64> cells;
    std::uint32_t count = 0;

    void clear() { count = 0; }
    void add(Cell cell) {
      if (count < cells.size()) cells[count++] = cell;
    }
    [[nodiscard]] Move any(Rng& rng) const {
      return count == 0 ? kNoMove : cells[rng.below(count)];
    }
  };

  [[nodiscard]] bool reads_surroundings() const {
    return settings_.near_shapes || settings_.nakade;
  }

  void note(const Board& board, Cell stone) {
    if (board.at(stone) != Color::none && board.in_atari(stone)) {
      in_atari_[index_of(board.at(stone))].add(stone);
    }
  }

  // Own chains beside the last move that have one liberty left.
  Move escape(const Runner<P>& runner, Cell last, Rng& rng) {
    const Board& board = runner.board();
    const Color color = runner.to_move();
    candidates_.clear();
    bool can_read = false;
    for (int d = 0; d < 4; ++d) {
      const Cell n = board.neighbours(last)[d];
      if (n == off_ || board.at(n) != color || !board.in_atari(n)) continue;
      const Cell exit = board.last_liberty(n);
      if (runner.playable(exit) && !board.is_self_atari(exit, color)) {
        if (settings_.ladders && !can_read) show_board(board, color);
        can_read = true;
        if (!settings_.ladders || ladders_.extend(n, exit) != LadderReader::Extension::caught) {
          candidates_.add(exit);
        }
      }
      Cell stone = n;
      do {
        for (int e = 0; e < 4; ++e) {
          const Cell other = board.neighbours(stone)[e];
          if (other == off_ || board.at(other) != opponent(color) || !board.in_atari(other))
            continue;
          const Cell taking = board.last_liberty(other);
          if (taking != exit && runner.playable(taking)) candidates_.add(taking);
        }
        stone = board.next(stone);
      } while (stone != n);
    }
    return candidates_.any(rng);
  }

  // Catches the chain of the last move: takes it, or begins a ladder that it cannot escape.
  Move attack(const Runner<P>& runner, Cell last, Rng& rng) {
    const Board& board = runner.board();
    const Color color = runner.to_move();
    if (board.at(last) != opponent(color)) return kNoMove;  // a suicide
    if (board.in_atari(last)) {
      const Cell taking = board.last_liberty(last);
      return runner.playable(taking) ? taking : kNoMove;
    }
    std::array<Cell, 2> two{off_, off_};
    if (!has_two_liberties(board, last, two)) return kNoMove;
    show_board(board, color);
    candidates_.clear();
    for (const Cell liberty : two) {
      if (runner.playable(liberty) && !board.is_self_atari(liberty, color) &&
          ladders_.attack(last, liberty) == LadderReader::Attack::catches) {
        candidates_.add(liberty);
      }
    }
    return candidates_.any(rng);
  }

  // Precondition: the chain has two liberties or more, and `two` holds no point.
  bool has_two_liberties(const Board& board, Cell chain, std::array<Cell, 2>& two) const {
    if (board.pseudo_liberties(chain) > 8) return false;  // a point has four neighbours
    std::size_t found = 0;
    Cell stone = chain;
    do {
      for (int d = 0; d < 4; ++d) {
        const Cell n = board.neighbours(stone)[d];
        if (n == off_ || board.at(n) != Color::none || n == two[0] || n == two[1]) continue;
        if (found == 2) return false;
        two[found++] = n;
      }
      stone = board.next(stone);
    } while (stone != chain);
    return true;
  }

  // Gives the reader of ladders the board, with `color` to move.
  void show_board(const Board& board, Color color) {
    static_assert(index_of(Color::black) == 0 && index_of(Color::white) == 1);
    // Empty points are 0, the player to move is first = 1, the other second = 2; written so that it
    // becomes vector code, because this is most of a short reading.
    const unsigned turn = color == Color::black ? 0U : 1U;
    const Color* const from = board.stones().data();
    std::uint8_t* const to = contents_.data();
    const std::size_t cells = off_;
    for (std::size_t cell = 0; cell < cells; ++cell) {
      const unsigned stone = static_cast<std::uint8_t>(from[cell]);
      to[cell] = static_cast<std::uint8_t>(stone == 2 ? 0U : (stone ^ turn) + 1U);
    }
    contents_[off_] = LadderReader::outside;
    ladders_.set_board(contents_.data(), board.ko());
  }

  Move vital_point_near(const Runner<P>& runner, Cell last) const {
    const Board& board = runner.board();
    const unsigned small = runner.to_move() == Color::black ? 4U : 8U;
    for (int d = 0; d < 4; ++d) {
      const Cell n = board.neighbours(last)[d];
      if (n == off_ || board.at(n) != Color::none) continue;
      if ((shapes_[surroundings_.at(n)] & small) == 0) continue;
      const Move move = vital_point(board, n, runner.to_move());
      if (move != kNoMove && runner.playable(move)) return move;
    }
    return kNoMove;
  }

  // Of the eye around an empty point, if it touches no stone of `attacker`; kNoMove if it has none.
  Move vital_point(const Board& board, Cell inside, Color attacker) const {
    std::array<Cell, kLargestEye> eye;
    std::size_t size = 0;
    int sides = 0;  // pairs of neighbours, counted twice
    int most = 0;
    Move middle = kNoMove;  // the point with the most neighbours inside
    eye[size++] = inside;
    for (std::size_t i = 0; i < size; ++i) {
      int inner = 0;
      for (int d = 0; d < 4; ++d) {
        const Cell n = board.neighbours(eye[i])[d];
        if (n == off_) continue;
        if (board.at(n) == attacker) return kNoMove;
        if (board.at(n) != Color::none) continue;
        ++inner;
        const Cell* const end = eye.data() + size;
        if (std::find(static_cast<const Cell*>(eye.data()), end, n) != end) continue;
        if (size == eye.size()) return kNoMove;
        eye[size++] = n;
      }
      sides += inner;
      if (inner > most) {
        most = inner;
        middle = eye[i];
      }
    }
    const bool vital = (size == 3) || (size == 4 && most == 3) ||
                       (size == 5 && (most == 4 || (most == 3 && sides == 10))) ||
                       (size == 6 && most == 4 && sides == 12);
    return vital ? middle : kNoMove;
  }

  Move shape_near(const Runner<P>& runner, Cell last, Rng& rng) {
    const Board& board = runner.board();
    const Color color = runner.to_move();
    const unsigned mover = color == Color::black ? 1U : 2U;
    candidates_.clear();
    for (unsigned d = 0; d < 8; ++d) {
      const Cell n = surroundings_.eight().neighbours(last)[d];
      if (n == off_ || board.at(n) != Color::none) continue;
      if ((shapes_[surroundings_.at(n)] & mover) == 0) continue;
      if (runner.playable(n) && !board.is_self_atari(n, color)) candidates_.add(n);
    }
    return candidates_.any(rng);
  }

  Move capture(const Runner<P>& runner, Rng& rng) {
    const Board& board = runner.board();
    const Color prey = opponent(runner.to_move());
    Cells& known = in_atari_[index_of(prey)];
    candidates_.clear();
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < known.count; ++i) {
      const Cell stone = known.cells[i];
      if (board.at(stone) != prey || !board.in_atari(stone)) continue;
      known.cells[kept++] = stone;
      const Cell taking = board.last_liberty(stone);
      if (runner.playable(taking)) candidates_.add(taking);
    }
    known.count = kept;
    return candidates_.any(rng);
  }

  PlayoutSettings settings_;
  const std::uint8_t* shapes_;
  GoSurroundingsMap<kCapacity> surroundings_;
  LadderReader ladders_;
  std::array<std::uint8_t, kCapacity + 1> contents_;  // for the reader of ladders
  Cell off_;
  std::array<Cells, 2> in_atari_;  // stones by colour; their chains were in atari once
  Cells candidates_;
};

}  // namespace katachi
