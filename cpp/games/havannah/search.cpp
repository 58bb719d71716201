#include "games/connection/expansion.h"
#include "games/connection/runner.h"
#include "games/connection/strengths.h"
#include "games/havannah/game.h"
#include "games/havannah/uniform_playout.h"
#include "search/typed_search.h"

namespace katachi {

template struct SearchOf<HavannahPosition<61>>;
template struct SearchOf<HavannahPosition<271>>;

}  // namespace katachi
