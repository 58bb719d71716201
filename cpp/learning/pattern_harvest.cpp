#include "learning/pattern_harvest.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "features/large_patterns.h"
#include "games/all_positions.h"
#include "games/move_numbers.h"
#include "games/random.h"
#include "games/threads.h"

namespace katachi {
namespace {

constexpr std::size_t kGamesPerBlock = 32;
// Hashes that a thread gathers before it hands them over, and that are sorted at once (128 MB).
constexpr std::size_t kHandful = 1U << 14U;
constexpr std::size_t kBuffer = 1U << 24U;

}  // namespace

PatternHarvest::PatternHarvest(const Topology& topology, const HarvestSettings& settings)
    : rings_(topology, settings.smallest, settings.largest), settings_(settings) {}

void PatternHarvest::count(const AnyPosition& start, const GameMoves& games,
                           std::uint32_t first_game, Interrupt& interrupt) {
  if (start.topology().grid() != rings_.topology().grid()) {
    throw std::invalid_argument("the games are of another kind of board");
  }
  visit(start, [&](const auto& position) { count_games(position, games, first_game, interrupt); });
}

const PatternRings& PatternHarvest::rings_on(const Topology& topology) {
  if (&topology == &rings_.topology()) return rings_;
  for (const auto& rings : other_sizes_) {
    if (&rings->topology() == &topology) return *rings;
  }
  return *other_sizes_.emplace_back(
      std::make_unique<PatternRings>(topology, rings_.smallest(), rings_.largest()));
}

template <class P>
void PatternHarvest::count_games(const P& start, const GameMoves& games, std::uint32_t first_game,
                                 Interrupt& interrupt) {
  const PatternRings& rings = rings_on(start.topology());
  std::atomic<std::size_t> next{0};
  std::size_t failed = games.games();  // the first game that failed, and why
  std::string reason;
  const auto work = [&] {
    PaddedBoard board = rings.make_board();
    std::vector<std::uint64_t> found;
    for (std::size_t first;
         !interrupt.requested() && (first = next.fetch_add(kGamesPerBlock)) < games.games();) {
      const std::size_t last = std::min(games.games(), first + kGamesPerBlock);
      for (std::size_t g = first; g < last; ++g) {
        try {
          count_game(start, games.game(g), first_game + static_cast<std::uint32_t>(g), rings, board,
                     found, interrupt);
        } catch (const std::invalid_argument& error) {
          const std::scoped_lock lock(mutex_);
          if (g < failed) {
            failed = g;
            reason = error.what();
          }
        }
        if (found.size() >= kHandful) gather(found);
      }
    }
    gather(found);
  };
  {
    ThreadGroup others;
    for (int t = 1; t < settings_.threads; ++t) {
      if (!others.start(work)) break;
    }
    work();
    others.join(interrupt);
  }
  interrupt.check();
  if (failed < games.games()) throw std::invalid_argument(reason);
}

template <class P>
void PatternHarvest::count_game(const P& start, std::span<const Move> moves, std::uint32_t game,
                                const PatternRings& rings, PaddedBoard& board,
                                std::vector<std::uint64_t>& found, Interrupt& interrupt) {
  // As the encoder of games chooses positions.
  const bool all = settings_.share >= 1.0;
  const auto limit = all ? 0 : static_cast<std::uint64_t>(settings_.share * 0x1p64);
  const auto cells = static_cast<Move>(rings.topology().cells());
  P position = start;
  MoveList legal;
  std::uint64_t ply = 0;
  for (const Move move : moves) {
    if (interrupt.requested()) return;
    if (!position.is_legal(move)) {
      throw std::invalid_argument("game " + std::to_string(game + 1) + ", ply " +
                                  std::to_string(ply + 1) + ": move number " +
                                  std::to_string(move) + " is illegal");
    }
    if (all || zobrist(ply, settings_.seed ^ scramble(game)) < limit) {
      const BoardView view(position);
      rings.fill(view, board);
      const auto look_at = [&](Move candidate) {
        const Cell cell = cell_of_move(position, candidate);
        if (cell >= cells) return;
        const std::uint8_t* const around = rings.around(board, view.to_move, cell);
        with_lanes(rings, [&]<std::size_t Lanes>() { look<Lanes>(rings, around, found); });
      };
      if (settings_.all_moves) {
        position.legal_moves(legal);
        for (const Move candidate : legal) look_at(candidate);
      } else {
        look_at(move);
      }
    }
    position.play(move);
    ++ply;
  }
}

template <std::size_t Lanes>
void PatternHarvest::look(const PatternRings& rings, const std::uint8_t* around,
                          std::vector<std::uint64_t>& found) {
  std::array<std::uint64_t, Lanes> hashes{};
  std::uint32_t inner = 0;
  for (std::size_t ring = 0; ring < pass_; ++ring) {
    inner = known_.find(rings.add_ring<Lanes>(around, ring, hashes));
    if (inner == PatternTable::kNone) return;
  }
  if (pass_ > 0 && !written_[inner - first_new_].load(std::memory_order_relaxed)) {
    write_down(rings, around, inner);
  }
  if (pass_ < rings.rings()) found.push_back(rings.add_ring<Lanes>(around, pass_, hashes));
}

void PatternHarvest::write_down(const PatternRings& rings, const std::uint8_t* around,
                                std::uint32_t pattern) {
  if (written_[pattern - first_new_].exchange(true)) return;
  std::vector<std::uint8_t> cells(rings.ring_end(pass_ - 1));
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = rings.content(around, i);
  cells = rings.canonical(cells);
  contents_[pattern].assign(cells.begin(), cells.end());
}

void PatternHarvest::gather(std::vector<std::uint64_t>& found) {
  const std::scoped_lock lock(mutex_);
  buffer_.insert(buffer_.end(), found.begin(), found.end());
  found.clear();
  if (buffer_.size() >= kBuffer) sort_buffer();
}

void PatternHarvest::sort_buffer() {
  std::sort(buffer_.begin(), buffer_.end());
  std::vector<Counted> merged;
  auto old = counted_.cbegin();
  for (auto first = buffer_.cbegin(); first != buffer_.cend();) {
    const auto last =
        std::find_if(first, buffer_.cend(), [&](auto hash) { return hash != *first; });
    while (old != counted_.cend() && old->hash < *first) merged.push_back(*old++);
    Counted counted{.hash = *first, .times = static_cast<std::uint64_t>(last - first)};
    if (old != counted_.cend() && old->hash == *first) counted.times += (old++)->times;
    merged.push_back(counted);
    first = last;
  }
  merged.insert(merged.end(), old, counted_.cend());
  counted_ = std::move(merged);
  buffer_.clear();
}

void PatternHarvest::end_pass() {
  if (pass_ == rings_.rings()) throw std::invalid_argument("the last pass has no end");
  sort_buffer();
  first_new_ = contents_.size();
  for (const Counted& counted : counted_) {
    if (counted.times < settings_.at_least) continue;
    if (contents_.size() == LargePatterns::kMostPatterns) {
      throw std::invalid_argument("there are more than " +
                                  std::to_string(LargePatterns::kMostPatterns) +
                                  " frequent patterns; ask for more occurrences of each");
    }
    known_.insert(counted.hash, static_cast<std::uint32_t>(contents_.size()));
    contents_.emplace_back();
  }
  written_ = std::vector<std::atomic<bool>>(contents_.size() - first_new_);
  counted_ = {};
  ++pass_;
}

std::string PatternHarvest::text() const { return pattern_text(rings_, contents_); }

}  // namespace katachi
