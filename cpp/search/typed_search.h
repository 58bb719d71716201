// The search of one concrete game behind AnySearch. Each game compiles it in
// games/<game>/search.cpp, which includes what the game does in the search and instantiates
// SearchOf for its position types:
//   template struct SearchOf<P>;
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "games/move_numbers.h"
#include "search/any_search.h"

namespace katachi {

template <class P>
class TypedSearch final : public AnySearch {
 public:
  TypedSearch(const P& position, const MctsSettings& settings, const MoveKnowledge* knowledge,
              const MoveKnowledge* playout_knowledge)
      : search_(position, board_of(position).moves, settings,
                about<P>(knowledge, board_of(position)),
                about<P>(playout_knowledge, board_of(position))) {}

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
  void set_evaluator(std::shared_ptr<const PatternValues> values) override {
    values->check<P>(board_of(search_.position()));
    search_.set_evaluator(std::make_shared<PatternValueOf<P>>(std::move(values)));
  }
  void set_evaluator(std::shared_ptr<const PolicyValueNetwork> network) override {
    network->check(board_of(search_.position()));
    search_.set_evaluator(std::make_shared<PolicyValueOf<P>>(std::move(network)));
  }
  [[nodiscard]] std::vector<Population> populations() const override {
    return search_.populations();
  }

 private:
  static AskedBoard board_of(const P& position) {
    return {.topology = &position.topology(), .moves = move_count_of(position)};
  }
  const P* same_board(const AnyPosition& position) const {
    const P* typed = position_as<P>(position);
    if (typed == nullptr || &typed->topology() != &search_.position().topology()) return nullptr;
    if constexpr (requires { typed->same_game(*typed); }) {
      if (!typed->same_game(search_.position())) return nullptr;
    }
    return typed;
  }

  Mcts<P> search_;
};

template <class P>
std::unique_ptr<AnySearch> SearchOf<P>::make(const P& position, const MctsSettings& settings,
                                             const MoveKnowledge* knowledge,
                                             const MoveKnowledge* playout_knowledge) {
  return std::make_unique<TypedSearch<P>>(position, settings, knowledge, playout_knowledge);
}

}  // namespace katachi
