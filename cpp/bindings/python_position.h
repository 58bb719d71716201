// A position of a game written in Python, in the shape the search wants. Every call holds the
// interpreter: such a search runs in one thread with the interpreter locked.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <any>
#include <memory>
#include <stdexcept>
#include <string>

#include "games/position.h"

namespace katachi {

// The moves of the game: texts by number, and back.
struct PythonMoves {
  nanobind::list texts;
  nanobind::dict numbers;
};

class PythonPosition {
 public:
  PythonPosition(nanobind::object position, std::shared_ptr<const PythonMoves> moves)
      : position_(std::move(position)), moves_(std::move(moves)) {}

  [[nodiscard]] Color to_move() const {
    return nanobind::cast<std::string>(position_.attr("to_move")) == "white" ? Color::white
                                                                             : Color::black;
  }
  [[nodiscard]] bool is_over() const { return nanobind::cast<bool>(position_.attr("is_over")); }
  [[nodiscard]] bool is_legal(Move move) const {
    MoveList legal;
    legal_moves(legal);
    for (const Move other : legal) {
      if (other == move) return true;
    }
    return false;
  }
  void legal_moves(MoveList& out) const {
    out.clear();
    for (const nanobind::handle text : position_.attr("legal_moves")) {
      if (!moves_->numbers.contains(text)) {
        throw std::invalid_argument("a legal move is not in game.moves: " +
                                    std::string(nanobind::str(text).c_str()));
      }
      if (out.size() > kMaxCells) throw std::invalid_argument("too many legal moves");
      out.push_back(nanobind::cast<Move>(moves_->numbers[text]));
    }
  }
  void play(Move move) { position_ = position_.attr("play")(moves_->texts[move]); }
  [[nodiscard]] Outcome outcome() const {
    const nanobind::object outcome = position_.attr("outcome");
    const nanobind::object winner = outcome.attr("winner");
    Outcome result;
    result.score = nanobind::cast<float>(outcome.attr("score"));
    if (!winner.is_none()) {
      result.winner = nanobind::cast<std::string>(winner) == "black" ? Color::black : Color::white;
    }
    return result;
  }
  bool operator==(const PythonPosition& other) const { return position_.equal(other.position_); }
  [[nodiscard]] const nanobind::object& object() const { return position_; }
  [[nodiscard]] const std::shared_ptr<const PythonMoves>& moves() const { return moves_; }

 private:
  nanobind::object position_;
  std::shared_ptr<const PythonMoves> moves_;
};

// Functions of Python get the object itself (knowledge/outside_function.h).
inline std::any outside_form(const PythonPosition& position) { return position.object(); }

}  // namespace katachi
