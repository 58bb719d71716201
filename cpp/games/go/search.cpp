#include "games/go/expansion.h"
#include "games/go/playout_heuristics.h"
#include "games/go/runner.h"
#include "games/go/uniform_playout.h"
#include "search/typed_search.h"

namespace katachi {

std::unique_ptr<AnySearch> make_go_search(const AnyPosition& position, const MctsSettings& settings,
                                          const KnowledgeSource& knowledge,
                                          const PlayoutKnowledge& playout) {
  return first_search<GoPosition<81>, GoPosition<169>, GoPosition<361>>(position, settings,
                                                                        knowledge, playout);
}

}  // namespace katachi
