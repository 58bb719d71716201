#include "games/connection/expansion.h"
#include "games/connection/runner.h"
#include "games/connection/strengths.h"
#include "games/y/game.h"
#include "games/y/uniform_playout.h"
#include "search/typed_search.h"

namespace katachi {

template struct SearchOf<YPosition<120>>;

}  // namespace katachi
