#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/evaluator.h"
#include "bindings/position_handle.h"
#include "bindings/python_position.h"
#include "search/any_search.h"

namespace nb = nanobind;
using namespace nb::literals;
using katachi::AnyPosition;
using katachi::AnySearch;
using katachi::Budget;
using katachi::KnowledgeSource;
using katachi::LearnedWeights;
using katachi::LocalPatternTable;
using katachi::Mcts;
using katachi::MctsSettings;
using katachi::Move;
using katachi::MoveReport;
using katachi::PlaneNetwork;
using katachi::Planes;
using katachi::PlayedOut;
using katachi::PlayoutKnowledge;
using katachi::PlayoutRequest;
using katachi::PolicyNetwork;
using katachi::Population;
using katachi::PositionHandle;
using katachi::Proof;
using katachi::PythonMoves;
using katachi::PythonPosition;
using katachi::SearchReport;
using katachi::StrengthSource;

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

void check_weights(const std::vector<float>& weights, std::size_t moves, const char* what) {
  if (!weights.empty() && weights.size() != moves) {
    throw std::invalid_argument(std::string(what) + " must have one number per move, that is " +
                                std::to_string(moves) + ", not " + std::to_string(weights.size()));
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

// Strengths given by Python for moves: as many as moves, finite and not negative.
void take_strengths(const nb::object& answer, std::size_t moves, std::span<float> strengths) {
  const auto given = nb::cast<std::vector<float>>(answer);
  if (given.size() != moves) {
    throw std::invalid_argument("knowledge gave " + std::to_string(given.size()) +
                                " strengths for " + std::to_string(moves) + " moves");
  }
  for (const float strength : given) {
    if (!std::isfinite(strength) || strength < 0.0F) {
      throw std::invalid_argument("knowledge gave the strength " + std::to_string(strength) +
                                  "; a strength is a finite number of at least 0");
    }
  }
  std::copy(given.begin(), given.end(), strengths.begin());
}

// Holds the callable; released with the interpreter, wherever the last copy dies.
class Callable {
 public:
  explicit Callable(nb::object function) : function_(new nb::object(std::move(function))) {}
  ~Callable() {
    const nb::gil_scoped_acquire acquire;
    delete function_;
  }
  Callable(const Callable&) = delete;
  Callable& operator=(const Callable&) = delete;

  void operator()(std::unique_ptr<AnyPosition> position, std::span<const Move> moves,
                  std::span<float> strengths) const {
    const nb::gil_scoped_acquire acquire;
    nb::list numbers;
    for (const Move move : moves) numbers.append(static_cast<int>(move));
    take_strengths((*function_)(PositionHandle{std::move(position)}, numbers), moves.size(),
                   strengths);
  }

 private:
  nb::object* function_;
};

struct Search {
  std::unique_ptr<AnySearch> search;
};

katachi::StrengthFunction function_of(const nb::object& function) {
  if (function.is_none()) return nullptr;
  auto callable = std::make_shared<Callable>(function);
  return [callable](std::unique_ptr<AnyPosition> position, std::span<const Move> moves,
                    std::span<float> strengths) {
    (*callable)(std::move(position), moves, strengths);
  };
}

// A function of planes, float32 [positions, planes, side, side], that gives logits, float32
// [positions, side * side + 1]. The planes are only there until it returns.
std::shared_ptr<const PlaneNetwork> plane_network_of(const std::shared_ptr<Planes>& planes,
                                                     const nb::object& function) {
  if (!planes) return nullptr;
  auto held = std::shared_ptr<nb::object>(new nb::object(function), [](nb::object* object) {
    const nb::gil_scoped_acquire acquire;
    delete object;
  });
  return std::make_shared<PlaneNetwork>(PlaneNetwork{
      planes, [planes, held](std::span<float> inputs, std::span<float> logits) {
        const nb::gil_scoped_acquire acquire;
        const std::size_t count = inputs.size() / planes->inputs();
        const nb::ndarray<nb::numpy, float> given(
            inputs.data(), {count, planes->names().size(), planes->side(), planes->side()},
            nb::handle());
        const nb::object answer = (*held)(nb::cast(given, nb::rv_policy::reference));
        using Answer = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
        const auto found = nb::cast<Answer>(answer);
        if (found.size() != logits.size() || found.shape(0) != count) {
          throw std::invalid_argument("the network gives " + std::to_string(found.size()) +
                                      " numbers for " + std::to_string(logits.size()));
        }
        std::copy(found.data(), found.data() + found.size(), logits.begin());
      }});
}

Search make(const PositionHandle& start, const MctsSettings& settings,
            const std::vector<float>& cell_strengths, const nb::object& function,
            const std::vector<float>& playout_weights, const nb::object& playout_function,
            const LocalPatternTable* patterns, const std::shared_ptr<LearnedWeights>& learned,
            const std::shared_ptr<LearnedWeights>& playout_learned,
            const std::shared_ptr<PolicyNetwork>& network,
            const std::shared_ptr<PolicyNetwork>& playout_network,
            const std::shared_ptr<const PlaneNetwork>& plane_network,
            const std::shared_ptr<const PlaneNetwork>& playout_plane_network) {
  check(settings);
  for (const auto& one : {plane_network, playout_plane_network}) {
    if (one && &one->planes->topology() != &start.position->topology()) {
      throw std::invalid_argument("the network is for another board");
    }
  }
  for (const auto& weights : {learned, playout_learned}) {
    if (weights && &weights->encoder().topology() != &start.position->topology()) {
      throw std::invalid_argument("the knowledge is for another board");
    }
  }
  for (const auto& one : {network, playout_network}) {
    if (one && &one->topology() != &start.position->topology()) {
      throw std::invalid_argument("the network is for another board");
    }
  }
  const auto moves = static_cast<std::size_t>(start.position->topology().cells()) + 1;
  check_weights(cell_strengths, moves, "cell strengths");
  check_weights(playout_weights, moves, "playout weights");
  const KnowledgeSource knowledge{.by_move = cell_strengths,
                                  .function = function_of(function),
                                  .learned = learned,
                                  .network = network,
                                  .plane_network = plane_network};
  PlayoutKnowledge playout;
  playout.by_move = playout_weights;
  playout.function = function_of(playout_function);
  playout.learned = playout_learned;
  playout.network = playout_network;
  playout.plane_network = playout_plane_network;
  if (patterns != nullptr) {
    if (&patterns->topology() != &start.position->topology()) {
      throw std::invalid_argument("the local patterns are for another board");
    }
    playout.patterns = std::make_shared<LocalPatternTable>(*patterns);
  }
  return {katachi::make_search(*start.position, settings, knowledge, playout)};
}

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

// Knowledge about a game written in Python: a function of the position and its moves, as texts.
class PythonKnowledge final : public katachi::Knowledge<PythonPosition> {
 public:
  PythonKnowledge(nb::object function, std::vector<float> by_move,
                  std::shared_ptr<const PythonMoves> moves)
      : function_(std::move(function)), by_move_(std::move(by_move)), moves_(std::move(moves)) {}
  void strengths(const PythonPosition& position, std::span<const Move> moves,
                 std::span<float> strengths) const override {
    if (function_.is_none()) {
      for (std::size_t i = 0; i < moves.size(); ++i) strengths[i] = by_move_[moves[i]];
      return;
    }
    nb::list texts;
    for (const Move move : moves) texts.append(moves_->texts[move]);
    take_strengths(function_(position.object(), texts), moves.size(), strengths);
  }

 private:
  nb::object function_;
  std::vector<float> by_move_;
  std::shared_ptr<const PythonMoves> moves_;
};

class PythonSearch {
 public:
  PythonSearch(nb::object position, nb::typed<nb::list, nb::str> texts,
               const MctsSettings& settings, const std::vector<float>& cell_strengths,
               const nb::object& function, const std::vector<float>& playout_weights,
               const nb::object& playout_function) {
    check(settings);
    if (settings.threads != 1) throw std::invalid_argument("a game in Python runs in one thread");
    auto moves = std::make_shared<PythonMoves>();
    if (texts.size() == 0 || texts.size() > katachi::kMaxCells + 1) {
      throw std::invalid_argument("a game must have 1 to " +
                                  std::to_string(katachi::kMaxCells + 1) + " moves");
    }
    check_weights(playout_weights, texts.size(), "playout weights");
    moves->texts = texts;
    for (std::size_t i = 0; i < texts.size(); ++i) moves->numbers[texts[i]] = i;
    moves_ = moves;
    check_weights(cell_strengths, texts.size(), "cell strengths");
    std::shared_ptr<const katachi::Knowledge<PythonPosition>> knowledge;
    if (!function.is_none() || !cell_strengths.empty()) {
      knowledge = std::make_shared<PythonKnowledge>(function, cell_strengths, moves_);
    }
    StrengthSource<PythonPosition> strengths;
    strengths.by_move = playout_weights;
    if (!playout_function.is_none()) {
      strengths.knowledge =
          std::make_shared<PythonKnowledge>(playout_function, std::vector<float>{}, moves_);
    }
    search_ = std::make_unique<Mcts<PythonPosition>>(PythonPosition(std::move(position), moves_),
                                                     texts.size(), settings, std::move(knowledge),
                                                     std::move(strengths));
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
             const std::vector<float>& cell_strengths, const nb::object& function,
             const std::vector<float>& playout_weights, const nb::object& playout_function,
             const LocalPatternTable* local_patterns,
             const std::shared_ptr<LearnedWeights>& learned,
             const std::shared_ptr<LearnedWeights>& playout_learned,
             const std::shared_ptr<PolicyNetwork>& network,
             const std::shared_ptr<PolicyNetwork>& playout_network,
             const std::shared_ptr<Planes>& planes, const nb::object& plane_function,
             const std::shared_ptr<Planes>& playout_planes,
             const nb::object& playout_plane_function) {
            new (self)
                Search(make(start, settings, cell_strengths, function, playout_weights,
                            playout_function, local_patterns, learned, playout_learned, network,
                            playout_network, plane_network_of(planes, plane_function),
                            plane_network_of(playout_planes, playout_plane_function)));
          },
          "start"_a, "settings"_a, nb::kw_only(), "cell_strengths"_a, "function"_a.none(),
          "playout_weights"_a, "playout_function"_a.none(), "local_patterns"_a.none(),
          "learned"_a.none(), "playout_learned"_a.none(), "network"_a.none(),
          "playout_network"_a.none(), "planes"_a.none() = nb::none(),
          "plane_function"_a.none() = nb::none(), "playout_planes"_a.none() = nb::none(),
          "playout_plane_function"_a.none() = nb::none())
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

  nb::class_<PythonSearch>(module, "PythonSearch", "A search of a game written in Python.")
      .def(nb::init<nb::object, nb::typed<nb::list, nb::str>, const MctsSettings&,
                    const std::vector<float>&, const nb::object&, const std::vector<float>&,
                    const nb::object&>(),
           "start"_a, "moves"_a, "settings"_a, nb::kw_only(), "cell_strengths"_a,
           "function"_a.none(), "playout_weights"_a, "playout_function"_a.none())
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
