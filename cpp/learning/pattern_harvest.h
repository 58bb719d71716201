// Large patterns from games: those seen often enough are kept (FOREST 4.3).
//
// What counts is the pattern around a move: of the move that was played, or of every legal move.
// Sizes are counted one after another, the games replayed for each. A pattern cannot be more
// frequent than the one inside it, so only moves whose smaller pattern was kept are looked at
// again. Hashes are gathered in a buffer that is sorted and counted whenever it is full: memory
// holds the buffer and one number per different pattern of the current size, for played moves at
// most 16 bytes a move. The pass after a size also writes down the contents of what was kept.
//
// The result depends neither on the threads nor on the order of games.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "features/pattern_rings.h"
#include "features/pattern_table.h"
#include "games/any_position.h"
#include "games/replay.h"

namespace katachi {

struct HarvestSettings {
  int smallest = 3;
  int largest = 15;
  std::uint32_t at_least = 20;  // FOREST
  bool all_moves = false;       // count every legal move, not only the one played
  double share = 1.0;           // of the positions
  std::uint64_t seed = 0;       // chooses them, by game and ply
  int threads = 1;
};

class PatternHarvest {
 public:
  // Throws std::invalid_argument for sizes that PatternRings refuses.
  PatternHarvest(const Topology& topology, const HarvestSettings& settings);

  // How often all games have to be counted: once for each size, and once more.
  [[nodiscard]] std::size_t passes() const { return rings_.rings() + 1; }
  // Counts games of this pass. `first_game`: number of the first, the same in every pass. Throws
  // std::invalid_argument naming game and ply (from 1) of an illegal move, or for another kind of
  // board; the size may be another one, since patterns do not depend on it. Throws Interrupted
  // after some of the games.
  void count(const AnyPosition& start, const GameMoves& games, std::uint32_t first_game,
             Interrupt& interrupt);
  // Ends this pass and begins the next; throws std::invalid_argument if there is none.
  void end_pass();

  // Patterns kept so far.
  [[nodiscard]] std::size_t kept() const { return known_.size(); }
  // The set as LargePatterns reads it; complete after the last pass.
  [[nodiscard]] std::string text() const;

 private:
  struct Counted {
    std::uint64_t hash;
    std::uint64_t times;
  };

  // The rings on a board of the same kind.
  const PatternRings& rings_on(const Topology& topology);
  template <class P>
  void count_games(const P& start, const GameMoves& games, std::uint32_t first_game,
                   Interrupt& interrupt);
  template <class P>
  void count_game(const P& start, std::span<const Move> moves, std::uint32_t game,
                  const PatternRings& rings, PaddedBoard& board, std::vector<std::uint64_t>& found,
                  Interrupt& interrupt);
  template <std::size_t Lanes>
  void look(const PatternRings& rings, const std::uint8_t* around,
            std::vector<std::uint64_t>& found);
  void write_down(const PatternRings& rings, const std::uint8_t* around, std::uint32_t pattern);
  // Takes the hashes over and leaves the vector empty.
  void gather(std::vector<std::uint64_t>& found);
  void sort_buffer();

  PatternRings rings_;
  std::vector<std::unique_ptr<PatternRings>> other_sizes_;
  HarvestSettings settings_;
  std::size_t pass_ = 0;                    // the ring that is counted
  PatternTable known_;                      // hash to number in contents_
  std::vector<std::string> contents_;       // canonical, numbers 0 .. 3
  std::size_t first_new_ = 0;               // patterns from here on were kept by the last pass
  std::vector<std::atomic<bool>> written_;  // by pattern since first_new_
  std::mutex mutex_;
  std::vector<std::uint64_t> buffer_;
  std::vector<Counted> counted_;  // by hash
};

}  // namespace katachi
