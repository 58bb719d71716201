#include "search/capabilities.h"

#include "games/go/position.h"
#include "games/havannah/position.h"
#include "games/hex/position.h"
#include "games/othello/position.h"

namespace katachi {
namespace {

template <class... P>
std::vector<std::string> first_of(const AnyPosition& position) {
  std::vector<std::string> found;
  (void)((position_as<P>(position) != nullptr && (found = capabilities_of<P>(), true)) || ...);
  return found;
}

}  // namespace

std::vector<std::string> capabilities_of(const AnyPosition& position) {
  return first_of<OthelloPosition<6>, OthelloPosition<8>, OthelloPosition<10>, GoPosition<81>,
                  GoPosition<169>, GoPosition<361>, HexPosition<121>, HexPosition<361>,
                  HavannahPosition<61>, HavannahPosition<271>>(position);
}

}  // namespace katachi
