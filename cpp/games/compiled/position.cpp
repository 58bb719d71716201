#include "games/compiled/position.h"

#include <algorithm>

#include "games/random.h"

namespace katachi {
namespace {

// The state as game.position() of Python reads it.
std::string text_of(const CompiledRules& rules, const std::byte* state) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < rules.bytes; ++i) {
    const auto value = std::to_integer<unsigned>(state[i]);
    text.push_back(kDigits[value >> 4U]);
    text.push_back(kDigits[value & 15U]);
  }
  const std::size_t last = text.find_last_not_of('0');
  text.resize(last == std::string::npos ? 1 : last + 1);
  return text;
}

// What a state was before a function that must not change it.
class Untouched {
 public:
  Untouched(const CompiledRules& rules, const std::byte* state) : rules_(rules), state_(state) {
    if (rules_.checked) std::memcpy(before_.data(), state, rules_.bytes);
  }
  void require(const char* function) const {
    if (!rules_.checked) return;
    if (std::memcmp(before_.data(), state_, rules_.bytes) != 0) {
      CompiledPosition::fail(rules_, before_.data(), function, "changes the state");
    }
  }

 private:
  const CompiledRules& rules_;
  const std::byte* state_;
  CompiledPosition::State before_;
};

}  // namespace

CompiledPosition::CompiledPosition(const CompiledRules& rules) : rules_(&rules) {
  std::memset(state_.data(), 0, rules.bytes);
  result_ = result_of(rules, state_.data(), "start", rules.start(state_.data()));
  require_player("start");
}

CompiledPosition::CompiledPosition(const CompiledRules& rules, std::span<const std::byte> state,
                                   int moves_played)
    : rules_(&rules), count_(moves_played) {
  std::memset(state_.data(), 0, rules.bytes);
  std::memcpy(state_.data(), state.data(), std::min(state.size(), rules.bytes));
  require_player("the state");
  result_ = result_of(rules, state_.data(), "outcome", rules.outcome(state_.data()));
}

CompiledPosition::CompiledPosition(const CompiledRules& rules, std::span<const std::uint8_t> cells,
                                   Color to_move)
    : rules_(&rules) {
  std::memset(state_.data(), 0, rules.bytes);
  const int player = static_cast<int>(to_move) + 1;
  result_ =
      result_of(rules, state_.data(), "set_up", rules.set_up(state_.data(), cells.data(), player));
  for (const std::uint8_t content : cells) count_ += content != 0 ? 1 : 0;
  require_player("set_up");
}

Color CompiledPosition::at(Cell cell) const {
  static constexpr std::array<Color, 4> kColors{Color::none, Color::black, Color::white,
                                                Color::none};
  if (rules_->stones >= 0) {
    const auto place = static_cast<std::size_t>(rules_->stones) + cell;
    return kColors[std::to_integer<unsigned>(state_[place]) & 3U];
  }
  if (rules_->at == nullptr) return Color::none;
  const int answer = rules_->at(state_.data(), cell);
  if (answer < 1 || answer > 3) fail_answer(*rules_, state_.data(), "at", answer);
  return kColors[static_cast<std::size_t>(answer - 1)];
}

Cell CompiledPosition::cell_of(Move move) const {
  const Cell off_board = topology().off_board();
  if (rules_->cell_of == nullptr) return std::min(move, off_board);
  const int answer = rules_->cell_of(state_.data(), move);
  if (answer < 1 || answer > off_board + 1) fail_answer(*rules_, state_.data(), "cell_of", answer);
  return static_cast<Cell>(answer - 1);
}

bool CompiledPosition::is_legal(Move move) const {
  MoveList moves;
  legal_moves(moves);
  return std::find(moves.begin(), moves.end(), move) != moves.end();
}

void CompiledPosition::legal_moves(MoveList& out) const {
  out.clear();
  if (is_over()) return;
  const Untouched state(*rules_, state_.data());
  const int answer = rules_->legal_moves(state_.data(), out.data());
  const auto count = static_cast<std::size_t>(answer) - 1;
  if (answer < 2 || count > rules_->moves) {
    if (answer == 1) {
      fail(*rules_, state_.data(), "legal_moves", "finds no move, but outcome says it goes on");
    }
    fail_answer(*rules_, state_.data(), "legal_moves", answer);
  }
  out.set_size(count);
  if (rules_->checked) check_moves(*rules_, state_.data(), {out.begin(), count}, "legal_moves");
  state.require("legal_moves");
}

void CompiledPosition::check_moves(const CompiledRules& rules, const std::byte* state,
                                   std::span<const Move> moves, const char* function) {
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (moves[i] >= rules.moves) fail(rules, state, function, "writes a move that does not exist");
    if (i > 0 && moves[i] <= moves[i - 1]) {
      fail(rules, state, function, "writes moves that do not ascend");
    }
  }
}

void CompiledPosition::play(Move move) {
  assert(is_legal(move));
  if (rules_->cell_of != nullptr) {
    previous_cells_.push(cell_of(move));
  } else {
    previous_cells_.push(std::min(move, topology().off_board()));
  }
  const int answer = rules_->play(state_.data(), move);
  result_ = result_of(*rules_, state_.data(), "play", answer);
  previous_.push(move);
  ++count_;
  if (rules_->checked) require_player("play");
  if (count_ > rules_->longest) fail(*rules_, state_.data(), "outcome", "does not end the game");
}

Outcome CompiledPosition::outcome() const {
  return result_ == 0 ? Outcome{} : outcome_of(*rules_, state_.data(), result_);
}

Outcome CompiledPosition::outcome_of(const CompiledRules& rules, const std::byte* state,
                                     unsigned result) {
  static constexpr std::array<Color, 4> kWinners{Color::none, Color::black, Color::white,
                                                 Color::none};
  static constexpr std::array<float, 4> kScores{0.0F, 1.0F, -1.0F, 0.0F};
  Outcome outcome{kWinners[result], Reason::rules, kScores[result]};
  if (rules.score != nullptr) {
    double margin = 0.0;
    if (rules.score(state, &margin) == 0) fail_answer(rules, state, "score", 0);
    outcome.reason = Reason::points;
    outcome.score = static_cast<float>(margin);
  }
  return outcome;
}

std::uint64_t CompiledPosition::key() const {
  std::uint64_t hash = rules_->salt;
  if (rules_->key != nullptr) {
    std::uint64_t key = 0;
    if (rules_->key(state_.data(), &key) == 0) fail_answer(*rules_, state_.data(), "key", 0);
    return scramble(hash ^ key);
  }
  for (std::size_t i = 0; i < rules_->bytes; i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, state_.data() + i, 8);
    hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 32U;
  }
  return scramble(hash);
}

void CompiledPosition::require_player(const char* function) const {
  const unsigned player = std::to_integer<unsigned>(state_[rules_->to_move]);
  if (player == 1 || player == 2) return;
  fail(*rules_, state_.data(), function, "leaves to_move neither 1 (Black) nor 2 (White)");
}

void CompiledPosition::fail(const CompiledRules& rules, const std::byte* state,
                            const char* function, const char* what) {
  throw BrokenRules(rules.name + ": " + function + " " + what + "; state " + text_of(rules, state));
}

void CompiledPosition::fail_answer(const CompiledRules& rules, const std::byte* state,
                                   const char* function, int answer) {
  if (answer == 0) fail(rules, state, function, "raised an exception");
  const std::string what = "answers " + std::to_string(answer - 1) + ", which means nothing";
  fail(rules, state, function, what.c_str());
}

}  // namespace katachi
