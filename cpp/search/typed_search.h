// The search of one concrete game behind AnySearch. Each game is compiled in a file of its own.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "search/any_search.h"

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
class TypedSearch final : public AnySearch {
 public:
  TypedSearch(const P& position, const MctsSettings& settings,
              std::shared_ptr<const Knowledge<P>> knowledge, const std::vector<float>& weights)
      : search_(position, static_cast<std::size_t>(position.topology().cells()) + 1, settings,
                std::move(knowledge), weights) {}

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
  SearchReport run(const Budget& budget, const std::function<bool()>& stop) override {
    return search_.run(budget, stop);
  }
  [[nodiscard]] std::vector<MoveReport> dump(int deepest,
                                             std::uint32_t least_visits) const override {
    return search_.dump(deepest, least_visits);
  }

 private:
  const P* same_board(const AnyPosition& position) const {
    const P* typed = position_as<P>(position);
    const bool same = typed != nullptr && &typed->topology() == &search_.position().topology();
    return same ? typed : nullptr;
  }

  Mcts<P> search_;
};

// Null if the position is of another type.
template <class P>
std::unique_ptr<AnySearch> try_search(const AnyPosition& position, const MctsSettings& settings,
                                      const KnowledgeSource& knowledge,
                                      const std::vector<float>& playout_weights) {
  const P* typed = position_as<P>(position);
  if (typed == nullptr) return nullptr;
  std::shared_ptr<const Knowledge<P>> source;
  if (knowledge.function) {
    source = std::make_shared<OutsideKnowledge<P>>(knowledge.function);
  } else if (!knowledge.by_move.empty()) {
    source = std::make_shared<CellStrengths<P>>(knowledge.by_move);
  }
  return std::make_unique<TypedSearch<P>>(*typed, settings, std::move(source), playout_weights);
}

// One per game, trying each of its board types.
using SearchMaker = std::unique_ptr<AnySearch>(const AnyPosition&, const MctsSettings&,
                                               const KnowledgeSource&, const std::vector<float>&);
SearchMaker make_othello_search;
SearchMaker make_go_search;
SearchMaker make_hex_search;
SearchMaker make_havannah_search;

template <class First, class... Rest>
std::unique_ptr<AnySearch> first_search(const AnyPosition& position, const MctsSettings& settings,
                                        const KnowledgeSource& knowledge,
                                        const std::vector<float>& weights) {
  auto search = try_search<First>(position, settings, knowledge, weights);
  if constexpr (sizeof...(Rest) > 0) {
    if (!search) search = first_search<Rest...>(position, settings, knowledge, weights);
  }
  return search;
}

}  // namespace katachi
