// The search of one concrete game behind AnySearch. Each game compiles it in
// games/<game>/search.cpp, which includes what the game does in the search and instantiates
// SearchOf for its position types:
//   template struct SearchOf<P>;
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "search/any_search.h"
#include "search/learned_knowledge.h"
#include "search/plane_knowledge.h"

namespace katachi {

template <class P>
class OutsideKnowledge final : public Knowledge<P> {
 public:
  explicit OutsideKnowledge(StrengthFunction function) : function_(std::move(function)) {}
  void strengths(const P& position, std::span<const Move> moves,
                 std::span<float> strengths) const override {
    function_(hold(position), moves, strengths);
  }

 private:
  StrengthFunction function_;
};

template <class P>
class NetworkKnowledge final : public Knowledge<P> {
 public:
  // Precondition: the network belongs to the board of the positions.
  explicit NetworkKnowledge(std::shared_ptr<const PolicyNetwork> network)
      : network_(std::move(network)) {}
  void strengths(const P& position, std::span<const Move> moves,
                 std::span<float> strengths) const override {
    network_->strengths(BoardView(position), moves, strengths);
  }

 private:
  std::shared_ptr<const PolicyNetwork> network_;
};

template <class P>
class TypedSearch final : public AnySearch {
 public:
  TypedSearch(const P& position, const MctsSettings& settings,
              std::shared_ptr<const Knowledge<P>> knowledge, StrengthSource<P> strengths)
      : search_(position, static_cast<std::size_t>(position.topology().cells()) + 1, settings,
                std::move(knowledge), std::move(strengths)) {}

  bool set_position(const AnyPosition& position) override {
    const P* typed = same_board(position);
    if (typed != nullptr) search_.set_position(*typed);
    return typed != nullptr;
  }
  bool new_game(const AnyPosition& position) override {
    const P* typed = same_board(position);
    if (typed != nullptr) search_.new_game(*typed);
    return typed != nullptr;
  }
  bool advance(Move move) override {
    if (!search_.position().is_legal(move)) return false;
    search_.advance(move);
    return true;
  }
  bool follow(const AnyPosition& position) override {
    const P* typed = same_board(position);
    return typed != nullptr && search_.follow(*typed);
  }
  SearchReport run(const Budget& budget, const std::function<bool()>& stop,
                   std::span<const Move> moves) override {
    return search_.run(budget, stop, moves);
  }
  bool play_out(const AnyPosition& start, const PlayoutRequest& request,
                PlayedOut& played) override {
    const P* typed = same_board(start);
    if (typed != nullptr) played = katachi::play_out(search_, *typed, request);
    return typed != nullptr;
  }
  [[nodiscard]] std::vector<MoveReport> dump(int deepest,
                                             std::uint32_t least_visits) const override {
    return search_.dump(deepest, least_visits);
  }
  [[nodiscard]] bool is_decided(std::uint64_t simulations) const override {
    return search_.is_decided(simulations);
  }
  [[nodiscard]] std::vector<std::pair<Move, float>> scores() override { return search_.scores(); }
  void set_evaluator(ValueFunction function) override {
    search_.set_evaluator(std::make_shared<OutsideValue<P>>(std::move(function)));
  }
  [[nodiscard]] std::vector<Population> populations() const override {
    return search_.populations();
  }

 private:
  const P* same_board(const AnyPosition& position) const {
    const P* typed = position_as<P>(position);
    const bool same = typed != nullptr && &typed->topology() == &search_.position().topology();
    return same ? typed : nullptr;
  }

  Mcts<P> search_;
};

// Knowledge about positions of this type; null if the source is empty.
template <class P>
std::shared_ptr<const Knowledge<P>> typed_knowledge(const KnowledgeSource& source) {
  if (source.learned) return std::make_shared<LearnedKnowledge<P>>(source.learned);
  if (source.network) return std::make_shared<NetworkKnowledge<P>>(source.network);
  if (source.plane_network) return std::make_shared<PlaneKnowledge<P>>(source.plane_network);
  if (source.function) return std::make_shared<OutsideKnowledge<P>>(source.function);
  if (!source.by_move.empty()) return std::make_shared<CellStrengths<P>>(source.by_move);
  return nullptr;
}

template <class P>
std::unique_ptr<AnySearch> SearchOf<P>::make(const P& position, const MctsSettings& settings,
                                             const KnowledgeSource& knowledge,
                                             const PlayoutKnowledge& playout) {
  StrengthSource<P> strengths{
      .by_move = playout.by_move, .patterns = playout.patterns, .knowledge = nullptr};
  if (playout.function || playout.learned || playout.network || playout.plane_network)
    strengths.knowledge = typed_knowledge<P>(playout);
  return std::make_unique<TypedSearch<P>>(position, settings, typed_knowledge<P>(knowledge),
                                          std::move(strengths));
}

}  // namespace katachi
