// Positions of compiled games for the border.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "games/any_position.h"
#include "games/compiled/position.h"
#include "games/set_up.h"

namespace katachi {

// Rules that live as long as the process. Throws std::invalid_argument for numbers that cannot be.
const CompiledRules& keep_rules(CompiledRules rules);

// The start, or a set-up if it is not null; BrokenRules if the rules raise, std::invalid_argument
// if they know no set-ups.
std::unique_ptr<AnyPosition> make_compiled(const CompiledRules& rules, const SetUp* set_up);
std::unique_ptr<AnyPosition> make_compiled(const CompiledRules& rules,
                                           std::span<const std::byte> state, int moves_played);

}  // namespace katachi
