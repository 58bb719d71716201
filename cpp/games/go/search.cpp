#include "games/go/expansion.h"
#include "games/go/game.h"
#include "games/go/playout_heuristics.h"
#include "games/go/runner.h"
#include "games/go/uniform_playout.h"
#include "search/typed_search.h"

namespace katachi {

template struct SearchOf<GoPosition<81>>;
template struct SearchOf<GoPosition<169>>;
template struct SearchOf<GoPosition<361>>;

}  // namespace katachi
