#include "games/othello/roulette_playout.h"
#include "games/othello/runner.h"
#include "games/othello/uniform_playout.h"
#include "search/typed_search.h"

namespace katachi {

std::unique_ptr<AnySearch> make_othello_search(const AnyPosition& position,
                                               const MctsSettings& settings,
                                               const KnowledgeSource& knowledge,
                                               const PlayoutKnowledge& playout) {
  return first_search<OthelloPosition<6>, OthelloPosition<8>, OthelloPosition<10>>(
      position, settings, knowledge, playout);
}

}  // namespace katachi
