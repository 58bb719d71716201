#include "search/capabilities.h"

#include "games/all_positions.h"

namespace katachi {

std::vector<std::string> capabilities_of(const AnyPosition& position) {
  return visit(position, []<class P>(const P&) { return capabilities_of<P>(); });
}

}  // namespace katachi
