#include "search/capabilities.h"

#include "games/all_positions.h"

namespace katachi {

std::vector<std::string> capabilities_of(const AnyPosition& position) {
  return visit(position, []<class P>(const P& typed) {
    std::vector<std::string> found = capabilities_of<P>();
    // A type of many games asks the one that is played.
    if constexpr (requires { typed.transposes(); }) {
      if (!typed.transposes()) std::erase(found, words_of(Capability::transpositions).name);
    }
    if constexpr (requires { typed.knows_winning_moves(); }) {
      if (!typed.knows_winning_moves()) std::erase(found, words_of(Capability::winning_cells).name);
    }
    return found;
  });
}

}  // namespace katachi
