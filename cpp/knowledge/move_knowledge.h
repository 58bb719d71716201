// What was learned about moves, whatever kind it is of, before it is known which positions it will
// be asked about. A new kind is a file beside this one and a line in `Kind`.
//
// A kind K has check(AskedBoard), which throws std::invalid_argument if it is for another board,
// and K::Speaking<P>, the Knowledge<P> made of a std::shared_ptr<const K>; constraints on P say
// which positions it can speak of.
#pragma once

#include <memory>
#include <stdexcept>
#include <utility>
#include <variant>

#include "knowledge/cell_weights.h"
#include "knowledge/feature_knowledge.h"
#include "knowledge/local_patterns.h"
#include "knowledge/outside_function.h"
#include "knowledge/plane_network.h"
#include "knowledge/policy_network.h"
#include "knowledge/policy_value_network.h"

namespace katachi {

class MoveKnowledge {
 public:
  using Kind =
      std::variant<std::shared_ptr<const CellWeights>, std::shared_ptr<const LocalPatternWeights>,
                   std::shared_ptr<const FeatureWeights>, std::shared_ptr<const PolicyNetwork>,
                   std::shared_ptr<const PlaneNetwork>, std::shared_ptr<const PolicyValueNetwork>,
                   std::shared_ptr<const OutsideFunction>>;

  // Precondition: not null.
  explicit MoveKnowledge(Kind kind) : kind_(std::move(kind)) {}

  // Throws std::invalid_argument if it cannot speak of such positions or is for another board.
  template <class P>
  [[nodiscard]] std::shared_ptr<const Knowledge<P>> about(const AskedBoard& board) const {
    return std::visit([&](const auto& kind) { return speaking<P>(kind, board); }, kind_);
  }

 private:
  template <class P, class K>
  static std::shared_ptr<const Knowledge<P>> speaking(const std::shared_ptr<const K>& kind,
                                                      const AskedBoard& board) {
    if constexpr (requires { typename K::template Speaking<P>; }) {
      kind->check(board);
      return std::make_shared<typename K::template Speaking<P>>(kind);
    } else {
      throw std::invalid_argument("this kind of knowledge is not for such a game");
    }
  }

  Kind kind_;
};

// Knowledge about the positions of a game from a handle that may be null.
template <class P>
std::shared_ptr<const Knowledge<P>> about(const MoveKnowledge* knowledge, const AskedBoard& board) {
  return knowledge == nullptr ? nullptr : knowledge->about<P>(board);
}

}  // namespace katachi
