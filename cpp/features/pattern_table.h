// Numbers of large patterns by their hashes.
//
// Hashes are taken as they are; two patterns with the same one would be mistaken for each other,
// which for a million patterns happens in one table of 10^7.
#pragma once

#include <cstdint>

#include "features/number_table.h"

namespace katachi {

using PatternTable = NumberTable<std::uint64_t, 4>;

}  // namespace katachi
