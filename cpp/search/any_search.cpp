#include "search/any_search.h"

#include <stdexcept>

#include "search/typed_search.h"

namespace katachi {

std::unique_ptr<AnySearch> make_search(const AnyPosition& position, const MctsSettings& settings,
                                       const KnowledgeSource& knowledge,
                                       const PlayoutKnowledge& playout) {
  for (SearchMaker* make :
       {&make_othello_search, &make_go_search, &make_hex_search, &make_havannah_search}) {
    if (auto search = make(position, settings, knowledge, playout)) return search;
  }
  throw std::invalid_argument("no search for this kind of position");
}

}  // namespace katachi
