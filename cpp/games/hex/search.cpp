#include "games/connection/expansion.h"
#include "games/connection/runner.h"
#include "games/connection/strengths.h"
#include "games/hex/game.h"
#include "games/hex/uniform_playout.h"
#include "search/typed_search.h"

namespace katachi {

template struct SearchOf<HexPosition<121>>;
template struct SearchOf<HexPosition<361>>;

}  // namespace katachi
