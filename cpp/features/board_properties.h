// Five properties of a board, for one player: what the genetic part of the search weighs.
//
// AGENTS tables 3.1 and 3.2 name those of Go and Hex; Othello and Havannah have five of the same
// kind. All are counts of cells, discs or moves. `signs` say whether more of it is good (+1) or bad
// (-1) for the player; AGENTS adds everything with positive weights, which its own argument does
// not want (the opponent's liberties are no merit).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "games/any_position.h"
#include "games/go/position.h"
#include "games/havannah/position.h"
#include "games/hex/position.h"
#include "games/othello/position.h"

namespace katachi {

inline constexpr std::size_t kPropertyCount = 5;
using Properties = std::array<int, kPropertyCount>;
using PropertyNames = std::array<const char*, kPropertyCount>;

// Games without properties have no specialisation with `of`.
template <class P>
struct BoardProperties {};

template <class P>
concept HasProperties = requires(const P& position) {
  { BoardProperties<P>::of(position, Color::black) } -> std::same_as<Properties>;
};

template <int kSize>
struct BoardProperties<OthelloPosition<kSize>> {
  static constexpr PropertyNames kNames{"net discs", "own moves", "their moves", "own corners",
                                        "their corners"};
  static constexpr Properties kSigns{1, 1, -1, 1, -1};

  static Properties of(const OthelloPosition<kSize>& position, Color player) {
    using Bits = othello::Bits<kSize>;
    constexpr Bits kCorners = Bits{1} | (Bits{1} << (kSize - 1)) |
                              (Bits{1} << (kSize * (kSize - 1))) | (Bits{1} << (kSize * kSize - 1));
    const Color other = opponent(player);
    const auto count = [](Bits bits) { return othello::count(bits); };
    return {count(position.discs(player)) - count(position.discs(other)),
            count(position.mobility(player)), count(position.mobility(other)),
            count(position.discs(player) & kCorners), count(position.discs(other) & kCorners)};
  }
};

// Liberties are empty points beside a stone of the colour, each counted once.
template <int kCapacity>
struct BoardProperties<GoPosition<kCapacity>> {
  static constexpr PropertyNames kNames{"net stones", "own liberties", "their liberties",
                                        "own stones in atari", "their stones in atari"};
  static constexpr Properties kSigns{1, 1, -1, -1, 1};

  static Properties of(const GoPosition<kCapacity>& position, Color player) {
    const GoBoard<kCapacity>& board = position.board();
    std::array<int, 2> stones{}, liberties{}, atari{};
    for (Cell cell = 0; cell < position.topology().cells(); ++cell) {
      const Color color = board.at(cell);
      if (color != Color::none) {
        ++stones[index_of(color)];
        if (board.in_atari(cell)) ++atari[index_of(color)];
        continue;
      }
      std::array<bool, 3> beside{};
      for (int d = 0; d < 4; ++d) beside[index_of(board.at(board.neighbours(cell)[d]))] = true;
      for (std::size_t c = 0; c < 2; ++c) liberties[c] += beside[c] ? 1 : 0;
    }
    const std::size_t own = index_of(player);
    const std::size_t other = index_of(opponent(player));
    return {stones[own] - stones[other], liberties[own], liberties[other], atari[own],
            atari[other]};
  }
};

// What Hex and Havannah count alike.
template <class Board>
struct ConnectionCounts {
  // Pairs of stones that do not touch and have two empty neighbours in common.
  static int bridges(const Board& board, Color color) {
    int found = 0;
    const Topology& topology = board.topology();
    for (Cell cell = 0; cell < topology.cells(); ++cell) {
      if (board.at(cell) != color) continue;
      for (unsigned d = 0; d < 3; ++d) {  // the other three are seen from the other stone
        const Cell a = board.neighbour(cell, d);
        const Cell b = board.neighbour(cell, d + 1);
        if (a == topology.off_board() || b == topology.off_board()) continue;
        if (board.at(a) != Color::none || board.at(b) != Color::none) continue;
        const Cell far = board.neighbour(a, d + 1);
        found += far != topology.off_board() && board.at(far) == color ? 1 : 0;
      }
    }
    return found;
  }

  static int largest_chain(const Board& board, Color color) {
    int largest = 0;
    for (Cell cell = 0; cell < board.topology().cells(); ++cell) {
      if (board.at(cell) == color) largest = std::max(largest, board.chain_size(cell));
    }
    return largest;
  }

  // The most sides and corners that one chain touches.
  static int most_edges(const Board& board, Color color) {
    int most = 0;
    for (Cell cell = 0; cell < board.topology().cells(); ++cell) {
      if (board.at(cell) != color) continue;
      most = std::max(most, std::popcount(static_cast<unsigned>(board.chain_edges(cell))));
    }
    return most;
  }
};

template <int kCapacity>
struct BoardProperties<HexPosition<kCapacity>> {
  using Board = typename HexPosition<kCapacity>::Board;
  static constexpr PropertyNames kNames{"net bridges", "own largest chain", "their largest chain",
                                        "own moves to win", "their moves to win"};
  static constexpr Properties kSigns{1, 1, -1, -1, 1};

  static Properties of(const HexPosition<kCapacity>& position, Color player) {
    using Counts = ConnectionCounts<Board>;
    const Board& board = position.board();
    const Color other = opponent(player);
    return {Counts::bridges(board, player) - Counts::bridges(board, other),
            Counts::largest_chain(board, player), Counts::largest_chain(board, other),
            moves_to_win(board, player), moves_to_win(board, other)};
  }

  // Stones still missing on the shortest way between the sides of a colour, if the opponent did
  // not move; the cells of the board if there is no way.
  static int moves_to_win(const Board& board, Color color) {
    const Topology& topology = board.topology();
    const int cells = topology.cells();
    std::array<bool, kCapacity> seen{};
    std::array<Cell, kCapacity> now, next;
    int now_count = 0;
    int next_count = 0;
    bool arrived = false;
    // A cell that can be reached with the stones so far, or with one more if it is empty.
    const auto reach = [&](Cell cell) {
      if (cell == topology.off_board() || seen[cell] || board.at(cell) == opponent(color)) return;
      seen[cell] = true;
      if (board.at(cell) == color) {
        now[static_cast<std::size_t>(now_count++)] = cell;
      } else {
        next[static_cast<std::size_t>(next_count++)] = cell;
      }
    };
    for (Cell cell = 0; cell < cells; ++cell) {
      if ((HexRules::edges(topology, cell, color) & 1U) != 0) reach(cell);
    }
    for (int moves = 0; now_count + next_count > 0; ++moves) {
      while (now_count > 0) {
        const Cell cell = now[static_cast<std::size_t>(--now_count)];
        arrived = arrived || (HexRules::edges(topology, cell, color) & 2U) != 0;
        for (unsigned d = 0; d < 6; ++d) reach(board.neighbour(cell, d));
      }
      if (arrived) return moves;
      now = next;
      now_count = next_count;
      next_count = 0;
    }
    return cells;
  }
};

template <int kCapacity>
struct BoardProperties<HavannahPosition<kCapacity>> {
  using Board = typename HavannahPosition<kCapacity>::Board;
  static constexpr PropertyNames kNames{"net bridges", "own largest chain", "their largest chain",
                                        "own edges joined", "their edges joined"};
  static constexpr Properties kSigns{1, 1, -1, 1, -1};

  static Properties of(const HavannahPosition<kCapacity>& position, Color player) {
    using Counts = ConnectionCounts<Board>;
    const Board& board = position.board();
    const Color other = opponent(player);
    return {Counts::bridges(board, player) - Counts::bridges(board, other),
            Counts::largest_chain(board, player), Counts::largest_chain(board, other),
            Counts::most_edges(board, player), Counts::most_edges(board, other)};
  }
};

// The properties of any position, for the border to Python.
struct NamedProperty {
  std::string name;
  int sign;
  int count;
};
std::vector<NamedProperty> board_properties(const AnyPosition& position, Color player);

}  // namespace katachi
