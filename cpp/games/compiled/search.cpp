#include "games/compiled/game.h"
#include "games/compiled/runner.h"
#include "games/compiled/uniform_playout.h"
#include "search/typed_search.h"

namespace katachi {

template struct SearchOf<CompiledPosition>;

}  // namespace katachi
