#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "alphabeta/values.h"
#include "bindings/callable.h"
#include "bindings/evaluator.h"
#include "bindings/knowledge_handle.h"
#include "bindings/long_call.h"
#include "bindings/position_handle.h"
#include "bindings/python_game.h"
#include "bindings/python_position.h"
#include "bindings/use.h"
#include "search/any_search.h"

namespace nb = nanobind;
using namespace nb::literals;
using katachi::AnySearch;
using katachi::AskedBoard;
using katachi::Budget;
using katachi::Callable;
using katachi::KnowledgeHandle;
using katachi::LongCall;
using katachi::Mcts;
using katachi::MctsSettings;
using katachi::Move;
using katachi::MoveReport;
using katachi::PlayedOut;
using katachi::PlayoutRequest;
using katachi::Population;
using katachi::PositionHandle;
using katachi::Proof;
using katachi::PythonGame;
using katachi::PythonPosition;
using katachi::SearchReport;
using katachi::Use;
using katachi::UseMark;
using katachi::WithoutInterpreter;

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

// The budget, if it can end a tree search.
const Budget& checked(const Budget& budget) {
  if (budget.simulations == 0 && !(budget.seconds > 0.0) && budget.nodes == 0) {
    throw std::invalid_argument("a budget of simulations, seconds or nodes is needed");
  }
  return budget;
}

// What searches of all games have: a mark, and what they ask of Python.
struct Asking {
  explicit Asking(const KnowledgeHandle* of_tree, const KnowledgeHandle* of_playouts)
      : knowledge(katachi::owner_of(of_tree)), playout_knowledge(katachi::owner_of(of_playouts)) {}

  int traverse(visitproc visit, void* arg) const {
    Py_VISIT(knowledge.ptr());
    Py_VISIT(playout_knowledge.ptr());
    return evaluator ? evaluator->traverse(visit, arg) : 0;
  }
  void clear() {
    knowledge.reset();
    playout_knowledge.reset();
    if (evaluator) evaluator->clear();
  }
  std::shared_ptr<Callable> evaluator_of(nb::object function) {
    return evaluator = std::make_shared<Callable>(std::move(function));
  }

  UseMark mark{"search"};
  nb::object knowledge, playout_knowledge;  // handles, which the core's knowledge needs
  std::shared_ptr<Callable> evaluator;
};

struct Search : Asking {
  Search(const PositionHandle& start, const MctsSettings& settings, const KnowledgeHandle* of_tree,
         const KnowledgeHandle* of_playouts)
      : Asking(of_tree, of_playouts),
        search(katachi::make_search(*start.position, settings, katachi::knowledge_of(of_tree),
                                    katachi::knowledge_of(of_playouts))) {}

  SearchReport run(const Budget& budget, const std::vector<int>& numbers);

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

SearchReport Search::run(const Budget& budget, const std::vector<int>& numbers) {
  const Use use(mark);
  const std::vector<Move> moves = moves_of(numbers);
  LongCall call;
  std::optional<SearchReport> report;
  std::exception_ptr failure;
  {
    const WithoutInterpreter released;
    try {
      const auto stop = [&] { return call.interrupt().requested(); };
      report = search->run(checked(budget), stop, moves);
    } catch (...) {
      failure = std::current_exception();
    }
  }
  // Ctrl-C leaves a report that says so.
  if (!call.raise_end_or_tell_ctrl_c() && failure) std::rethrow_exception(failure);
  if (!report) call.raise_end();
  return std::move(*report);
}

// Where a game written in Python starts.
struct PythonStart {
  PythonStart(nb::object position, const nb::list& moves)
      : game(std::make_shared<PythonGame>(moves)), position(std::move(position), game) {}
  int traverse(visitproc visit, void* arg) const { return game->traverse(visit, arg); }
  void clear() { game->clear(); }

  std::shared_ptr<PythonGame> game;
  PythonPosition position;
};

class PythonSearch : public Asking {
 public:
  PythonSearch(const PythonStart& start, const MctsSettings& settings,
               const KnowledgeHandle* of_tree, const KnowledgeHandle* of_playouts)
      : Asking(of_tree, of_playouts), game_(std::make_shared<PythonGame>(*start.game)) {
    check(settings);
    if (settings.threads != 1) throw std::invalid_argument("a game in Python runs in one thread");
    const AskedBoard board{.topology = nullptr, .moves = game_->moves()};
    search_ = std::make_unique<Mcts<PythonPosition>>(
        at(start.position.object()), board.moves, settings,
        katachi::about<PythonPosition>(katachi::knowledge_of(of_tree), board),
        katachi::about<PythonPosition>(katachi::knowledge_of(of_playouts), board));
  }

  int traverse(visitproc visit, void* arg) const {
    if (const int result = game_->traverse(visit, arg)) return result;
    return Asking::traverse(visit, arg);
  }
  void clear() {
    game_->clear();
    Asking::clear();
  }

  void set_position(nb::object position) {
    const Use use(mark);
    search_->set_position(at(std::move(position)));
  }
  void new_game(nb::object position) {
    const Use use(mark);
    search_->new_game(at(std::move(position)));
  }
  bool advance(int move) {
    const Use use(mark);
    if (move < 0 || !search_->position().is_legal(static_cast<Move>(move))) return false;
    search_->advance(static_cast<Move>(move));
    return true;
  }
  bool follow(nb::object position) {
    const Use use(mark);
    return search_->follow(at(std::move(position)));
  }
  SearchReport run(const Budget& budget, const std::vector<int>& moves) {
    const Use use(mark);
    LongCall call;
    const auto stop = [&] { return call.interrupt().requested(); };
    SearchReport report = search_->run(checked(budget), stop, moves_of(moves));
    static_cast<void>(call.raise_end_or_tell_ctrl_c());
    return report;
  }
  [[nodiscard]] bool is_decided(std::uint64_t simulations) {
    const Use use(mark);
    return search_->is_decided(simulations);
  }
  PlayedOut play_out(nb::object position, int before, int last, std::uint64_t seed, bool learn) {
    const Use use(mark);
    return katachi::play_out(*search_, at(std::move(position)),
                             request_of(before, last, seed, learn, game_->moves()));
  }
  [[nodiscard]] std::vector<MoveReport> dump(int deepest, std::uint32_t least_visits) {
    const Use use(mark);
    return search_->dump(deepest, least_visits);
  }
  void set_evaluator(nb::object function) {
    const Use use(mark);
    search_->set_evaluator(std::make_shared<katachi::PythonValue>(evaluator_of(function)));
  }
  [[nodiscard]] std::vector<std::pair<Move, float>> scores() {
    const Use use(mark);
    return search_->scores();
  }

 private:
  [[nodiscard]] PythonPosition at(nb::object position) const {
    return {std::move(position), game_};
  }

  std::shared_ptr<PythonGame> game_;
  std::unique_ptr<Mcts<PythonPosition>> search_;
};

// Reserving a search for several calls.
template <class S>
void bind_reservation(nb::class_<S>& type) {
  type.def("__enter__", [](S& self) { self.mark.reserve(); })
      .def(
          "__exit__", [](S& self, const nb::args&) { self.mark.release(); },
          nb::sig("def __exit__(self, *args: object) -> None"));
}

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

  nb::class_<Search> search(module, "Search", "A search of a game of the core.",
                            nb::type_slots(katachi::Collectable<Search>::slots));
  bind_reservation(search);
  search
      .def(
          "__init__",
          [](Search* self, const PositionHandle& start, const MctsSettings& settings,
             const KnowledgeHandle* knowledge, const KnowledgeHandle* playout_knowledge) {
            check(settings);
            new (self) Search(start, settings, knowledge, playout_knowledge);
          },
          "start"_a, "settings"_a, nb::kw_only(), "knowledge"_a.none() = nb::none(),
          "playout_knowledge"_a.none() = nb::none())
      .def("set_position",
           [](Search& self, const PositionHandle& position) {
             const Use use(self.mark);
             return self.search->set_position(*position.position);
           })
      .def("new_game",
           [](Search& self, const PositionHandle& position) {
             const Use use(self.mark);
             return self.search->new_game(*position.position);
           })
      .def("advance",
           [](Search& self, int move) {
             const Use use(self.mark);
             return move >= 0 && move <= 0xffff && self.search->advance(static_cast<Move>(move));
           })
      .def("run", &Search::run, "budget"_a, nb::kw_only(), "moves"_a = std::vector<int>{})
      .def("is_decided",
           [](Search& self, std::uint64_t simulations) {
             const Use use(self.mark);
             return self.search->is_decided(simulations);
           })
      .def("follow",
           [](Search& self, const PositionHandle& position) {
             const Use use(self.mark);
             return self.search->follow(*position.position);
           })
      .def(
          "play_out",
          [](Search& self, const PositionHandle& start, int before, int last, std::uint64_t seed,
             bool learn) {
            const Use use(self.mark);
            const PlayoutRequest request =
                request_of(before, last, seed, learn, start.position->move_count());
            PlayedOut played;
            if (!self.search->play_out(*start.position, request, played)) {
              throw std::invalid_argument("the position is of another game or board");
            }
            return played;
          },
          "start"_a, nb::kw_only(), "before"_a, "last"_a, "seed"_a, "learn"_a)
      .def("dump",
           [](Search& self, int deepest, std::uint32_t least_visits) {
             const Use use(self.mark);
             return self.search->dump(deepest, least_visits);
           })
      .def(
          "set_values",
          [](Search& self, const katachi::AlphaBetaValues& values) {
            const Use use(self.mark);
            self.search->set_evaluator(values.shared_values());
          },
          "values"_a)
      .def(
          "set_values",
          [](Search& self, const std::shared_ptr<katachi::PolicyValueNetwork>& network) {
            const Use use(self.mark);
            self.search->set_evaluator(std::shared_ptr<const katachi::PolicyValueNetwork>(network));
          },
          "values"_a)
      .def("set_evaluator",
           [](Search& self, nb::object function) {
             const Use use(self.mark);
             self.search->set_evaluator(
                 katachi::value_function_of(self.evaluator_of(std::move(function))));
           })
      .def("scores",
           [](Search& self) {
             const Use use(self.mark);
             return self.search->scores();
           })
      .def("populations", [](Search& self) {
        const Use use(self.mark);
        return self.search->populations();
      });

  nb::class_<PythonStart>(module, "PythonPosition", "Where a game written in Python starts.",
                          nb::type_slots(katachi::Collectable<PythonStart>::slots))
      .def(
          "__init__",
          [](PythonStart* self, nb::object position, const nb::typed<nb::list, nb::str>& moves) {
            new (self) PythonStart(std::move(position), moves);
          },
          "position"_a, "moves"_a);

  nb::class_<PythonSearch> python_search(module, "PythonSearch",
                                         "A search of a game written in Python.",
                                         nb::type_slots(katachi::Collectable<PythonSearch>::slots));
  bind_reservation(python_search);
  python_search
      .def(nb::init<const PythonStart&, const MctsSettings&, const KnowledgeHandle*,
                    const KnowledgeHandle*>(),
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
