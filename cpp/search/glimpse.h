// A thread's copy of what others may change while it looks at the children of a family: proofs,
// evaluations, properties. Selection then reads plain memory, as with one thread.
#pragma once

#include <cstdint>
#include <vector>

#include "search/proof.h"
#include "search/tree.h"

namespace katachi {

class Glimpse {
 public:
  // Whether a tree has any of them. If not, nobody should ask for a copy: a plain search looks at
  // so many families that even copying where the arrays lie costs it a tenth of its time.
  static bool is_needed(const Statistics& statistics) {
    return statistics.proof || statistics.evaluation || statistics.properties;
  }

  // The same children; those arrays are as they are now, until the next call.
  Children of(const Children& c) {
    Children seen = c;
    if (c.proof != nullptr) seen.proof = copy(c.proof, c.stride, proof_);
    if (c.evaluation != nullptr) seen.evaluation = copy(c.evaluation, c.stride, evaluation_);
    if (c.properties != nullptr) {
      seen.properties = copy(c.properties, kPropertyCount * c.stride, properties_);
    }
    return seen;
  }

 private:
  template <class T>
  static T* copy(const T* shared, std::size_t count, std::vector<T>& own) {
    if (own.size() < count) own.resize(count);
    for (std::size_t i = 0; i < count; ++i) own[i] = glance(shared[i]);
    return own.data();
  }

  std::vector<Proof> proof_;
  std::vector<float> evaluation_, properties_;
};

}  // namespace katachi
