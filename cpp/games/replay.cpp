#include "games/replay.h"

#include <algorithm>
#include <array>
#include <exception>
#include <limits>
#include <utility>

#include "games/all_positions.h"
#include "games/random.h"
#include "games/threads.h"

namespace katachi {
namespace {

// Calls work(part, first, last) for parts of [0, count), one thread each; parts are in order.
template <class Work>
void in_parts(std::size_t count, int threads, Interrupt& interrupt, Work work) {
  const std::size_t parts =
      std::clamp<std::size_t>(static_cast<std::size_t>(std::max(threads, 1)), 1, count / 64 + 1);
  std::vector<std::exception_ptr> failures(parts);  // rules from elsewhere may throw
  const auto work_safely = [&](std::size_t part, std::size_t first, std::size_t last) {
    try {
      work(part, first, last);
    } catch (...) {
      failures[part] = std::current_exception();
    }
  };
  {
    ThreadGroup others;
    for (std::size_t part = 1; part < parts; ++part) {
      const std::size_t first = count * part / parts;
      const std::size_t last = count * (part + 1) / parts;
      if (!others.start([=, &work_safely] { work_safely(part, first, last); })) {
        work_safely(part, first, last);
      }
    }
    work_safely(std::size_t{0}, std::size_t{0}, count / parts);
    others.join(interrupt);
  }
  for (const auto& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
  interrupt.check();
}

template <Position P>
class Replay {
 public:
  Replay(const P& start, const GameMoves& games, bool implied_passes)
      : start_(start),
        games_(games),
        implied_passes_(implied_passes),
        special_(start.topology().off_board()) {}

  [[nodiscard]] ReplayedGames run(int threads, Interrupt& interrupt) const {
    ReplayedGames result;
    result.games.resize(games_.games());
    result.offsets.assign(games_.games() + 1, 0);
    std::vector<std::vector<Move>> moves(static_cast<std::size_t>(std::max(threads, 1)));
    const auto part_of = [&](std::size_t part, std::size_t first, std::size_t last) {
      auto& own = moves[part];
      for (std::size_t game = first; game < last && !interrupt.requested(); ++game) {
        const std::size_t before = own.size();
        result.games[game] = replay(games_.game(game), own);
        result.offsets[game + 1] = static_cast<std::int64_t>(own.size() - before);
      }
    };
    in_parts(games_.games(), threads, interrupt, part_of);
    for (std::size_t game = 0; game < games_.games(); ++game) {
      result.offsets[game + 1] += result.offsets[game];
    }
    result.moves.reserve(static_cast<std::size_t>(result.offsets.back()));
    for (const auto& own : moves) result.moves.insert(result.moves.end(), own.begin(), own.end());
    return result;
  }

 private:
  Replayed replay(std::span<const Move> moves, std::vector<Move>& legal) const {
    Replayed result;
    P position = start_;
    for (std::size_t ply = 0; ply < moves.size(); ++ply) {
      if (!position.is_legal(moves[ply]) && !pass_for(position, moves[ply], legal)) {
        result.refused = static_cast<std::int32_t>(ply);
        break;
      }
      position.play(moves[ply]);
      legal.push_back(moves[ply]);
    }
    result.over = position.is_over();
    result.outcome = position.outcome();
    std::array<int, 3> stones{};
    for (Cell cell = 0; cell < special_; ++cell) ++stones[index_of(position.at(cell))];
    result.black = static_cast<std::int16_t>(stones[index_of(Color::black)]);
    result.white = static_cast<std::int16_t>(stones[index_of(Color::white)]);
    return result;
  }

  // Plays the pass that the record leaves out before a move; false if that does not make it legal.
  bool pass_for(P& position, Move move, std::vector<Move>& legal) const {
    if (!implied_passes_ || move >= special_ || !position.is_legal(special_)) return false;
    P passed = position;
    passed.play(special_);
    if (!passed.is_legal(move)) return false;
    position = std::move(passed);
    legal.push_back(special_);
    return true;
  }

  const P& start_;
  const GameMoves& games_;
  bool implied_passes_;
  Move special_;
};

}  // namespace

ReplayedGames replay_games(const AnyPosition& start, const GameMoves& games, bool implied_passes,
                           int threads, Interrupt& interrupt) {
  return visit(start, [&]<Position P>(const P& position) {
    return Replay<P>(position, games, implied_passes).run(threads, interrupt);
  });
}

std::vector<std::uint64_t> game_digests(const GameMoves& games, const Symmetries& symmetries,
                                        std::span<const std::uint64_t> start_keys,
                                        std::span<const std::uint32_t> starts, int threads,
                                        Interrupt& interrupt) {
  std::vector<std::uint64_t> digests(games.games());
  const auto part_of = [&](std::size_t, std::size_t first, std::size_t last) {
    for (std::size_t game = first; game < last && !interrupt.requested(); ++game) {
      std::uint64_t smallest = std::numeric_limits<std::uint64_t>::max();
      for (std::size_t symmetry = 0; symmetry < symmetries.count; ++symmetry) {
        const auto image = symmetries.images.subspan(symmetry * symmetries.moves, symmetries.moves);
        std::uint64_t hash = start_keys[starts[game] * symmetries.count + symmetry];
        for (const Move move : games.game(game)) hash = scramble(hash ^ (image[move] + 1ULL));
        smallest = std::min(smallest, hash);
      }
      digests[game] = smallest;
    }
  };
  in_parts(games.games(), threads, interrupt, part_of);
  return digests;
}

}  // namespace katachi
