// A position of a game written in Python, in the shape the search wants. Every call holds the
// interpreter: such a search runs in one thread with the interpreter locked.
//
// Copies share what was asked already, so that a game is asked for its moves once a position.
// Nothing it answers is trusted: whatever breaks the contract of katachi.games.contract raises
// BrokenGame. Games are over when they have no moves; whether `is_over` agrees is asked in the
// first positions of a search and in some later ones, because most games would look for all moves
// again.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <any>
#include <cmath>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "bindings/answer.h"
#include "bindings/errors.h"
#include "bindings/interpreter.h"
#include "bindings/python_game.h"
#include "games/position.h"

namespace katachi {

class PythonPosition {
 public:
  PythonPosition(nanobind::object position, std::shared_ptr<PythonGame> game)
      : asked_(std::make_shared<AskedPosition>(std::move(game), std::move(position), 0)) {}

  [[nodiscard]] Color to_move() const {
    if (!asked_->to_move) asked_->to_move = ask("to_move", [&] { return read_color(); });
    return *asked_->to_move;
  }
  [[nodiscard]] bool is_over() const { return moves().empty(); }
  [[nodiscard]] bool is_legal(Move move) const {
    const auto& legal = moves();
    return std::find(legal.begin(), legal.end(), move) != legal.end();
  }
  void legal_moves(MoveList& out) const {
    out.clear();
    for (const Move move : moves()) out.push_back(move);
  }
  void play(Move move) {
    nanobind::object next = ask(
        "play", [&] { return nanobind::object(object().attr(names().play)(game()->text(move))); });
    if (next.is(object())) broken("play() gave the position itself; positions are values");
    const int ply = asked_->ply + 1;
    if (ply > PythonGame::kLongest) {
      broken("no end after " + std::to_string(PythonGame::kLongest) + " moves");
    }
    asked_ = std::make_shared<AskedPosition>(game(), std::move(next), ply);
  }
  [[nodiscard]] Outcome outcome() const {
    if (!asked_->outcome) asked_->outcome = ask("outcome", [&] { return read_outcome(); });
    return *asked_->outcome;
  }
  bool operator==(const PythonPosition& other) const {
    return ask("__eq__", [&] { return object().equal(other.object()); });
  }
  [[nodiscard]] const nanobind::object& object() const {
    if (!asked_->position.is_valid())
      raise("KatachiError", "the position was collected as garbage");
    return asked_->position;
  }
  [[nodiscard]] const std::shared_ptr<PythonGame>& game() const { return asked_->game; }

 private:
  // f() may call the game; `what` it is asked for.
  template <class F>
  std::invoke_result_t<F> ask(const char* what, F f) const {
    return until_the_end([&]() -> std::invoke_result_t<F> {
      try {
        return f();
      } catch (const nanobind::python_error& error) {
        // None: not the game's fault.
        const nanobind::object blamed = nanobind::module_::import_("katachi.games.contract")
                                            .attr("blamed")(error.value(), what);
        if (blamed.is_none()) throw;
        PyErr_SetObject(blamed.type().ptr(), blamed.ptr());
      } catch (const std::invalid_argument& error) {
        broken(error.what());
      }
      throw nanobind::python_error();
    });
  }

  [[nodiscard]] const AskedNames& names() const { return game()->names(); }

  const std::vector<Move>& moves() const {
    if (!asked_->moves) {
      asked_->moves = ask("legal_moves", [&] { return read_moves(); });
      if (game()->looks_closely()) {
        const bool over = ask("is_over", [&] { return read_over(); });
        if (over != asked_->moves->empty()) {
          asked_->moves.reset();
          broken(over ? "is_over is true, but there are legal moves"
                      : "is_over is false, but there is no legal move");
        }
      }
    }
    return *asked_->moves;
  }

  [[nodiscard]] Color read_color() const {
    const nanobind::object color = object().attr(names().to_move);
    if (is_text(color, "black")) return Color::black;
    if (is_text(color, "white")) return Color::white;
    broken("to_move is " + shown(color) + ", neither 'black' nor 'white'");
  }
  [[nodiscard]] std::vector<Move> read_moves() const {
    const nanobind::object legal = object().attr(names().legal_moves);
    const nanobind::object texts = nanobind::steal(PyObject_GetIter(legal.ptr()));
    if (!texts.is_valid()) {
      if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw nanobind::python_error();
      PyErr_Clear();
      broken("legal_moves is " + shown(legal) + ", not a sequence of moves");
    }
    std::vector<Move> moves;
    for (;;) {
      const nanobind::object text = nanobind::steal(PyIter_Next(texts.ptr()));
      if (!text.is_valid()) break;
      const std::optional<Move> move = game()->number(text);
      if (!move) broken("a legal move is not in game.moves: " + shown(text));
      // Never more than all moves, even if the sequence has no end.
      if (!moves.empty() && *move <= moves.back()) {
        broken("legal moves are not in the order of game.moves, or not unique");
      }
      moves.push_back(*move);
    }
    if (PyErr_Occurred() != nullptr) throw nanobind::python_error();
    return moves;
  }
  [[nodiscard]] bool read_over() const {
    const nanobind::object over = object().attr(names().is_over);
    const std::string type(nanobind::str(over.type().attr("__name__")).c_str());
    if (type != "bool" && type != "bool_") broken("is_over is " + shown(over) + ", not a bool");
    return over.is(Py_True) || PyObject_IsTrue(over.ptr()) == 1;
  }
  [[nodiscard]] Outcome read_outcome() const {
    const nanobind::object outcome = object().attr(names().outcome);
    const nanobind::object winner = outcome.attr(names().winner);
    const nanobind::object score = outcome.attr(names().score);
    Outcome result;
    result.score = number_of(score, "the outcome");
    if (!std::isfinite(result.score)) broken("the score is " + shown(score) + ", not finite");
    if (is_text(winner, "black")) {
      result.winner = Color::black;
    } else if (is_text(winner, "white")) {
      result.winner = Color::white;
    } else if (!winner.is_none()) {
      broken("the winner is " + shown(winner) + ", neither 'black', 'white' nor None");
    }
    return result;
  }

  static bool is_text(const nanobind::object& object, const char* text) {
    return PyUnicode_Check(object.ptr()) != 0 &&
           PyUnicode_CompareWithASCIIString(object.ptr(), text) == 0;
  }
  static std::string shown(const nanobind::object& object) {
    return nanobind::str(nanobind::module_::import_("katachi.errors").attr("shown")(object))
        .c_str();
  }
  [[noreturn]] void broken(const std::string& sentence) const {
    const nanobind::object raised = nanobind::module_::import_("katachi.games.contract")
                                        .attr("broken_at")(object(), sentence.c_str());
    PyErr_SetObject(raised.type().ptr(), raised.ptr());
    throw nanobind::python_error();
  }

  std::shared_ptr<AskedPosition> asked_;
};

// Functions of Python get the object itself (knowledge/outside_function.h).
inline std::any outside_form(const PythonPosition& position) { return position.object(); }

}  // namespace katachi
