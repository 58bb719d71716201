#include "games/go/ladder.h"

#include <algorithm>

namespace katachi {
namespace {

constexpr int kDirections = 4;

}  // namespace

void LadderReader::set_board(const std::uint8_t* contents, Cell ko) {
  std::copy_n(contents, topology_.cells() + 1, contents_.begin());
  ko_ = ko;
  ko_color_ = first;
  // A new mark for every walk: long before they run out, all are forgotten.
  if (mark_ > 1U << 30U) {
    marks_.fill(0);
    mark_ = 0;
  }
}

int LadderReader::liberties(Cell stone, int most, Cell* out) {
  const std::uint32_t mark = ++mark_;
  const std::uint8_t color = contents_[stone];
  std::size_t walked = 0;
  int found = 0;
  walked_[walked++] = stone;
  marks_[stone] = mark;
  for (std::size_t next = 0; next < walked; ++next) {
    const auto& around = topology_.neighbours(walked_[next]);
    for (int d = 0; d < kDirections; ++d) {
      const Cell cell = around[static_cast<std::size_t>(d)];
      const std::uint8_t content = contents_[cell];
      if ((content != color && content != empty) || marks_[cell] == mark) continue;
      marks_[cell] = mark;
      if (content == color) {
        walked_[walked++] = cell;
      } else {
        out[found++] = cell;
        if (found == most) return found;
      }
    }
  }
  return found;
}

void LadderReader::remove_chain(Cell stone) {
  const std::uint8_t color = contents_[stone];
  std::size_t next = static_cast<std::size_t>(captured_);
  contents_[stone] = empty;
  captures_[static_cast<std::size_t>(captured_++)] = stone;
  for (; next < static_cast<std::size_t>(captured_); ++next) {
    const auto& around = topology_.neighbours(captures_[next]);
    for (int d = 0; d < kDirections; ++d) {
      const Cell cell = around[static_cast<std::size_t>(d)];
      if (contents_[cell] != color) continue;
      contents_[cell] = empty;
      captures_[static_cast<std::size_t>(captured_++)] = cell;
    }
  }
}

bool LadderReader::play(Cell cell, std::uint8_t color) {
  if (cell == ko_ && color == ko_color_) return false;
  if (++moves_ > most_moves_ || depth_ == kDeepest ||
      captured_ + static_cast<int>(kMaxCells) > kMostCaptures) {
    moves_ = most_moves_ + 1;
    return false;
  }
  const auto other = static_cast<std::uint8_t>(3 - color);
  const int before = captured_;
  played_[static_cast<std::size_t>(depth_++)] = {
      .cell = cell,
      .ko = ko_,
      .ko_color = ko_color_,
      .captures_begin = static_cast<std::uint16_t>(before)};
  contents_[cell] = color;
  Cell liberty = kNoMove;
  const auto& around = topology_.neighbours(cell);
  for (int d = 0; d < kDirections; ++d) {
    const Cell near = around[static_cast<std::size_t>(d)];
    if (contents_[near] == other && liberties(near, 1, &liberty) == 0) remove_chain(near);
  }
  ko_ = kNoMove;
  const int taken = captured_ - before;
  if (taken == 1) {
    // A ko if the stone stands alone and the point of the captured one is its only liberty.
    std::array<Cell, 2> own;
    const bool one_liberty = liberties(cell, 2, own.data()) == 1;
    bool alone = true;
    for (int d = 0; d < kDirections; ++d) {
      alone &= contents_[around[static_cast<std::size_t>(d)]] != color;
    }
    if (one_liberty && alone) {
      ko_ = captures_[static_cast<std::size_t>(before)];
      ko_color_ = other;
    }
  } else if (taken == 0 && liberties(cell, 1, &liberty) == 0) {
    take_back();
    return false;
  }
  return true;
}

void LadderReader::take_back() {
  const Played& last = played_[static_cast<std::size_t>(--depth_)];
  const auto other = static_cast<std::uint8_t>(3 - contents_[last.cell]);
  contents_[last.cell] = empty;
  for (; captured_ > last.captures_begin; --captured_) {
    contents_[captures_[static_cast<std::size_t>(captured_ - 1)]] = other;
  }
  ko_ = last.ko;
  ko_color_ = last.ko_color;
}

int LadderReader::takes(Cell stone, std::array<Cell, kMostTakes>& out) {
  const std::uint8_t color = contents_[stone];
  const auto other = static_cast<std::uint8_t>(3 - color);
  // Walks the chain; stones of other chains that are marked since have been looked at.
  const std::uint32_t begin = ++mark_;
  std::size_t size = 0;
  int found = 0;
  chain_[size++] = stone;
  marks_[stone] = begin;
  for (std::size_t next = 0; next < size; ++next) {
    const auto& around = topology_.neighbours(chain_[next]);
    for (int d = 0; d < kDirections; ++d) {
      const Cell cell = around[static_cast<std::size_t>(d)];
      if (marks_[cell] >= begin) continue;
      if (contents_[cell] == color) {
        marks_[cell] = begin;
        chain_[size++] = cell;
      } else if (contents_[cell] == other) {
        std::array<Cell, 2> two;
        if (liberties(cell, 2, two.data()) == 1 && found < kMostTakes &&
            std::find(out.begin(), out.begin() + found, two[0]) == out.begin() + found) {
          out[static_cast<std::size_t>(found++)] = two[0];
        }
      }
    }
  }
  return found;
}

bool LadderReader::defender_is_caught(Cell stone, Cell liberty) {
  const std::uint8_t color = contents_[stone];
  std::array<Cell, kMostTakes> options;
  int count = takes(stone, options);
  // The last liberty comes last: it is the longest line.
  const auto end = options.begin() + count;
  if (const auto same = std::find(options.begin(), end, liberty); same != end) {
    std::iter_swap(same, end - 1);
  } else if (count < kMostTakes) {
    options[static_cast<std::size_t>(count++)] = liberty;
  }
  for (int i = 0; i < count; ++i) {
    if (!play(options[static_cast<std::size_t>(i)], color)) {
      if (moves_ > most_moves_) return false;
      continue;
    }
    Liberties now;
    const int left = liberties(stone, 3, now.data());
    bool caught = false;
    if (left == 2) {
      caught = attacker_catches(stone, now);
    } else if (left == 1) {
      // The attacker takes it now, unless a ko forbids it.
      caught = now[0] != ko_;
    }
    take_back();
    if (!caught) return false;
  }
  return true;
}

bool LadderReader::attacker_catches(Cell stone, const Liberties& two) {
  // The liberty with more room first: it would give the chain more.
  const auto room = [&](Cell cell) {
    int count = 0;
    for (int d = 0; d < kDirections; ++d) {
      count += contents_[topology_.neighbours(cell)[static_cast<std::size_t>(d)]] == empty ? 1 : 0;
    }
    return count;
  };
  const bool swapped = room(two[1]) > room(two[0]);
  return attack_by(stone, two[swapped ? 1 : 0]) == Attack::catches ||
         attack_by(stone, two[swapped ? 0 : 1]) == Attack::catches;
}

LadderReader::Attack LadderReader::attack_by(Cell stone, Cell liberty) {
  if (!play(liberty, static_cast<std::uint8_t>(3 - contents_[stone]))) return Attack::none;
  Cell last = kNoMove;
  const int left = liberties(stone, 1, &last);
  const bool caught = left == 1 && defender_is_caught(stone, last);
  take_back();
  return caught ? Attack::catches : Attack::open;
}

LadderReader::Extension LadderReader::extend(Cell stone, Cell liberty) {
  moves_ = 0;
  if (!play(liberty, contents_[stone])) return Extension::none;
  Liberties now;
  const int left = liberties(stone, 3, now.data());
  Extension result = Extension::none;
  if (left == 2) result = attacker_catches(stone, now) ? Extension::caught : Extension::free;
  if (left == 3) result = Extension::free;
  take_back();
  return result;
}

LadderReader::Attack LadderReader::attack(Cell stone, Cell liberty) {
  moves_ = 0;
  return attack_by(stone, liberty);
}

bool LadderReader::is_caught(Cell stone) {
  moves_ = 0;
  Liberties now;
  const int left = liberties(stone, 3, now.data());
  if (left == 1) return defender_is_caught(stone, now[0]);
  return left == 2 && attacker_catches(stone, now);
}

int LadderReader::liberties_after(Cell cell, std::uint8_t color, int most) {
  moves_ = 0;
  if (!play(cell, color)) return 0;
  Liberties now;
  const int left = liberties(cell, most, now.data());
  take_back();
  return left;
}

}  // namespace katachi
