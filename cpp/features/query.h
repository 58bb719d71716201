// The queries of decision trees, and the six systems they belong to (FOREST 3.3).
//
// A tree asks about the surroundings of a move. What it has found so far is the discovered graph:
// node 0 is the move itself, every NEW query that finds something adds the next node.
//
//   intersection graphs   nodes are cells: ig0; chains merged: ig_c; empty regions merged: ig_e;
//                         both: ig_ce. Adjacent nodes are joined; the connectivity of two nodes is
//                         the number of their adjacent cells, their distance the number of edges on
//                         a shortest path. Node 0 is the node that holds the move.
//   stone graphs          nodes are stones (sg0) or chains (sg_c) and the sides of the board. Every
//                         two are joined, by the smallest number of steps over the empty board.
//                         Node 0 is the cell of the move.
//
//   fresh (NEW)   ig: is there a new node with one of these statuses next to node x?
//                 sg: is there one within `value` steps of node 0?
//                 One child for each status asked for, and the last one for "none".
//   distance, connectivity (EDGE)   between nodes x and y, less than or equal to `value`: yes, no
//   size, liberties (ATTR)          of node x, of its whole chain or region: yes, no
//
// The mover is black. Sides have owners in Hex, and there a side of the opponent is another status.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "games/topology.h"

namespace katachi {

enum class QuerySystem : std::uint8_t { ig0, ig_c, ig_e, ig_ce, sg0, sg_c };
inline constexpr std::size_t kQuerySystems = 6;

constexpr bool is_stone_graph(QuerySystem system) { return system >= QuerySystem::sg0; }
constexpr bool merges_chains(QuerySystem system) {
  return system == QuerySystem::ig_c || system == QuerySystem::ig_ce || system == QuerySystem::sg_c;
}
constexpr bool merges_regions(QuerySystem system) {
  return system == QuerySystem::ig_e || system == QuerySystem::ig_ce;
}

// Left to right, as children of a query stand.
enum class Status : std::uint8_t { black, white, side, far_side, empty };
inline constexpr std::size_t kStatuses = 5;
using StatusMask = std::uint8_t;
constexpr StatusMask bit_of(Status status) {
  return static_cast<StatusMask>(1U << static_cast<unsigned>(status));
}
// Statuses in a mask: without an instruction set of its own a processor is asked for this by a
// call.
inline constexpr std::array<std::uint8_t, 1U << kStatuses> kStatusCount = [] {
  std::array<std::uint8_t, 1U << kStatuses> count{};
  for (unsigned mask = 0; mask < count.size(); ++mask) {
    count[mask] = static_cast<std::uint8_t>(std::popcount(mask));
  }
  return count;
}();
constexpr bool is_stone(Status status) { return status <= Status::white; }

// What nodes of a system can be.
constexpr StatusMask statuses_of(QuerySystem system, Grid grid) {
  const unsigned stones = bit_of(Status::black) | bit_of(Status::white);
  if (!is_stone_graph(system)) return static_cast<StatusMask>(stones | bit_of(Status::empty));
  const unsigned far = grid == Grid::rhombus ? bit_of(Status::far_side) : 0U;
  return static_cast<StatusMask>(stones | bit_of(Status::side) | far);
}

// Discovered nodes of one tree; a leaf with so many offers no further NEW. It bounds the statistics
// of a leaf, which grow with the square.
inline constexpr std::size_t kMaxNodes = 32;

enum class QueryKind : std::uint8_t { leaf, fresh, distance, connectivity, size, liberties };

struct Query {
  QueryKind kind = QueryKind::leaf;
  bool equal = false;         // EDGE, ATTR: "equal to"; otherwise "less than"
  StatusMask statuses = 0;    // NEW
  std::uint8_t x = 0, y = 0;  // discovered nodes, x < y
  std::uint16_t value = 0;    // the number compared with; NEW of stone graphs: the steps

  bool operator==(const Query&) const = default;

  [[nodiscard]] std::size_t child_count() const {
    if (kind == QueryKind::leaf) return 0;
    return kind == QueryKind::fresh ? std::size_t{kStatusCount[statuses]} + 1 : 2;
  }
  // The child of a found status; precondition: it was asked for.
  [[nodiscard]] std::size_t child_of(Status status) const {
    return kStatusCount[statuses & (bit_of(status) - 1U)];
  }
  [[nodiscard]] std::size_t none() const { return child_count() - 1; }
  // EDGE and ATTR: 0 is yes, 1 is no.
  [[nodiscard]] std::size_t answer(unsigned number) const {
    // Without a jump: nobody can guess the answer.
    const auto same = static_cast<unsigned>(number == value);
    const auto less = static_cast<unsigned>(number < value);
    return 1U - (equal ? same : less);
  }
};

// Short names: ig0 ig-c ig-e ig-ce sg0 sg-c.
std::string_view name_of(QuerySystem system);
// Throws std::invalid_argument.
QuerySystem system_named(std::string_view name);

// Nbws8 (NEW: letters of the statuses, then node or steps), D0,3<5, C0,1=2, S1<4, L2=1, and a dot
// for a leaf. The letters are b w s o e; o is a side of the opponent.
std::string text_of(const Query& query, QuerySystem system);
// Checks the form only. Throws std::invalid_argument that names the text.
Query query_from(std::string_view text, QuerySystem system);

}  // namespace katachi
