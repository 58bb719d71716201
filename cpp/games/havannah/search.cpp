#include "games/connection/expansion.h"
#include "games/connection/runner.h"
#include "games/connection/strengths.h"
#include "games/havannah/uniform_playout.h"
#include "search/typed_search.h"

namespace katachi {

std::unique_ptr<AnySearch> make_havannah_search(const AnyPosition& position,
                                                const MctsSettings& settings,
                                                const KnowledgeSource& knowledge,
                                                const PlayoutKnowledge& playout) {
  return first_search<HavannahPosition<61>, HavannahPosition<271>>(position, settings, knowledge,
                                                                   playout);
}

}  // namespace katachi
