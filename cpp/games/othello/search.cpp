#include "games/othello/game.h"
#include "games/othello/roulette_playout.h"
#include "games/othello/runner.h"
#include "games/othello/uniform_playout.h"
#include "search/typed_search.h"

namespace katachi {

template struct SearchOf<OthelloPosition<6>>;
template struct SearchOf<OthelloPosition<8>>;
template struct SearchOf<OthelloPosition<10>>;

}  // namespace katachi
