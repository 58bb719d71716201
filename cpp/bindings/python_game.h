// A game written in Python while a search plays it: its moves, and all positions that the search
// holds, for the garbage collector.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "games/position.h"

namespace katachi {

struct AskedPosition;

// What positions are asked for, as the interpreter looks it up fastest.
struct AskedNames {
  nanobind::object to_move = interned("to_move");
  nanobind::object legal_moves = interned("legal_moves");
  nanobind::object is_over = interned("is_over");
  nanobind::object outcome = interned("outcome");
  nanobind::object winner = interned("winner");
  nanobind::object score = interned("score");
  nanobind::object play = interned("play");

  static nanobind::object interned(const char* name) {
    return nanobind::steal(PyUnicode_InternFromString(name));
  }
};

// Positions may lead back to whoever searches. Each is held by one reference, which this can count:
// it belongs to one object of Python, as a Callable does (callable.h).
class PythonGame {
 public:
  // Longer games count as endless, as for katachi.check_game.
  static constexpr int kLongest = 10'000;

  // The texts of all moves that can occur. Throws std::invalid_argument.
  explicit PythonGame(const nanobind::list& texts) {
    if (texts.size() == 0 || texts.size() > kMaxCells + 1) {
      throw std::invalid_argument("a game must have 1 to " + std::to_string(kMaxCells + 1) +
                                  " moves");
    }
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (PyUnicode_Check(texts[i].ptr()) == 0) {
        throw std::invalid_argument("the moves of a game must be texts");
      }
      texts_.emplace_back(texts[i]);
      numbers_[texts[i]] = i;
    }
  }
  // The same game for another search, which has positions of its own.
  PythonGame(const PythonGame& other) : texts_(other.texts_), numbers_(other.numbers_) {}
  PythonGame& operator=(const PythonGame&) = delete;
  PythonGame(PythonGame&&) = delete;
  PythonGame& operator=(PythonGame&&) = delete;
  ~PythonGame() = default;

  [[nodiscard]] const AskedNames& names() const { return names_; }
  [[nodiscard]] std::size_t moves() const { return texts_.size(); }
  [[nodiscard]] const nanobind::object& text(Move move) const { return texts_[move]; }
  // Raises TypeError for what cannot be a key.
  [[nodiscard]] std::optional<Move> number(const nanobind::handle& text) const {
    PyObject* const found = PyDict_GetItemWithError(numbers_.ptr(), text.ptr());
    if (found == nullptr) {
      if (PyErr_Occurred() != nullptr) throw nanobind::python_error();
      return std::nullopt;
    }
    return static_cast<Move>(PyLong_AsLong(found));
  }

  // Whether the next position is one of those that are asked more than is needed.
  [[nodiscard]] bool looks_closely() {
    constexpr unsigned kFirst = 1000;
    constexpr unsigned kLaterEvery = 64;
    ++positions_seen_;
    return positions_seen_ <= kFirst || positions_seen_ % kLaterEvery == 0;
  }

  int traverse(visitproc visit, void* arg) const;
  // Lets go of all positions, which are of no use then.
  void clear();

 private:
  friend struct AskedPosition;

  AskedNames names_;
  std::vector<nanobind::object> texts_;
  nanobind::dict numbers_;
  unsigned positions_seen_ = 0;
  AskedPosition* first_ = nullptr;  // of all there are
};

// A position and what it has answered so far.
struct AskedPosition {
  AskedPosition(std::shared_ptr<PythonGame> of, nanobind::object object, int plies)
      : game(std::move(of)), position(std::move(object)), ply(plies), next(game->first_) {
    if (next != nullptr) next->previous = this;
    game->first_ = this;
  }
  AskedPosition(const AskedPosition&) = delete;
  AskedPosition& operator=(const AskedPosition&) = delete;
  ~AskedPosition() {
    (previous != nullptr ? previous->next : game->first_) = next;
    if (next != nullptr) next->previous = previous;
  }

  std::shared_ptr<PythonGame> game;
  nanobind::object position;
  int ply;  // moves since the search was told where it stands
  std::optional<Color> to_move;
  std::optional<std::vector<Move>> moves;
  std::optional<Outcome> outcome;
  AskedPosition* previous = nullptr;
  AskedPosition* next;
};

inline int PythonGame::traverse(visitproc visit, void* arg) const {
  for (const nanobind::object& text : texts_) Py_VISIT(text.ptr());
  Py_VISIT(numbers_.ptr());
  for (const AskedPosition* one = first_; one != nullptr; one = one->next) {
    Py_VISIT(one->position.ptr());
  }
  return 0;
}

inline void PythonGame::clear() {
  // What is let go of may change the list: first all are taken out, then they go.
  std::vector<nanobind::object> released;
  for (AskedPosition* one = first_; one != nullptr; one = one->next) {
    released.push_back(std::move(one->position));
  }
}

}  // namespace katachi
