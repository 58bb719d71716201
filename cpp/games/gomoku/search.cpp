#include "games/gomoku/game.h"
#include "games/gomoku/runner.h"
#include "games/gomoku/uniform_playout.h"
#include "search/typed_search.h"

namespace katachi {

template struct SearchOf<GomokuPosition<15>>;
template struct SearchOf<GomokuPosition<19>>;

}  // namespace katachi
