#include "games/go/tactics.h"

#include <algorithm>
#include <cstdlib>

namespace katachi {
namespace {

constexpr std::size_t kDirections = 4;
constexpr auto kEmpty = static_cast<std::uint8_t>(Content::empty);
constexpr auto kMine = static_cast<std::uint8_t>(Content::own);
constexpr auto kOther = static_cast<std::uint8_t>(Content::other);

constexpr int kBorderLines = 4;
constexpr int kMostCircular = 10;
constexpr int kMostFate = 10;
constexpr int kManyCaptured = 10;
constexpr int kFewInSelfAtari = 5;

std::vector<std::string> counted(int first, int last) {
  std::vector<std::string> names{"-"};
  for (int n = first; n <= last; ++n) names.push_back(std::to_string(n));
  return names;
}

std::vector<TacticalFeature> features_of_go(bool history) {
  std::vector<TacticalFeature> features{
      {"pass", {"-", "after a move", "after a pass"}, TacticalFeature::About::special_move},
      {"capture",
       {"-", "a chain", "in a ladder", "prevents an extension", "of the previous move",
        "beside an own atari", "beside an own atari, 10 stones or more"}},
      {"extension", {"-", "of an atari", "in a ladder"}},
      {"self-atari", {"-", "up to 5 stones", "more than 5 stones"}},
      {"atari", {"-", "of a chain", "while there is a ko", "in a ladder"}},
      {"border", counted(1, kBorderLines)},
  };
  if (history) {
    features.push_back({"circular distance to the previous move", counted(2, kMostCircular)});
    features.push_back({"circular distance to the move before", counted(2, kMostCircular)});
    features.push_back({"chains to the previous move", counted(1, kMostFate)});
    features.push_back({"chains to the move before", counted(1, kMostFate)});
  }
  return features;
}

void raise(std::uint8_t& level, int to) { level = std::max(level, static_cast<std::uint8_t>(to)); }

}  // namespace

GoTactics::GoTactics(const Topology& topology, bool history)
    : Tactics(topology, features_of_go(history), history) {
  const int last = topology.size() - 1;
  for (Cell cell = 0; cell < topology.cells(); ++cell) {
    const int x = topology.x(cell);
    const int y = topology.y(cell);
    const int line = 1 + std::min({x, y, last - x, last - y});
    border_.push_back(static_cast<std::uint8_t>(line <= kBorderLines ? line : 0));
  }
}

std::unique_ptr<Survey> GoTactics::make_survey() const {
  return std::make_unique<GoSurvey>(topology(), history());
}

void GoTactics::levels(const BoardView& view, const Survey* survey, Move move,
                       std::uint32_t* out) const {
  if (move == topology().off_board()) {
    *out = view.previous.last == topology().off_board() ? 2 : 1;
    return;
  }
  const auto& found = static_cast<const GoSurvey&>(*survey);
  *out++ = found.capture[move];
  *out++ = found.extension[move];
  *out++ = found.self_atari[move];
  *out++ = found.atari[move];
  *out++ = border_[move];
  if (!history()) return;
  *out++ = found.circular[0][move];
  *out++ = found.circular[1][move];
  *out++ = found.fate[0][move];
  *out++ = found.fate[1][move];
}

GoSurvey::GoSurvey(const Topology& topology, bool history)
    : topology_(topology), history_(history), reader_(topology) {}

void GoSurvey::take(const BoardView& view) {
  view_ = &view;
  capture.fill(0);
  extension.fill(0);
  self_atari.fill(0);
  atari.fill(0);
  find_chains();
  reader_.set_board(view.content.data(), view.ko);
  for (std::size_t c = 0; c < chain_count_; ++c) {
    const Chain& chain = chains_[c];
    if (chain.color == kMine && chain.liberties == 1) {
      const auto found = reader_.extend(stones_[chain.begin], chain.liberty[0]);
      if (found == LadderReader::Extension::none) continue;
      raise(extension[chain.liberty[0]], found == LadderReader::Extension::caught ? 2 : 1);
    } else if (chain.color == kOther && chain.liberties == 1) {
      find_captures(chain, view.previous.last);
    } else if (chain.color == kOther && chain.liberties == 2) {
      find_ataris(chain);
    }
  }
  const int cells = topology_.cells();
  for (Cell cell = 0; cell < cells; ++cell) {
    if (view.content[cell] == kEmpty) find_self_atari(cell);
  }
  if (!history_) return;
  const std::array<Move, 2> moves{view.previous.last, view.previous.before};
  for (std::size_t m = 0; m < moves.size(); ++m) {
    measure_circular(moves[m], circular[m]);
    measure_fate(moves[m], fate[m]);
  }
}

void GoSurvey::find_chains() {
  const int cells = topology_.cells();
  const auto& content = view_->content;
  chain_of_.fill(kNoChain);
  chain_count_ = 0;
  std::uint16_t filled = 0;
  for (Cell start = 0; start < cells; ++start) {
    if (content[start] == kEmpty || chain_of_[start] != kNoChain) continue;
    const auto number = static_cast<ChainNumber>(chain_count_);
    Chain& chain = chains_[chain_count_++];
    chain.color = content[start];
    chain.liberties = 0;
    chain.begin = filled;
    stones_[filled++] = start;
    chain_of_[start] = number;
    for (std::uint16_t next = chain.begin; next < filled; ++next) {
      const auto& around = topology_.neighbours(stones_[next]);
      for (std::size_t d = 0; d < kDirections; ++d) {
        const Cell cell = around[d];
        if (content[cell] == chain.color) {
          if (chain_of_[cell] != kNoChain) continue;
          chain_of_[cell] = number;
          stones_[filled++] = cell;
        } else if (content[cell] == kEmpty && chain.liberties < chain.liberty.size()) {
          const auto* const end = chain.liberty.begin() + chain.liberties;
          if (std::find(chain.liberty.cbegin(), end, cell) == end) {
            chain.liberty[chain.liberties++] = cell;
          }
        }
      }
    }
    chain.end = filled;
  }
}

void GoSurvey::find_captures(const Chain& chain, Cell previous) {
  const Cell stone = stones_[chain.begin];
  int level = 1;
  for (std::uint16_t s = chain.begin; s < chain.end; ++s) {
    if (stones_[s] == previous) level = std::max(level, 4);
    const auto& around = topology_.neighbours(stones_[s]);
    for (std::size_t d = 0; d < kDirections; ++d) {
      const Cell cell = around[d];
      if (view_->content[cell] == kMine && chain_at(cell).liberties == 1) level = 5;
    }
  }
  if (level == 5 && chain.end - chain.begin >= kManyCaptured) level = 6;
  if (level < 3) {
    switch (reader_.extend(stone, chain.liberty[0])) {
      case LadderReader::Extension::none:
        break;
      case LadderReader::Extension::caught:
        level = 2;
        break;
      case LadderReader::Extension::free:
        level = 3;
        break;
    }
  }
  raise(capture[chain.liberty[0]], level);
}

void GoSurvey::find_ataris(const Chain& chain) {
  const bool ko = view_->ko != kNoMove;
  for (const Cell liberty : {chain.liberty[0], chain.liberty[1]}) {
    switch (reader_.attack(stones_[chain.begin], liberty)) {
      case LadderReader::Attack::none:
        break;
      case LadderReader::Attack::open:
        raise(atari[liberty], ko ? 2 : 1);
        break;
      case LadderReader::Attack::catches:
        raise(atari[liberty], 3);
        break;
    }
  }
}

void GoSurvey::find_self_atari(Cell cell) {
  const auto& content = view_->content;
  const auto& around = topology_.neighbours(cell);
  // Liberties of the new chain: empty neighbours and those of the chains it joins.
  Cell only = kNoMove;
  int stones = 1;
  bool captures = false;
  std::array<ChainNumber, kDirections> joined;
  std::size_t joined_count = 0;
  const auto is_second = [&](Cell liberty) {
    if (only == kNoMove) only = liberty;
    return only != liberty;
  };
  for (std::size_t d = 0; d < kDirections; ++d) {
    const Cell near = around[d];
    if (content[near] == kEmpty) {
      if (is_second(near)) return;
    } else if (content[near] == kOther) {
      captures |= chain_at(near).liberties == 1;
    } else if (content[near] == kMine) {
      const ChainNumber number = chain_of_[near];
      const auto* const end = joined.begin() + joined_count;
      if (std::find(joined.cbegin(), end, number) != end) continue;
      joined[joined_count++] = number;
      const Chain& chain = chains_[number];
      if (chain.liberties == 3) return;
      stones += chain.end - chain.begin;
      for (std::size_t l = 0; l < chain.liberties; ++l) {
        if (chain.liberty[l] != cell && is_second(chain.liberty[l])) return;
      }
    }
  }
  // Captured stones leave liberties beside the whole chain.
  if (captures ? reader_.liberties_after(cell, kMine, 2) != 1 : only == kNoMove) return;
  self_atari[cell] = stones <= kFewInSelfAtari ? 1 : 2;
}

void GoSurvey::measure_circular(Move from, Levels& levels) const {
  levels.fill(0);
  if (from >= topology_.cells()) return;
  const int x = topology_.x(from);
  const int y = topology_.y(from);
  // No point further away in one direction than this is near enough.
  constexpr int kReach = kMostCircular / 2;
  const int last = topology_.size() - 1;
  for (int b = std::max(0, y - kReach); b <= std::min(last, y + kReach); ++b) {
    for (int a = std::max(0, x - kReach); a <= std::min(last, x + kReach); ++a) {
      const int dx = std::abs(a - x);
      const int dy = std::abs(b - y);
      const int distance = dx + dy + std::max(dx, dy);
      if (distance < 2 || distance > kMostCircular) continue;
      levels[static_cast<std::size_t>(b * topology_.size() + a)] =
          static_cast<std::uint8_t>(distance - 1);
    }
  }
}

void GoSurvey::measure_fate(Move from, Levels& levels) {
  constexpr std::uint8_t kUnseen = 0xff;
  const auto cells = static_cast<std::size_t>(topology_.cells());
  if (from >= cells) {
    levels.fill(0);
    return;
  }
  levels.fill(kUnseen);
  const auto& content = view_->content;
  std::size_t filled = 0;
  // A whole chain is one node: its stones enter the queue together.
  const auto enter = [&](Cell cell, std::uint8_t distance) {
    if (content[cell] == kEmpty) {
      levels[cell] = distance;
      queue_[filled++] = cell;
      return;
    }
    const Chain& chain = chain_at(cell);
    for (std::uint16_t s = chain.begin; s < chain.end; ++s) {
      levels[stones_[s]] = distance;
      queue_[filled++] = stones_[s];
    }
  };
  enter(from, 0);
  for (std::size_t next = 0; next < filled; ++next) {
    const std::uint8_t distance = levels[queue_[next]];
    if (distance == kMostFate) break;
    const auto& around = topology_.neighbours(queue_[next]);
    for (std::size_t d = 0; d < kDirections; ++d) {
      const Cell cell = around[d];
      if (cell < cells && levels[cell] == kUnseen) enter(cell, distance + 1);
    }
  }
  for (std::size_t cell = 0; cell < cells; ++cell) {
    if (levels[cell] == kUnseen) levels[cell] = 0;
  }
}

}  // namespace katachi
