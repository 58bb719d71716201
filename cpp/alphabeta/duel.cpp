#include "alphabeta/duel.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "alphabeta/any_alphabeta.h"
#include "games/threads.h"

namespace katachi {
namespace {

std::array<Move, 4> corners_of(const AnyPosition& position) {
  const int cells = position.topology().cells();
  const auto size = static_cast<int>(std::lround(std::sqrt(cells)));
  return {0, static_cast<Move>(size - 1), static_cast<Move>(cells - size),
          static_cast<Move>(cells - 1)};
}

bool has_corner(const AnyPosition& position) {
  MoveList moves;
  position.legal_moves(moves);
  return std::ranges::any_of(corners_of(position),
                             [&](Move corner) { return std::ranges::count(moves, corner) > 0; });
}

// The moves that the two rules leave, in the order of their numbers.
std::vector<Move> natural_moves(const AnyPosition& position, const MoveList& legal) {
  std::vector<Move> kept;
  for (const Move corner : corners_of(position)) {
    if (std::ranges::count(legal, corner) > 0) kept.push_back(corner);
  }
  if (!kept.empty()) return kept;
  for (const Move move : legal) {
    if (!has_corner(*position.after(move))) kept.push_back(move);
  }
  if (kept.empty()) kept.assign(legal.begin(), legal.end());
  return kept;
}

// One player in one game after the other.
class Duellist {
 public:
  Duellist(const DuelPlayer& player, const AnyPosition& start)
      : player_(&player), search_(make_alphabeta(start, player.settings)) {}

  void begin(std::uint64_t seed) {
    seed_ = seed;
    sum_ = count_ = 0;
  }

  // kNothing if it was stopped.
  Move choose(const AnyPosition& position, const std::function<bool()>& stop) {
    MoveList legal;
    position.legal_moves(legal);
    const bool passes = legal[0] == position.topology().cells();
    if (legal.size() == 1) {
      if (!passes) ++count_;
      return legal[0];
    }
    RootQuestion question;
    if (player_->natural) question.only = natural_moves(position, legal);
    if (question.only.size() == 1) return question.only[0];
    question.every_move = player_->weakness >= 0;
    const AlphaBetaReport report = search_->run(position, Budget{}, question, stop);
    if (report.interrupted) return kNothing;
    return player_->weakness >= 0 ? imitated(report) : report.best;
  }

 private:
  Move imitated(const AlphaBetaReport& report) {
    std::vector<MoveScore> moves = report.moves;
    std::ranges::sort(moves, {}, &MoveScore::move);
    const int best = judged_value(report.moves[0].score, report.exact);
    std::vector<int> badness;
    for (const MoveScore& move : moves) {
      badness.push_back(std::min(kMostBadness, best - judged_value(move.score, report.exact)));
    }
    const std::size_t chosen = nearest_badness(badness, player_->weakness, sum_, count_, seed_);
    sum_ += badness[chosen];
    ++count_;
    return moves[chosen].move;
  }

  const DuelPlayer* player_;
  std::unique_ptr<AnyAlphaBeta> search_;
  std::uint64_t seed_ = 0;
  std::int64_t sum_ = 0;
  std::int64_t count_ = 0;
};

}  // namespace

int judged_value(int score, bool exact) {
  int margin = 0;
  if (exact) {
    margin = score / 100;
  } else if (std::abs(score) >= kWonScore) {
    margin = (score > 0 ? score - kWonScore : score + kWonScore) / 100;
  } else {
    return score;
  }
  if (margin == 0) return 0;
  return margin + (margin > 0 ? kDecidedValue : -kDecidedValue);
}

std::size_t nearest_badness(std::span<const int> badness, double weakness, std::int64_t sum,
                            std::int64_t count, std::uint64_t tie) {
  const auto distance = [&](int value) {
    return std::abs(static_cast<double>(sum + value) / static_cast<double>(count + 1) - weakness);
  };
  const int chosen = *std::ranges::min_element(badness, [&](int a, int b) {
    return distance(a) != distance(b) ? distance(a) < distance(b) : a < b;
  });
  auto skip = static_cast<std::ptrdiff_t>(
      tie % static_cast<std::uint64_t>(std::ranges::count(badness, chosen)));
  for (std::size_t i = 0;; ++i) {
    if (badness[i] == chosen && skip-- == 0) return i;
  }
}

std::vector<DuelGame> play_duels(const DuelPlayer& first, const DuelPlayer& second,
                                 std::span<const std::shared_ptr<const AnyPosition>> openings,
                                 std::span<const std::uint64_t> seeds, int threads,
                                 const std::function<bool()>& stop) {
  std::vector<DuelGame> games(2 * openings.size());
  if (games.empty()) return games;
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> stopped = false;
  const std::function<bool()> asked = [&] {
    if (!stopped && stop && stop()) stopped = true;
    return stopped.load();
  };
  // Made before any thread starts: only here may memory be refused.
  std::vector<std::pair<Duellist, Duellist>> tables;
  for (int thread = 0; thread < threads; ++thread) {
    tables.emplace_back(Duellist(first, *openings[0]), Duellist(second, *openings[0]));
  }
  const auto work = [&](std::pair<Duellist, Duellist>& table) {
    auto& [one, two] = table;
    for (std::size_t number = next++; number < games.size() && !stopped; number = next++) {
      std::shared_ptr<const AnyPosition> position = openings[number / 2];
      DuelGame& game = games[number];
      const bool first_is_black = number % 2 == 0;
      one.begin(seeds[number]);
      two.begin(seeds[number]);
      while (!position->is_over()) {
        Duellist& mover = (position->to_move() == Color::black) == first_is_black ? one : two;
        const Move move = mover.choose(*position, asked);
        if (move == kNothing) return;
        game.moves.push_back(move);
        position = position->after(move);
      }
      game.score = static_cast<int>(position->outcome().score);
    }
  };
  ThreadGroup group;
  for (std::size_t thread = 1; thread < tables.size(); ++thread) {
    if (!group.start([&, thread] { work(tables[thread]); })) break;
  }
  work(tables[0]);
  group.join();
  if (stopped) games.clear();
  return games;
}

}  // namespace katachi
