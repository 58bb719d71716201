// What a search is given besides its parts: a seed, threads and memory.
#pragma once

#include "search/part.h"

namespace katachi {

struct ResourcesPart {
  std::uint64_t seed = 0;
  int threads = 1;
  int megabytes = 256;

  static constexpr auto declare() {
    return Declaration{
        .name = "resources",
        .sentence = "Seed, threads and memory.",
        .source = "",
        .fields =
            std::tuple{
                number("seed", &ResourcesPart::seed, {0, 0},
                       "The same seed gives the same tree, with one thread and a budget of "
                       "simulations or nodes."),
                number("threads", &ResourcesPart::threads, {1, 1024},
                       "Threads that share the tree.", "Enzenberger and Mueller 2009"),
                number("megabytes", &ResourcesPart::megabytes, {1, 131072},
                       "Of the tree; when it is full the search goes on without growing."),
            },
        .asks = kAsksNothing<ResourcesPart>,
    };
  }
};

}  // namespace katachi
