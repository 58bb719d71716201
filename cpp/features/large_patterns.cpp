#include "features/large_patterns.h"

#include <algorithm>
#include <stdexcept>

namespace katachi {
namespace {

constexpr std::array<std::uint32_t, 1> kOnlyFeature{0};
constexpr std::string_view kDigits = "0123456789abcdefghijklmnopqrstuvwxyz";

class PatternSurvey final : public Survey {
 public:
  explicit PatternSurvey(const PatternRings& rings) : rings_(rings), board_(rings.make_board()) {}
  void take(const BoardView& view) override { rings_.fill(view, board_); }
  [[nodiscard]] const PaddedBoard& board() const { return board_; }

 private:
  const PatternRings& rings_;
  PaddedBoard board_;
};

}  // namespace

LargePatterns::LargePatterns(const Topology& topology, int smallest, int largest,
                             std::string_view text)
    : rings_(topology, smallest, largest) {
  with_lanes(rings_, [&]<std::size_t Lanes>() { read<Lanes>(text); });
}

// Reads line by line; what is inside the current line's pattern stands on a stack, by ring.
template <std::size_t Lanes>
void LargePatterns::read(std::string_view text) {
  struct Open {
    std::uint32_t level = 0;
    std::array<std::uint64_t, Lanes> hashes{};
    std::vector<std::size_t> ties;  // lanes that read the same as the first
  };
  std::vector<Open> open(rings_.rings() + 1);
  for (std::size_t lane = 1; lane < Lanes; ++lane) open[0].ties.push_back(lane);
  std::vector<std::uint8_t> cells(rings_.ring_end(rings_.rings() - 1));
  std::vector<bool> grows;
  std::size_t depth = 0;  // rings of the pattern before
  std::vector<std::string> last_rings(rings_.rings());
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    const auto refuse = [&](const char* reason) {
      throw std::invalid_argument("the pattern '" + std::string(line.substr(0, 60)) + "' " +
                                  reason);
    };
    if (line.empty()) refuse("has no size");
    const std::size_t digit = kDigits.find(line[0]);
    const auto smallest = static_cast<std::size_t>(rings_.smallest());
    if (digit == std::string_view::npos || digit < smallest ||
        digit > static_cast<std::size_t>(rings_.largest())) {
      refuse("has a size that the set does not have");
    }
    const std::size_t ring = digit - smallest;
    if (ring > depth) refuse("has no pattern inside it");
    const std::size_t begin = rings_.ring_begin(ring);
    const std::size_t length = rings_.ring_end(ring) - begin;
    if (line.size() != length + 1) refuse("has the wrong length");
    std::string numbers;
    for (std::size_t i = 0; i < length; ++i) {
      const std::size_t content = kContentLetters.find(line[i + 1]);
      if (content == std::string_view::npos) refuse("has other letters than . x o #");
      numbers.push_back(static_cast<char>(content));
      cells[begin + i] = static_cast<std::uint8_t>(content);
    }
    if (ring < depth && numbers <= last_rings[ring]) refuse("is there twice or in the wrong order");
    if (patterns_.size() == kMostPatterns) refuse("is one too many");
    const Open& inner = open[ring];
    Open& here = open[ring + 1];
    here.hashes = inner.hashes;
    here.ties.clear();
    for (const std::size_t lane : inner.ties) {
      int order = 0;
      for (std::size_t i = begin; order == 0 && i < begin + length; ++i) {
        order = static_cast<int>(cells[rings_.turned(lane, i)]) - static_cast<int>(cells[i]);
      }
      if (order < 0) refuse("is not the first of its images");
      if (order == 0) here.ties.push_back(lane);
    }
    for (std::size_t i = begin; i < begin + length; ++i) {
      rings_.add_cell<Lanes>(i, cells[i], here.hashes);
    }
    patterns_.push_back({.inner = inner.level, .ring = static_cast<std::uint8_t>(ring)});
    ring_starts_.push_back(contents_.size());
    contents_.append(line.substr(1));
    grows.push_back(false);
    here.level = static_cast<std::uint32_t>(patterns_.size());
    if (inner.level > 0) grows[inner.level - 1] = true;
    const std::uint64_t hash = rings_.smallest_hash<Lanes>(ring, here.hashes);
    if (table_.insert(hash, here.level) != PatternTable::kNone) {
      refuse("has the hash of another");
    }
    last_rings[ring] = std::move(numbers);
    depth = ring + 1;
  }
  table_.change_all([&](std::uint32_t level) { return grows[level - 1] ? level | kGrows : level; });
}

std::span<const std::uint32_t> LargePatterns::features_at(Move move) const {
  if (move >= topology().cells()) return {};
  return kOnlyFeature;
}

std::unique_ptr<Survey> LargePatterns::make_survey() const {
  return std::make_unique<PatternSurvey>(rings_);
}

template <std::size_t Lanes>
std::uint32_t LargePatterns::find(const std::uint8_t* around) const {
  std::array<std::uint64_t, Lanes> hashes{};
  std::uint32_t best = 0;
  for (std::size_t ring = 0; ring < rings_.rings(); ++ring) {
    const std::uint32_t found = table_.find(rings_.add_ring<Lanes>(around, ring, hashes));
    if (found == PatternTable::kNone) return best;
    best = found & ~kGrows;
    if ((found & kGrows) == 0) return best;
  }
  return best;
}

void LargePatterns::levels(const BoardView& view, const Survey* survey, Move move,
                           std::uint32_t* out) const {
  const auto& board = static_cast<const PatternSurvey*>(survey)->board();
  const std::uint8_t* const around = rings_.around(board, view.to_move, move);
  *out = with_lanes(rings_, [&]<std::size_t Lanes>() { return find<Lanes>(around); });
}

const LargePatterns::Pattern& LargePatterns::pattern(std::uint32_t level) const {
  if (level == 0 || level > patterns_.size()) {
    throw std::invalid_argument("there is no pattern " + std::to_string(level));
  }
  return patterns_[level - 1];
}

int LargePatterns::size(std::uint32_t level) const {
  return rings_.smallest() + static_cast<int>(pattern(level).ring);
}

void LargePatterns::append_ring(std::uint32_t level, std::string& out) const {
  const std::size_t ring = patterns_[level - 1].ring;
  const std::size_t length = rings_.ring_end(ring) - rings_.ring_begin(ring);
  out.append(contents_, ring_starts_[level - 1], length);
}

std::string LargePatterns::text() const {
  std::string text;
  for (std::uint32_t level = 1; level <= patterns_.size(); ++level) {
    text.push_back(kDigits[static_cast<std::size_t>(size(level))]);
    append_ring(level, text);
    text.push_back('\n');
  }
  return text;
}

std::string LargePatterns::contents(std::uint32_t level) const {
  const std::uint32_t inner = pattern(level).inner;
  std::string text = inner == 0 ? "" : contents(inner) + ' ';
  append_ring(level, text);
  return text;
}

std::uint32_t LargePatterns::level_of(std::string_view contents) const {
  return with_lanes(rings_, [&]<std::size_t Lanes>() -> std::uint32_t {
    std::array<std::uint64_t, Lanes> hashes{};
    std::size_t place = 0;
    for (std::size_t ring = 0; ring < rings_.rings(); ++ring) {
      for (; place < rings_.ring_end(ring); ++place) {
        const std::size_t content =
            contents.empty() ? std::string_view::npos : kContentLetters.find(contents[0]);
        if (content == std::string_view::npos) return 0;
        contents.remove_prefix(1);
        rings_.add_cell<Lanes>(place, static_cast<std::uint8_t>(content), hashes);
      }
      if (contents.empty()) {
        const std::uint32_t found = table_.find(rings_.smallest_hash<Lanes>(ring, hashes));
        return found == PatternTable::kNone ? 0 : found & ~kGrows;
      }
      if (contents[0] != ' ') return 0;
      contents.remove_prefix(1);
    }
    return 0;
  });
}

std::string pattern_text(const PatternRings& rings, std::vector<std::string> patterns) {
  std::sort(patterns.begin(), patterns.end());
  std::string text;
  for (const std::string& cells : patterns) {
    std::size_t ring = 0;
    while (rings.ring_end(ring) < cells.size()) ++ring;
    text.push_back(kDigits[static_cast<std::size_t>(rings.smallest()) + ring]);
    for (std::size_t i = rings.ring_begin(ring); i < cells.size(); ++i) {
      text.push_back(kContentLetters[static_cast<std::size_t>(cells[i])]);
    }
    text.push_back('\n');
  }
  return text;
}

}  // namespace katachi
