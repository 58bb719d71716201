#include "learning/value_examples.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "features/board_bits.h"
#include "features/position_features.h"
#include "games/all_positions.h"
#include "games/exact_end.h"
#include "learning/crew.h"

namespace katachi {
namespace {

constexpr std::size_t kGamesOfAJob = 64;

// What one game teaches, appended to `out`.
template <class P>
class GameReader {
 public:
  GameReader(const P& start, int solve_from) : start_(&start), solve_from_(solve_from) {}

  void read(std::span<const Move> moves, std::uint32_t number, ValueExamples& out) {
    P position = *start_;
    positions_.clear();
    positions_.push_back(position);
    for (const Move move : moves) {
      if (!position.is_legal(move)) break;
      position.play(move);
      positions_.push_back(position);
    }
    const std::size_t first = out.stones.size();
    bool known = false;
    float black = 0.0F;  // Black's margin from here on
    if (position.is_over()) {
      black = position.outcome().score;
      known = true;
      positions_.pop_back();
    }
    for (std::size_t i = positions_.size(); i-- > 0;) {
      const bool exact = solved(positions_[i], black);
      known = known || exact;
      if (known && chooses(positions_[i])) add(positions_[i], black, exact, number, out);
    }
    turn(out, first);
  }

  // The same with labels that others gave.
  void read(std::span<const Move> moves, std::span<const float> labels, std::uint32_t number,
            ValueExamples& out) {
    P position = *start_;
    for (std::size_t ply = 0; ply < moves.size() && position.is_legal(moves[ply]); ++ply) {
      const float worth = labels[ply];
      if (!std::isnan(worth) && chooses(position)) {
        add(position, position.to_move() == Color::black ? worth : -worth, false, number, out);
      }
      position.play(moves[ply]);
    }
  }

 private:
  // Whether the position can be solved; then `black` is Black's margin.
  bool solved(const P& position, float& black) {
    if constexpr (ExactEnd<P>::kSolves) {
      if (ExactEnd<P>::left(position) > solve_from_) return false;
      const float score = end_.score(position);
      black = position.to_move() == Color::black ? score : -score;
      return true;
    } else {
      return false;
    }
  }

  // Whether there is more to do than to pass.
  static bool chooses(const P& position) {
    MoveList moves;
    position.legal_moves(moves);
    return !moves.empty() &&
           (moves.size() > 1 || moves[0] < static_cast<Move>(position.topology().cells()));
  }

  static void add(const P& position, float black, bool exact, std::uint32_t number,
                  ValueExamples& out) {
    std::array<std::uint64_t, kMostBoardWords> own;
    std::array<std::uint64_t, kMostBoardWords> other;
    BoardBits<P>::fill(position, own.data(), other.data());
    int stones = 0;
    for (std::size_t word = 0; word < out.words; ++word) {
      stones += std::popcount(own[word] | other[word]);
      out.own.push_back(own[word]);
      out.other.push_back(other[word]);
    }
    std::array<int, kMostPositionFeatures> numbers{};
    PositionFeatures<P>::of(position, kAllNumbers, numbers);
    for (std::size_t i = 0; i < out.features; ++i) {
      out.numbers.push_back(static_cast<std::int16_t>(numbers[i]));
    }
    out.stones.push_back(static_cast<std::uint16_t>(stones));
    out.scores.push_back(position.to_move() == Color::black ? black : -black);
    out.exact.push_back(exact ? 1 : 0);
    out.games.push_back(number);
  }

  // Back into the order of play: what was read from the end begins at `first`.
  static void turn(ValueExamples& out, std::size_t first) {
    const auto rows = [&](auto& values, std::size_t width) {
      const std::size_t count = values.size() / std::max<std::size_t>(width, 1);
      for (std::size_t i = first, j = count; i + 1 < j; ++i) {
        --j;
        std::swap_ranges(values.begin() + static_cast<std::ptrdiff_t>(i * width),
                         values.begin() + static_cast<std::ptrdiff_t>((i + 1) * width),
                         values.begin() + static_cast<std::ptrdiff_t>(j * width));
      }
    };
    rows(out.own, out.words);
    rows(out.other, out.words);
    if (out.features > 0) rows(out.numbers, out.features);
    rows(out.stones, 1);
    rows(out.scores, 1);
    rows(out.exact, 1);
    rows(out.games, 1);
  }

  const P* start_;
  int solve_from_;
  std::vector<P> positions_;
  KATACHI_NO_UNIQUE_ADDRESS ExactEnd<P> end_;
};

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

ValueExamples value_examples(const AnyPosition& start, const GameMoves& games,
                             std::span<const float> labels, int solve_from, int threads,
                             Interrupt& interrupt) {
  return visit(start, [&]<class P>(const P& typed) {
    ValueExamples all;
    all.words = (static_cast<std::size_t>(typed.topology().cells()) + 63) / 64;
    all.features = PositionFeatures<P>::kNames.size();
    const std::size_t jobs = (games.games() + kGamesOfAJob - 1) / kGamesOfAJob;
    std::vector<ValueExamples> parts(jobs);
    Crew(threads).run(jobs, interrupt, [&](std::size_t job) {
      ValueExamples& part = parts[job];
      part.words = all.words;
      part.features = all.features;
      GameReader<P> reader(typed, solve_from);
      const std::size_t end = std::min(games.games(), (job + 1) * kGamesOfAJob);
      for (std::size_t game = job * kGamesOfAJob; game < end; ++game) {
        if (interrupt.requested()) return;
        const auto moves = games.game(game);
        const auto number = static_cast<std::uint32_t>(game);
        if (labels.empty()) {
          reader.read(moves, number, part);
        } else {
          const auto begin = static_cast<std::size_t>(games.offsets[game]);
          reader.read(moves, labels.subspan(begin, moves.size()), number, part);
        }
      }
    });
    interrupt.check();
    for (ValueExamples& part : parts) {
      append(all.own, part.own);
      append(all.other, part.other);
      append(all.numbers, part.numbers);
      append(all.stones, part.stones);
      append(all.scores, part.scores);
      append(all.exact, part.exact);
      append(all.games, part.games);
      part = {};
    }
    return all;
  });
}

std::vector<std::string> position_feature_names(const AnyPosition& position) {
  return visit(position, []<class P>(const P&) {
    std::vector<std::string> names;
    for (const auto name : PositionFeatures<P>::kNames) names.emplace_back(name);
    return names;
  });
}

}  // namespace katachi
