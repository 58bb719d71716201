#include "knowledge/planes.h"

#include <algorithm>
#include <stdexcept>

#include "games/all_positions.h"

namespace katachi {
namespace {

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

void fill_last_moves(const PlaneFrame& frame) {
  const auto cells = static_cast<std::size_t>(frame.topology.cells());
  const PreviousMoves& previous = frame.view.previous;
  if (previous.last < cells) frame.set(0, previous.last);
  if (previous.before < cells) frame.set(1, previous.before);
}

Planes::Planes(const AnyPosition& position)
    : topology_(&position.topology()),
      mirrors_(topology_->grid() == Grid::rhombus),
      of_game_(visit(position, []<class P>(const P&) { return PlanesOf<P>::make(); })),
      names_{"own", "other", "empty"} {
  if (position.move_count() > static_cast<std::size_t>(topology_->cells()) + 1) {
    throw std::invalid_argument("planes are for games whose moves are cells");
  }
  names_.insert(names_.end(), of_game_.names.begin(), of_game_.names.end());
  const Topology& topology = *topology_;
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
  of_game_.fill({*topology_, view, places, area, out + 3 * area});
}

std::vector<PositionNumber> position_numbers(const AnyPosition& start, const GameMoves& games,
                                             bool forced_moves, Interrupt& interrupt) {
  std::vector<PositionNumber> found;
  visit(start, [&](const auto& typed) {
    MoveList moves;
    for (std::size_t g = 0; g < games.games(); ++g) {
      interrupt.check();
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
                             std::span<const PositionNumber> numbers, Interrupt& interrupt) {
  PlaneExamples examples;
  examples.inputs.reserve(numbers.size() * planes.inputs());
  examples.legal.reserve(numbers.size() * planes.places());
  visit(start, [&](const auto& typed) {
    for (const PositionNumber& number : numbers) {
      interrupt.check();
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
