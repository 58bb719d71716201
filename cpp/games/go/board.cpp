#include "games/go/board.h"

#include <algorithm>
#include <utility>

namespace katachi {

template <int kCapacity>
GoBoard<kCapacity>::GoBoard(const Topology& topology)
    : topology_(&topology), neighbours_(&topology.neighbours(0)), ko_(topology.off_board()) {
  const int cells = topology.cells();
  assert(topology.grid() == Grid::square && cells <= kCapacity);
  color_.fill(Color::none);
  head_.fill(topology.off_board());
  next_.fill(0);
  empties_.fill(0);
  empty_index_.fill(0);
  surroundings_.fill(0);
  chains_.fill({});
  for (Cell cell = 0; cell < cells; ++cell) {
    empties_[cell] = cell;
    empty_index_[cell] = cell;
    for (int d = 0; d < kDirections; ++d) {
      surroundings_[cell] += neighbours(cell)[d] == topology.off_board() ? kBlack + kWhite : kEmpty;
    }
  }
  empty_count_ = cells;
}

template <int kCapacity>
int GoBoard<kCapacity>::true_liberties(Cell cell) const {
  std::array<bool, kCapacity + 1> seen{};
  int liberties = 0;
  Cell stone = cell;
  do {
    for (int d = 0; d < kDirections; ++d) {
      const Cell n = neighbours(stone)[d];
      if (n == topology_->off_board() || color_[n] != Color::none || seen[n]) continue;
      seen[n] = true;
      ++liberties;
    }
    stone = next_[stone];
  } while (stone != cell);
  return liberties;
}

template <int kCapacity>
int GoBoard<kCapacity>::contacts(Cell cell, Cell neighbour) const {
  int contacts = 0;
  for (int d = 0; d < kDirections; ++d) {
    contacts += static_cast<int>(head_[neighbours(cell)[d]] == head_[neighbour]);
  }
  return contacts;
}

template <int kCapacity>
bool GoBoard<kCapacity>::is_suicide(Cell cell, Color color) const {
  if (empty_around(cell) != 0) return false;
  // All neighbours are stones or off the board. Heads and contacts without branches: a chain is
  // filled if the point is its only liberty, that is if it has as many pseudo-liberties as
  // contacts.
  const Cell* around_cell = neighbours(cell);
  const std::array<Cell, kDirections> heads{head_[around_cell[0]], head_[around_cell[1]],
                                            head_[around_cell[2]], head_[around_cell[3]]};
  bool suicide = true;
  for (std::size_t d = 0; d < kDirections; ++d) {
    const int touching = (heads[d] == heads[0]) + (heads[d] == heads[1]) + (heads[d] == heads[2]) +
                         (heads[d] == heads[3]);
    const bool filled = chains_[heads[d]].liberties == touching;
    const Color there = color_[around_cell[d]];
    suicide &= (there == Color::none) | (filled == (there == color));
  }
  return suicide;
}

template <int kCapacity>
bool GoBoard<kCapacity>::is_self_atari(Cell cell, Color color) const {
  if (empty_around(cell) >= 2) return false;
  const Cell off = topology_->off_board();
  Cell only = off;
  const auto is_second = [&](Cell liberty) {
    if (only == off) only = liberty;
    return liberty != only;
  };
  for (int d = 0; d < kDirections; ++d) {
    const Cell n = neighbours(cell)[d];
    if (n == off) continue;
    if (color_[n] == Color::none) {
      if (is_second(n)) return false;
      continue;
    }
    const Chain& chain = chains_[head_[n]];
    const auto touching = static_cast<std::uint32_t>(contacts(cell, n));
    const std::uint32_t left = chain.liberties - touching;
    if (color_[n] != color) {
      if (left != 0) continue;
      if (chain.stones > 1 || is_second(n)) return false;
      continue;
    }
    if (left == 0) continue;
    // The liberties of the chain other than the point itself.
    const std::uint32_t sum = chain.sum - touching * cell;
    const std::uint32_t squares = chain.sum_squares - touching * cell * cell;
    if (std::uint64_t{left} * squares != std::uint64_t{sum} * sum) return false;
    if (is_second(static_cast<Cell>(sum / left))) return false;
  }
  return only != off;
}

template <int kCapacity>
int GoBoard<kCapacity>::captures(Cell cell, Color color) const {
  int captured = 0;
  for (int d = 0; d < kDirections; ++d) {
    const Cell n = neighbours(cell)[d];
    if (color_[n] != opponent(color) || pseudo_liberties(n) != contacts(cell, n)) continue;
    bool counted = false;
    for (int e = 0; e < d; ++e) counted |= head_[neighbours(cell)[e]] == head_[n];
    if (!counted) captured += chain_size(n);
  }
  return captured;
}

template <int kCapacity>
std::uint64_t GoBoard<kCapacity>::stones_key_after(Cell cell, Color color) const {
  std::uint64_t key = stones_key_ ^ zobrist(cell, kStoneSalt + index_of(color));
  if (empty_around(cell) == 4) return key;
  bool lives = empty_around(cell) != 0;
  const auto take_off = [&](Cell chain) {
    Cell stone = chain;
    do {
      key ^= zobrist(stone, kStoneSalt + index_of(color_[chain]));
      stone = next_[stone];
    } while (stone != chain);
  };
  const auto first_contact = [&](int direction) {
    for (int e = 0; e < direction; ++e) {
      if (head_[neighbours(cell)[e]] == head_[neighbours(cell)[direction]]) return false;
    }
    return true;
  };
  for (int d = 0; d < kDirections; ++d) {
    const Cell n = neighbours(cell)[d];
    if (color_[n] == Color::none) continue;
    const bool filled = pseudo_liberties(n) == contacts(cell, n);
    if (color_[n] == color) {
      lives |= !filled;
    } else if (filled && first_contact(d)) {
      take_off(n);
      lives = true;
    }
  }
  if (lives) return key;
  key ^= zobrist(cell, kStoneSalt + index_of(color));
  for (int d = 0; d < kDirections; ++d) {
    const Cell n = neighbours(cell)[d];
    if (color_[n] == color && first_contact(d)) take_off(n);
  }
  return key;
}

template <int kCapacity>
bool GoBoard<kCapacity>::is_eye(Cell cell, Color color) const {
  if (around(cell, color) != 4) return false;
  // Without branches: nobody can guess where the stones are. A diagonal is a neighbour of the point
  // above or below; off the board it has no colour.
  const Cell* above = neighbours(neighbours(cell)[0]);
  const Cell* below = neighbours(neighbours(cell)[2]);
  int against = 0;
  int outside = 0;
  for (const Cell diagonal : {above[1], above[3], below[1], below[3]}) {
    against += static_cast<int>(color_[diagonal] == opponent(color));
    outside |= static_cast<int>(diagonal == topology_->off_board());
  }
  return against + outside < 2;
}

template <int kCapacity>
void GoBoard<kCapacity>::join(Cell a, Cell b) {
  Cell large = head_[a];
  Cell small = head_[b];
  if (chains_[large].stones < chains_[small].stones) std::swap(large, small);
  Chain& grown = chains_[large];
  const Chain& gone = chains_[small];
  grown.liberties = static_cast<std::uint16_t>(grown.liberties + gone.liberties);
  grown.stones = static_cast<std::uint16_t>(grown.stones + gone.stones);
  grown.sum += gone.sum;
  grown.sum_squares += gone.sum_squares;
  Cell stone = small;
  do {
    head_[stone] = large;
    stone = next_[stone];
  } while (stone != small);
  std::swap(next_[large], next_[small]);
}

template <int kCapacity>
template <typename GoBoard<kCapacity>::Track kTrack>
void GoBoard<kCapacity>::put(Cell cell, Color color) {
  assert(color_[cell] == Color::none);
  if constexpr (kTrack == Track::everything)
    stones_key_ ^= zobrist(cell, kStoneSalt + index_of(color));
  color_[cell] = color;
  head_[cell] = cell;
  next_[cell] = cell;
  const Cell index = empty_index_[cell];
  const Cell moved = empties_[static_cast<std::size_t>(--empty_count_)];
  empties_[index] = moved;
  empty_index_[moved] = index;

  // Empty and off-board neighbours belong to the chain `off_board`, whose numbers nobody reads: so
  // that every neighbour is treated alike, without a branch.
  Chain& chain = chains_[cell];
  const Surroundings change = kOne[index_of(color)] - kEmpty;
  const Cell* around = neighbours(cell);
  chain = {.liberties = static_cast<std::uint16_t>(empty_around(cell)), .stones = 1};
  for (int d = 0; d < kDirections; ++d) {
    const Cell n = around[d];
    surroundings_[n] += change;
    Chain& touched = chains_[head_[n]];
    --touched.liberties;
    if constexpr (kTrack != Track::counts) {
      touched.sum -= cell;
      touched.sum_squares -= std::uint32_t{cell} * cell;
      const bool open = color_[n] == Color::none && n != topology_->off_board();
      chain.sum += open ? n : 0U;
      chain.sum_squares += open ? std::uint32_t{n} * n : 0U;
    }
  }
  for (int d = 0; d < kDirections; ++d) {
    const Cell n = around[d];
    if (color_[n] == color && head_[n] != head_[cell]) join(n, cell);
  }
}

template <int kCapacity>
template <typename GoBoard<kCapacity>::Track kTrack>
void GoBoard<kCapacity>::remove_chain(Cell cell) {
  const Color color = color_[cell];
  const Surroundings change = kEmpty - kOne[index_of(color)];
  Cell stone = cell;
  do {
    if constexpr (kTrack == Track::everything)
      stones_key_ ^= zobrist(stone, kStoneSalt + index_of(color));
    color_[stone] = Color::none;
    head_[stone] = topology_->off_board();
    empty_index_[stone] = static_cast<Cell>(empty_count_);
    empties_[static_cast<std::size_t>(empty_count_++)] = stone;
    stone = next_[stone];
  } while (stone != cell);
  // Now the whole chain is gone: its neighbours gain liberties.
  do {
    for (int d = 0; d < kDirections; ++d) {
      const Cell n = neighbours(stone)[d];
      surroundings_[n] += change;
      Chain& touched = chains_[head_[n]];
      ++touched.liberties;
      if constexpr (kTrack != Track::counts) {
        touched.sum += stone;
        touched.sum_squares += std::uint32_t{stone} * stone;
      }
    }
    stone = next_[stone];
  } while (stone != cell);
}

template <int kCapacity>
template <typename GoBoard<kCapacity>::Track kTrack>
int GoBoard<kCapacity>::place(Cell cell, Color color) {
  const bool inside_opponent = around(cell, opponent(color)) == 4;
  ko_ = topology_->off_board();
  put<kTrack>(cell, color);
  // Captures are rare: one predictable branch instead of four.
  const Cell* around_cell = neighbours(cell);
  bool captures_something = false;
  for (int d = 0; d < kDirections; ++d) {
    const Cell n = around_cell[d];
    captures_something |= static_cast<unsigned>(color_[n] == opponent(color)) &
                          static_cast<unsigned>(chains_[head_[n]].liberties == 0);
  }
  if (!captures_something) [[likely]] {
    if (pseudo_liberties(cell) == 0) [[unlikely]]
      remove_chain<kTrack>(cell);
    return 0;
  }
  int captured = 0;
  Cell last_captured = ko_;
  for (int d = 0; d < kDirections; ++d) {
    const Cell n = around_cell[d];
    if (color_[n] != opponent(color) || pseudo_liberties(n) != 0) continue;
    captured += chain_size(n);
    last_captured = n;
    remove_chain<kTrack>(n);
  }
  if (captured == 1 && inside_opponent) ko_ = last_captured;
  return captured;
}

template <int kCapacity>
Cell GoBoard<kCapacity>::random_move(Color color, Rng& rng) {
  // Points that fail are swapped behind the candidates: every playable point is equally likely.
  for (int candidates = empty_count_; candidates > 0;) {
    const std::size_t i = rng.below(static_cast<std::uint32_t>(candidates));
    const Cell cell = empties_[i];
    if (empty_around(cell) != 0 ? cell != ko_
                                : cell != ko_ && !is_eye(cell, color) && !is_suicide(cell, color)) {
      return cell;
    }
    put_behind(i, static_cast<std::size_t>(--candidates));
  }
  return topology_->off_board();
}

template <int kCapacity>
int GoBoard<kCapacity>::stones_margin() const {
  int margin = 0;
  for (Cell cell = 0; cell < topology_->cells(); ++cell) {
    if (color_[cell] != Color::none) margin += color_[cell] == Color::black ? 1 : -1;
  }
  return margin;
}

// Calls visit(colour, cells) for every empty region that touches stones of one colour alone.
template <int kCapacity>
template <typename Visit>
void GoBoard<kCapacity>::each_owned_region(Visit visit) const {
  std::array<bool, kCapacity + 1> seen{};
  std::array<Cell, kCapacity> region;
  for (int i = 0; i < empty_count_; ++i) {
    if (seen[empty(i)]) continue;
    std::size_t filled = 0;
    region[filled++] = empty(i);
    seen[empty(i)] = true;
    std::array<bool, 3> touches{};
    for (std::size_t next = 0; next < filled; ++next) {
      for (int d = 0; d < kDirections; ++d) {
        const Cell n = neighbours(region[next])[d];
        if (n == topology_->off_board()) continue;
        touches[index_of(color_[n])] = true;
        if (color_[n] != Color::none || seen[n]) continue;
        seen[n] = true;
        region[filled++] = n;
      }
    }
    if (touches[0] == touches[1]) continue;
    visit(touches[0] ? Color::black : Color::white, std::span<const Cell>(region.data(), filled));
  }
}

template <int kCapacity>
int GoBoard<kCapacity>::area_margin() const {
  int margin = stones_margin();
  each_owned_region([&](Color owner, std::span<const Cell> cells) {
    const int count = static_cast<int>(cells.size());
    margin += owner == Color::black ? count : -count;
  });
  return margin;
}

template <int kCapacity>
void GoBoard<kCapacity>::owners(std::array<Color, kCapacity>& out) const {
  std::copy_n(color_.begin(), topology_->cells(), out.begin());
  each_owned_region([&](Color owner, std::span<const Cell> cells) {
    for (const Cell cell : cells) out[cell] = owner;
  });
}

template <int kCapacity>
bool GoBoard<kCapacity>::is_consistent() const {
  GoBoard fresh(*topology_);
  int empty_points = 0;
  for (Cell cell = 0; cell < topology_->cells(); ++cell) {
    if (color_[cell] == Color::none) {
      ++empty_points;
      if (empty(empty_index_[cell]) != cell) return false;
    } else {
      fresh.set_up(cell, color_[cell]);
    }
  }
  if (empty_points != empty_count_ || fresh.stones_key_ != stones_key_) return false;
  for (Cell cell = 0; cell < topology_->cells(); ++cell) {
    if (fresh.surroundings_[cell] != surroundings_[cell]) return false;
    if (color_[cell] == Color::none) continue;
    const Chain& chain = chains_[head_[cell]];
    const Chain& other = fresh.chains_[fresh.head_[cell]];
    if (chain.liberties != other.liberties || chain.stones != other.stones ||
        chain.sum != other.sum || chain.sum_squares != other.sum_squares || chain.liberties == 0 ||
        in_atari(cell) != (true_liberties(cell) == 1)) {
      return false;
    }
    for (Cell second = 0; second < cell; ++second) {
      if (color_[second] == Color::none) continue;
      const bool together = head_[cell] == head_[second];
      if (together != (fresh.head_[cell] == fresh.head_[second])) return false;
    }
  }
  return true;
}

template class GoBoard<81>;
template class GoBoard<169>;
template class GoBoard<361>;
template int GoBoard<81>::place<GoBoard<81>::Track::everything>(Cell, Color);
template int GoBoard<169>::place<GoBoard<169>::Track::everything>(Cell, Color);
template int GoBoard<361>::place<GoBoard<361>::Track::everything>(Cell, Color);
template int GoBoard<81>::place<GoBoard<81>::Track::atari>(Cell, Color);
template int GoBoard<169>::place<GoBoard<169>::Track::atari>(Cell, Color);
template int GoBoard<361>::place<GoBoard<361>::Track::atari>(Cell, Color);
template int GoBoard<81>::place<GoBoard<81>::Track::counts>(Cell, Color);
template int GoBoard<169>::place<GoBoard<169>::Track::counts>(Cell, Color);
template int GoBoard<361>::place<GoBoard<361>::Track::counts>(Cell, Color);

}  // namespace katachi
