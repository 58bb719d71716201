#include "features/planes.h"

#include <algorithm>
#include <stdexcept>

#include "games/havannah/position.h"
#include "games/hex/position.h"
#include "games/othello/bits.h"
#include "games/othello/position.h"

namespace katachi {
namespace {

constexpr auto kEmpty = static_cast<std::uint8_t>(Content::empty);
constexpr auto kOwn = static_cast<std::uint8_t>(Content::own);
constexpr auto kOther = static_cast<std::uint8_t>(Content::other);

// Planes after own, other and empty.
constexpr std::size_t kFirst = 3;
constexpr std::size_t kLiberties = kFirst + 3;

std::vector<std::string> names_of(Grid grid) {
  std::vector<std::string> names{"own", "other", "empty"};
  const auto add = [&](std::initializer_list<const char*> more) {
    names.insert(names.end(), more.begin(), more.end());
  };
  if (grid == Grid::square_eight) {
    add({"own moves", "opposing moves"});
  } else {
    add({"last move", "move before"});
  }
  if (grid == Grid::square) {
    add({"ko", "one liberty", "two liberties", "three liberties or more"});
  }
  return names;
}

template <int kSize>
void fill_mobility(const BoardView& view, float* own_moves, float* other_moves) {
  using Bits = othello::Bits<kSize>;
  Bits own = 0;
  Bits other = 0;
  constexpr std::size_t kCells = kSize * kSize;
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    own |= static_cast<Bits>(view.content[cell] == kOwn) << cell;
    other |= static_cast<Bits>(view.content[cell] == kOther) << cell;
  }
  const Bits mine = othello::Portable::mobility<kSize>(own, other);
  const Bits theirs = othello::Portable::mobility<kSize>(other, own);
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    own_moves[cell] = static_cast<float>((mine >> cell) & 1U);
    other_moves[cell] = static_cast<float>((theirs >> cell) & 1U);
  }
}

// Calls f(position) with the concrete position.
template <class F, class... Types>
void visit_types(const AnyPosition& position, F f) {
  const auto attempt = [&]<class P>(const P* typed) {
    if (typed != nullptr) f(*typed);
    return typed != nullptr;
  };
  (attempt(position_as<Types>(position)) || ...);
}

template <class F>
void visit(const AnyPosition& position, F f) {
  visit_types<F, OthelloPosition<6>, OthelloPosition<8>, OthelloPosition<10>, GoPosition<81>,
              GoPosition<169>, GoPosition<361>, HexPosition<121>, HexPosition<361>,
              HavannahPosition<61>, HavannahPosition<271>>(position, f);
}

template <class P>
void add_example(const Planes& planes, const P& position, Move chosen, PlaneExamples& examples) {
  const std::size_t inputs = examples.inputs.size();
  examples.inputs.resize(inputs + planes.inputs());
  planes.fill(BoardView(position), examples.inputs.data() + inputs);
  const std::size_t legal = examples.legal.size();
  examples.legal.resize(legal + planes.places());
  MoveList moves;
  position.legal_moves(moves);
  for (const Move move : moves) {
    examples.legal[legal + planes.place_of(move, position.to_move())] = 1;
  }
  examples.chosen.push_back(static_cast<std::int64_t>(planes.place_of(chosen, position.to_move())));
  examples.moves_played.push_back(static_cast<std::uint16_t>(position.moves_played()));
}

}  // namespace

Planes::Planes(const Topology& topology)
    : topology_(&topology),
      mirrors_(topology.grid() == Grid::rhombus),
      names_(names_of(topology.grid())) {
  for (Cell cell = 0; cell < topology.cells(); ++cell) {
    const int far = std::max(topology.x(cell), topology.y(cell));
    side_ = std::max(side_, static_cast<std::size_t>(far) + 1);
  }
  for (Cell cell = 0; cell < topology.cells(); ++cell) {
    const auto x = static_cast<std::size_t>(topology.x(cell));
    const auto y = static_cast<std::size_t>(topology.y(cell));
    place_[0].push_back(y * side_ + x);
    place_[1].push_back(x * side_ + y);
  }
  for (auto& places : place_) places.push_back(side_ * side_);
}

void Planes::fill(const BoardView& view, float* out) const {
  const std::size_t area = side_ * side_;
  std::fill(out, out + inputs(), 0.0F);
  const auto& places = place_[mirrors_ && view.to_move == Color::white ? 1 : 0];
  const auto cells = static_cast<std::size_t>(topology_->cells());
  constexpr std::array<std::size_t, 3> kPlane{2, 0, 1};  // by Content
  for (std::size_t cell = 0; cell < cells; ++cell) {
    out[kPlane[view.content[cell]] * area + places[cell]] = 1.0F;
  }
  float* more = out + kFirst * area;
  if (topology_->grid() == Grid::square_eight) {
    fill_othello(view, more, more + area);
    return;
  }
  if (view.previous.last < cells) more[places[view.previous.last]] = 1.0F;
  if (view.previous.before < cells) more[area + places[view.previous.before]] = 1.0F;
  if (topology_->grid() != Grid::square) return;
  if (view.ko < cells) more[2 * area + places[view.ko]] = 1.0F;
  fill_liberties(view, out + kLiberties * area);
}

// Cells of Othello lie as their places do.
void Planes::fill_othello(const BoardView& view, float* own_moves, float* other_moves) const {
  if (side_ == 6) return fill_mobility<6>(view, own_moves, other_moves);
  if (side_ == 8) return fill_mobility<8>(view, own_moves, other_moves);
  fill_mobility<10>(view, own_moves, other_moves);
}

// Chain after chain: its stones are found by their neighbours, its liberties are counted once.
void Planes::fill_liberties(const BoardView& view, float* out) const {
  constexpr std::size_t kDirections = 4;
  const std::size_t area = side_ * side_;
  const auto cells = static_cast<std::size_t>(topology_->cells());
  std::array<bool, kMaxCells> done{};
  std::array<Cell, kMaxCells> counted;  // the chain that last counted a liberty, by its first stone
  counted.fill(kNoMove);
  std::array<Cell, kMaxCells> stones;
  for (Cell first = 0; first < cells; ++first) {
    if (view.content[first] == kEmpty || done[first]) continue;
    std::size_t count = 0;
    std::size_t liberties = 0;
    stones[count++] = first;
    done[first] = true;
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t d = 0; d < kDirections; ++d) {
        const Cell next = topology_->neighbours(stones[i])[d];
        if (next == topology_->off_board()) continue;
        if (view.content[next] == kEmpty) {
          if (counted[next] != first) ++liberties;
          counted[next] = first;
        } else if (view.content[next] == view.content[first] && !done[next]) {
          done[next] = true;
          stones[count++] = next;
        }
      }
    }
    const std::size_t plane = std::clamp<std::size_t>(liberties, 1, 3) - 1;
    for (std::size_t i = 0; i < count; ++i) out[plane * area + place_[0][stones[i]]] = 1.0F;
  }
}

std::vector<PositionNumber> position_numbers(const AnyPosition& start, const GameMoves& games,
                                             bool forced_moves) {
  std::vector<PositionNumber> found;
  visit(start, [&](const auto& typed) {
    MoveList moves;
    for (std::size_t g = 0; g < games.games(); ++g) {
      auto position = typed;
      std::uint32_t ply = 0;
      for (const Move move : games.game(g)) {
        if (!position.is_legal(move)) {
          throw std::invalid_argument("game " + std::to_string(g + 1) + ", ply " +
                                      std::to_string(ply + 1) + ": move number " +
                                      std::to_string(move) + " is illegal");
        }
        position.legal_moves(moves);
        if (forced_moves || moves.size() > 1) {
          found.push_back({.game = static_cast<std::uint32_t>(g), .ply = ply});
        }
        position.play(move);
        ++ply;
      }
    }
  });
  return found;
}

PlaneExamples plane_examples(const Planes& planes, const AnyPosition& start, const GameMoves& games,
                             std::span<const PositionNumber> numbers) {
  PlaneExamples examples;
  examples.inputs.reserve(numbers.size() * planes.inputs());
  examples.legal.reserve(numbers.size() * planes.places());
  visit(start, [&](const auto& typed) {
    for (const PositionNumber& number : numbers) {
      auto position = typed;
      const auto moves = games.game(number.game);
      for (std::uint32_t ply = 0; ply < number.ply; ++ply) position.play(moves[ply]);
      add_example(planes, position, moves[number.ply], examples);
    }
  });
  return examples;
}

void fill_planes(const Planes& planes, const AnyPosition& position, float* out) {
  visit(position, [&](const auto& typed) { planes.fill(BoardView(typed), out); });
}

}  // namespace katachi
