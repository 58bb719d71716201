#include "games/connection/expansion.h"
#include "games/connection/runner.h"
#include "games/connection/strengths.h"
#include "games/hex/uniform_playout.h"
#include "search/typed_search.h"

namespace katachi {

std::unique_ptr<AnySearch> make_hex_search(const AnyPosition& position,
                                           const MctsSettings& settings,
                                           const KnowledgeSource& knowledge,
                                           const PlayoutKnowledge& playout) {
  return first_search<HexPosition<121>, HexPosition<361>>(position, settings, knowledge, playout);
}

}  // namespace katachi
