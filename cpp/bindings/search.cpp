#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/evaluator.h"
#include "bindings/position_handle.h"
#include "bindings/python_position.h"
#include "search/any_search.h"

namespace nb = nanobind;
using namespace nb::literals;
using katachi::AnySearch;
using katachi::AskedBoard;
using katachi::Budget;
using katachi::Mcts;
using katachi::MctsSettings;
using katachi::Move;
using katachi::MoveKnowledge;
using katachi::MoveReport;
using katachi::PlayedOut;
using katachi::PlayoutRequest;
using katachi::Population;
using katachi::PositionHandle;
using katachi::Proof;
using katachi::PythonMoves;
using katachi::PythonPosition;
using katachi::SearchReport;

namespace {

void check(const MctsSettings& settings) {
  if (settings.threads < 1 || settings.threads > 1024) {
    throw std::invalid_argument("threads must be 1 to 1024");
  }
  if (settings.expansion.batch < 1 || settings.expansion.batch > 1024) {
    throw std::invalid_argument("the batch must be 1 to 1024");
  }
  if (settings.megabytes < 1 || settings.megabytes > 131072) {
    throw std::invalid_argument("megabytes must be 1 to 131072");
  }
}

// True when the user pressed Ctrl-C; the pending exception is swallowed, the search ends with the
// best move so far. Called without the interpreter.
bool interrupted() {
  const nb::gil_scoped_acquire acquire;
  if (PyErr_CheckSignals() == 0) return false;
  PyErr_Clear();
  return true;
}

// The budget, if it can end a tree search.
const Budget& checked(const Budget& budget) {
  if (budget.simulations == 0 && !(budget.seconds > 0.0) && budget.nodes == 0) {
    throw std::invalid_argument("a budget of simulations, seconds or nodes is needed");
  }
  return budget;
}

struct Search {
  std::unique_ptr<AnySearch> search;
};

// Moves of the root, by number.
std::vector<Move> moves_of(const std::vector<int>& numbers) {
  std::vector<Move> moves;
  for (const int number : numbers) {
    if (number < 0 || number > static_cast<int>(katachi::kMaxCells)) {
      throw std::invalid_argument("no move has the number " + std::to_string(number));
    }
    moves.push_back(static_cast<Move>(number));
  }
  return moves;
}

// The start of a game written in Python, with the texts of all its moves.
PythonPosition python_start(nb::object position, nb::typed<nb::list, nb::str> texts) {
  if (texts.size() == 0 || texts.size() > katachi::kMaxCells + 1) {
    throw std::invalid_argument("a game must have 1 to " + std::to_string(katachi::kMaxCells + 1) +
                                " moves");
  }
  auto moves = std::make_shared<PythonMoves>();
  moves->texts = texts;
  for (std::size_t i = 0; i < texts.size(); ++i) moves->numbers[texts[i]] = i;
  return PythonPosition(std::move(position), std::move(moves));
}

// Moves by number; -1: none.
PlayoutRequest request_of(int before, int last, std::uint64_t seed, bool learn, std::size_t moves) {
  const auto number = [&](int move) {
    if (move < -1 || move >= static_cast<int>(moves)) {
      throw std::invalid_argument("no move has the number " + std::to_string(move));
    }
    return move < 0 ? katachi::kNoMove : static_cast<Move>(move);
  };
  return {.before = number(before), .last = number(last), .seed = seed, .learn = learn};
}

class PythonSearch {
 public:
  PythonSearch(const PythonPosition& start, const MctsSettings& settings,
               const MoveKnowledge* knowledge, const MoveKnowledge* playout_knowledge)
      : moves_(start.moves()) {
    check(settings);
    if (settings.threads != 1) throw std::invalid_argument("a game in Python runs in one thread");
    const AskedBoard board{.topology = nullptr, .moves = moves_->texts.size()};
    search_ = std::make_unique<Mcts<PythonPosition>>(
        start, board.moves, settings, katachi::about<PythonPosition>(knowledge, board),
        katachi::about<PythonPosition>(playout_knowledge, board));
  }

  void set_position(nb::object position) {
    search_->set_position(PythonPosition(std::move(position), moves_));
  }
  void new_game(nb::object position) {
    search_->new_game(PythonPosition(std::move(position), moves_));
  }
  bool advance(int move) {
    if (move < 0 || !search_->position().is_legal(static_cast<Move>(move))) return false;
    search_->advance(static_cast<Move>(move));
    return true;
  }
  bool follow(nb::object position) {
    return search_->follow(PythonPosition(std::move(position), moves_));
  }
  SearchReport run(const Budget& budget, const std::vector<int>& moves) {
    return search_->run(checked(budget), [] { return interrupted(); }, moves_of(moves));
  }
  [[nodiscard]] bool is_decided(std::uint64_t simulations) const {
    return search_->is_decided(simulations);
  }
  PlayedOut play_out(nb::object position, int before, int last, std::uint64_t seed, bool learn) {
    return katachi::play_out(*search_, PythonPosition(std::move(position), moves_),
                             request_of(before, last, seed, learn, moves_->texts.size()));
  }
  [[nodiscard]] std::vector<MoveReport> dump(int deepest, std::uint32_t least_visits) const {
    return search_->dump(deepest, least_visits);
  }
  void set_evaluator(nb::object function) {
    search_->set_evaluator(std::make_shared<katachi::PythonValue>(std::move(function)));
  }
  [[nodiscard]] std::vector<std::pair<Move, float>> scores() { return search_->scores(); }

 private:
  std::shared_ptr<const PythonMoves> moves_;
  std::unique_ptr<Mcts<PythonPosition>> search_;
};

}  // namespace

void bind_search(nb::module_& module) {
  nb::enum_<Proof>(module, "Proof", "What is proven about a move, for the player who makes it.")
      .value("unknown", Proof::unknown)
      .value("loss", Proof::loss)
      .value("draw", Proof::draw)
      .value("win", Proof::win)
      .value("at_most_draw", Proof::at_most_draw)
      .value("at_least_draw", Proof::at_least_draw);

  nb::class_<MoveReport>(module, "MoveReport", "One node of the tree.")
      .def_ro("depth", &MoveReport::depth)
      .def_ro("move", &MoveReport::move)
      .def_ro("visits", &MoveReport::visits)
      .def_ro("value", &MoveReport::value)
      .def_ro("amaf_visits", &MoveReport::amaf_visits)
      .def_ro("amaf_value", &MoveReport::amaf_value)
      .def_ro("initial_visits", &MoveReport::initial_visits)
      .def_ro("initial_value", &MoveReport::initial_value)
      .def_ro("strength", &MoveReport::strength)
      .def_ro("bias", &MoveReport::bias)
      .def_ro("proof", &MoveReport::proof);

  nb::class_<SearchReport>(module, "SearchReport", "The result of a search.")
      .def_prop_ro("best",
                   [](const SearchReport& self) -> std::optional<int> {
                     if (self.best == katachi::kNoMove) return std::nullopt;
                     return self.best;
                   })
      .def_ro("value", &SearchReport::value)
      .def_ro("proof", &SearchReport::proof)
      .def_ro("moves", &SearchReport::moves)
      .def_ro("principal_variation", &SearchReport::principal_variation)
      .def_ro("genes", &SearchReport::genes)
      .def_ro("simulations", &SearchReport::simulations)
      .def_ro("seconds", &SearchReport::seconds)
      .def_ro("depth", &SearchReport::depth)
      .def_ro("families", &SearchReport::families)
      .def_ro("nodes", &SearchReport::nodes)
      .def_ro("bytes", &SearchReport::bytes)
      .def_ro("full", &SearchReport::full)
      .def_ro("interrupted", &SearchReport::interrupted);

  nb::class_<Population>(module, "Population", "Weights of board properties that evolve.")
      .def(nb::init<const katachi::SelectionSettings&, std::uint64_t, std::uint64_t>(),
           "settings"_a, "seed"_a, "stream"_a)
      .def("learn", &Population::learn, "result"_a)
      .def_prop_ro("current",
                   [](const Population& self) {
                     return std::vector<double>(self.current().begin(), self.current().end());
                   })
      .def_prop_ro("best",
                   [](const Population& self) {
                     const auto& genes = self.best().genes;
                     return std::vector<double>(genes.begin(), genes.end());
                   })
      .def_prop_ro("individuals", [](const Population& self) {
        std::vector<std::tuple<std::vector<double>, double, int>> all;
        for (const auto& one : self.individuals()) {
          all.emplace_back(std::vector<double>(one.genes.begin(), one.genes.end()), one.total,
                           one.uses);
        }
        return all;
      });

  nb::class_<PlayedOut>(module, "PlayedOut", "The moves and the result of one playout.")
      .def_ro("moves", &PlayedOut::moves)
      .def_prop_ro("winner",
                   [](const PlayedOut& self) { return static_cast<int>(self.outcome.winner); })
      .def_prop_ro("reason", [](const PlayedOut& self) { return self.outcome.reason; })
      .def_prop_ro("score", [](const PlayedOut& self) { return self.outcome.score; });

  nb::class_<Search>(module, "Search", "A search of a game of the core.")
      .def(
          "__init__",
          [](Search* self, const PositionHandle& start, const MctsSettings& settings,
             const MoveKnowledge* knowledge, const MoveKnowledge* playout_knowledge) {
            check(settings);
            new (self) Search{
                katachi::make_search(*start.position, settings, knowledge, playout_knowledge)};
          },
          "start"_a, "settings"_a, nb::kw_only(), "knowledge"_a.none() = nb::none(),
          "playout_knowledge"_a.none() = nb::none())
      .def("set_position",
           [](Search& self, const PositionHandle& position) {
             return self.search->set_position(*position.position);
           })
      .def("new_game",
           [](Search& self, const PositionHandle& position) {
             return self.search->new_game(*position.position);
           })
      .def("advance",
           [](Search& self, int move) {
             return move >= 0 && move <= 0xffff && self.search->advance(static_cast<Move>(move));
           })
      .def(
          "run",
          [](Search& self, const Budget& budget, const std::vector<int>& moves) {
            const std::vector<Move> allowed = moves_of(moves);
            const nb::gil_scoped_release release;
            return self.search->run(checked(budget), [] { return interrupted(); }, allowed);
          },
          "budget"_a, nb::kw_only(), "moves"_a = std::vector<int>{})
      .def("is_decided",
           [](const Search& self, std::uint64_t simulations) {
             return self.search->is_decided(simulations);
           })
      .def("follow",
           [](Search& self, const PositionHandle& position) {
             return self.search->follow(*position.position);
           })
      .def(
          "play_out",
          [](Search& self, const PositionHandle& start, int before, int last, std::uint64_t seed,
             bool learn) {
            const auto moves = static_cast<std::size_t>(start.position->topology().cells()) + 1;
            const PlayoutRequest request = request_of(before, last, seed, learn, moves);
            PlayedOut played;
            if (!self.search->play_out(*start.position, request, played)) {
              throw std::invalid_argument("the position is of another game or board");
            }
            return played;
          },
          "start"_a, nb::kw_only(), "before"_a, "last"_a, "seed"_a, "learn"_a)
      .def("dump",
           [](const Search& self, int deepest, std::uint32_t least_visits) {
             return self.search->dump(deepest, least_visits);
           })
      .def("set_evaluator",
           [](Search& self, nb::object function) {
             self.search->set_evaluator(katachi::value_function_of(std::move(function)));
           })
      .def("scores", [](Search& self) { return self.search->scores(); })
      .def("populations", [](const Search& self) { return self.search->populations(); });

  nb::class_<PythonPosition>(module, "PythonPosition", "Where a game written in Python starts.")
      .def(
          "__init__",
          [](PythonPosition* self, nb::object position, nb::typed<nb::list, nb::str> moves) {
            new (self) PythonPosition(python_start(std::move(position), std::move(moves)));
          },
          "position"_a, "moves"_a);

  nb::class_<PythonSearch>(module, "PythonSearch", "A search of a game written in Python.")
      .def(nb::init<const PythonPosition&, const MctsSettings&, const MoveKnowledge*,
                    const MoveKnowledge*>(),
           "start"_a, "settings"_a, nb::kw_only(), "knowledge"_a.none() = nb::none(),
           "playout_knowledge"_a.none() = nb::none())
      .def("set_position", &PythonSearch::set_position)
      .def("new_game", &PythonSearch::new_game)
      .def("advance", &PythonSearch::advance)
      .def("follow", &PythonSearch::follow)
      .def("run", &PythonSearch::run, "budget"_a, nb::kw_only(), "moves"_a = std::vector<int>{})
      .def("is_decided", &PythonSearch::is_decided)
      .def("play_out", &PythonSearch::play_out, "start"_a, nb::kw_only(), "before"_a, "last"_a,
           "seed"_a, "learn"_a)
      .def("dump", &PythonSearch::dump)
      .def("set_evaluator", &PythonSearch::set_evaluator)
      .def("scores", &PythonSearch::scores);
}
