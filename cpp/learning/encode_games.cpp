#include "learning/encode_games.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

#include "games/all_positions.h"
#include "games/move_numbers.h"
#include "games/random.h"
#include "games/threads.h"

namespace katachi {
namespace {

constexpr std::size_t kGamesPerBlock = 32;

// Collects the competitions of a few games.
class BlockBuilder {
 public:
  explicit BlockBuilder(const Encoder& encoder)
      : encoder_(encoder),
        looking_(encoder),
        row_(std::max<std::size_t>(1, encoder.longest_group())) {
    begin();
  }

  // An empty block.
  void begin() {
    block_ = {};
    for (std::size_t g = 0; g < encoder_.group_count(); ++g) {
      TeamGroup group;
      for (const std::uint32_t f : encoder_.features(g)) {
        group.columns.emplace_back(encoder_.level_count(f));
      }
      block_.groups.push_back(std::move(group));
    }
  }

  // Where a competition comes from.
  struct Origin {
    std::uint32_t game;
    int moves_played;
  };

  // `cells`: what the candidates act on; `chosen`: which of them was played.
  void add(const BoardView& view, const MoveList& cells, std::size_t chosen, Origin origin,
           bool merge) {
    const auto competition = static_cast<std::uint16_t>(block_.size());
    ++stamp_;
    looking_.look_at(view, {cells.begin(), cells.end()});
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::size_t g = encoder_.group_of(cells[i]);
      TeamGroup& group = block_.groups[g];
      looking_.encode(cells[i], row_.data());
      const std::size_t team = merge ? find_or_remember(g) : group.size();
      if (team < group.size()) {
        ++group.multiplicity[team];
      } else {
        group.competition.push_back(competition);
        group.multiplicity.push_back(1);
        for (std::size_t c = 0; c < group.columns.size(); ++c) group.columns[c].push_back(row_[c]);
      }
      if (i == chosen) {
        chosen_ = {.team = static_cast<std::uint32_t>(team),
                   .group = static_cast<std::uint32_t>(g)};
      }
    }
    block_.chosen.push_back(chosen_);
    block_.moves_played.push_back(static_cast<std::uint16_t>(origin.moves_played));
    block_.game.push_back(origin.game);
    block_.candidates.push_back(static_cast<std::uint16_t>(cells.size()));
  }

  [[nodiscard]] bool full() const { return block_.size() + 1 >= TeamBlock::kMaxCompetitions; }

  TeamBlock take() {
    for (TeamGroup& group : block_.groups) {
      group.competition.shrink_to_fit();
      group.multiplicity.shrink_to_fit();
      for (Column& column : group.columns) column.shrink();
    }
    block_.chosen.shrink_to_fit();
    block_.moves_played.shrink_to_fit();
    block_.candidates.shrink_to_fit();
    block_.game.shrink_to_fit();
    return std::move(block_);
  }

 private:
  // A team of this competition, found by the hash of its levels.
  struct Seen {
    std::uint32_t stamp = 0;  // other competitions have other stamps
    std::uint32_t group = 0;
    std::size_t team = 0;
  };
  static constexpr std::size_t kSlots = std::bit_ceil(2 * (kMaxCells + 1));

  // The team of this competition that equals the row; or size(), where the row will be.
  [[nodiscard]] std::size_t find_or_remember(std::size_t g) {
    const TeamGroup& group = block_.groups[g];
    std::uint64_t hash = g;
    for (std::size_t c = 0; c < group.columns.size(); ++c) hash = scramble(hash ^ row_[c]);
    for (std::size_t slot = hash % kSlots;; slot = (slot + 1) % kSlots) {
      Seen& seen = seen_[slot];
      if (seen.stamp != stamp_) {
        seen = {.stamp = stamp_, .group = static_cast<std::uint32_t>(g), .team = group.size()};
        return group.size();
      }
      bool same = seen.group == g;
      for (std::size_t c = 0; same && c < group.columns.size(); ++c) {
        same = group.columns[c].at(seen.team) == row_[c];
      }
      if (same) return seen.team;
    }
  }

  const Encoder& encoder_;
  PositionEncoder looking_;
  std::vector<std::uint32_t> row_;
  TeamBlock block_;
  TeamBlock::Chosen chosen_;
  std::uint32_t stamp_ = 0;
  std::array<Seen, kSlots> seen_{};
};

// Where a part of the positions begins among all random numbers; 2^64 itself does not fit.
std::uint64_t border_of_part(double share, std::uint32_t part) {
  const double border = share * part;
  return border >= 1.0 ? ~std::uint64_t{0} : static_cast<std::uint64_t>(border * 0x1p64);
}

// The place of a game's first move among those of all games.
std::size_t first_ply(const GameMoves& games, std::size_t game) {
  return static_cast<std::size_t>(games.offsets[game]);
}

template <class P>
void encode_block(const P& start, const Encoder& encoder, const GameMoves& games,
                  const EncodingSettings& settings, std::size_t first, std::size_t last,
                  std::vector<TeamBlock>& blocks, Interrupt& interrupt) {
  // A position is taken if its random number is from here on and below there.
  const bool all = settings.share >= 1.0;
  const std::uint64_t from = border_of_part(settings.share, settings.part);
  const std::uint64_t below = border_of_part(settings.share, settings.part + 1);
  BlockBuilder builder(encoder);
  MoveList moves;
  for (std::size_t g = first; g < last; ++g) {
    P position = start;
    std::uint64_t ply = 0;
    const auto require_legal = [&](Move move) {
      if (position.is_legal(move)) return;
      throw std::invalid_argument("game " + std::to_string(settings.first_game + g + 1) + ", ply " +
                                  std::to_string(ply + 1) + ": move number " +
                                  std::to_string(move) + " is illegal");
    };
    for (const Move move : games.game(g)) {
      if (interrupt.requested()) return;
      require_legal(move);
      const Move taught =
          settings.taught.empty() ? move : settings.taught[first_ply(games, g) + ply];
      if (taught == kNoMove) {
        position.play(move);
        ++ply;
        continue;
      }
      require_legal(taught);
      const std::uint64_t number = zobrist(ply, settings.seed ^ scramble(settings.first_game + g));
      const bool late_enough = position.moves_played() >= settings.first_ply;
      if (late_enough && (all || (number >= from && number < below))) {
        position.legal_moves(moves);
        if (settings.forced_moves || moves.size() > 1) {
          if (builder.full()) {
            blocks.push_back(builder.take());
            builder.begin();
          }
          const auto chosen = static_cast<std::size_t>(
              std::find(moves.begin(), moves.end(), taught) - moves.begin());
          turn_into_cells(position, {moves.data(), moves.size()});
          builder.add(BoardView(position), moves, chosen,
                      {.game = settings.first_game + static_cast<std::uint32_t>(g),
                       .moves_played = position.moves_played()},
                      settings.merge);
        }
      }
      position.play(move);
      ++ply;
    }
  }
  blocks.push_back(builder.take());
}

template <class P>
void encode_all(const P& start, const Encoder& encoder, const GameMoves& games,
                const EncodingSettings& settings, Teams& teams, Interrupt& interrupt) {
  const std::size_t count = games.games();
  const std::size_t jobs = (count + kGamesPerBlock - 1) / kGamesPerBlock;
  std::vector<std::vector<TeamBlock>> done(jobs);
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::size_t failed = jobs;  // the first job that failed, and why
  std::string reason;
  const auto work = [&] {
    for (std::size_t job; !interrupt.requested() && (job = next.fetch_add(1)) < jobs;) {
      try {
        encode_block(start, encoder, games, settings, job * kGamesPerBlock,
                     std::min(count, (job + 1) * kGamesPerBlock), done[job], interrupt);
      } catch (const std::invalid_argument& error) {
        const std::scoped_lock lock(mutex);
        if (job < failed) {
          failed = job;
          reason = error.what();
        }
      }
    }
  };
  {
    ThreadGroup others;
    for (int t = 1; t < settings.threads; ++t) {
      if (!others.start(work)) break;
    }
    work();
    others.join(interrupt);
  }
  interrupt.check();
  if (failed < jobs) throw std::invalid_argument(reason);
  for (auto& blocks : done) {
    for (auto& block : blocks) {
      if (block.size() > 0) teams.push_back(std::move(block));
    }
  }
}

void require_same_board(const AnyPosition& position, const Encoder& encoder) {
  if (&position.topology() != &encoder.topology()) {
    throw std::invalid_argument("the features belong to another board");
  }
}

}  // namespace

Teams encode_games(const AnyPosition& start, const std::shared_ptr<const Encoder>& encoder,
                   const GameMoves& games, const EncodingSettings& settings, Interrupt& interrupt) {
  require_same_board(start, *encoder);
  Teams teams(encoder);
  visit(start, [&](const auto& position) {
    encode_all(position, *encoder, games, settings, teams, interrupt);
  });
  return teams;
}

void encode_position(const AnyPosition& position, const Encoder& encoder,
                     std::span<const Move> moves, std::vector<std::vector<std::uint32_t>>& out) {
  require_same_board(position, encoder);
  visit(position, [&](const auto& typed) {
    const BoardView view(typed);
    PositionEncoder looking(encoder);
    std::vector<Move> cells;
    for (const Move move : moves) cells.push_back(cell_of_move(typed, move));
    looking.look_at(view, cells);
    for (const Cell cell : cells) {
      auto& row = out.emplace_back(encoder.features(encoder.group_of(cell)).size());
      looking.encode(cell, row.data());
    }
  });
}

}  // namespace katachi
