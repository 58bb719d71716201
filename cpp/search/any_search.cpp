#include "search/any_search.h"

#include "games/all_positions.h"

namespace katachi {

std::unique_ptr<AnySearch> make_search(const AnyPosition& position, const MctsSettings& settings,
                                       const MoveKnowledge* knowledge,
                                       const MoveKnowledge* playout_knowledge) {
  return visit(position, [&]<class P>(const P& typed) {
    return SearchOf<P>::make(typed, settings, knowledge, playout_knowledge);
  });
}

}  // namespace katachi
