#include "features/cell_classes.h"

namespace katachi {

CellClasses::CellClasses(const Topology& topology) : topology_(topology) {
  for (Cell cell = 0; cell < topology.cells(); ++cell) {
    const Cell first = topology.orbit(cell);
    class_of_.push_back(first == cell ? classes_++ : class_of_[first]);
  }
}

std::span<const std::uint32_t> CellClasses::features_at(Move move) const {
  static constexpr std::uint32_t kOnly = 0;
  return move < topology_.cells() ? std::span(&kOnly, 1) : std::span<const std::uint32_t>();
}

}  // namespace katachi
