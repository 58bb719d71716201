// Initial visits and wins of a move by what it would be joined to (HAVANNAH 3.7): neighbour moves
// and joint moves (two cells from an own stone with both cells between empty), the number of local
// groups, the sides and corners. Games with connections say how (InitialVisits in their room).
#pragma once

#include "search/part.h"

namespace katachi {

struct InitialConnectionsPart {
  bool joint_neighbour = false;
  bool local_connections = false;
  bool edge_connections = false;
  bool edge_counts_itself = false;

  static constexpr auto declare() {
    using Self = InitialConnectionsPart;
    return Declaration{
        .name = "initial connections",
        .sentence =
            "Initial visits and wins of a move by the stones and edges it would join; all "
            "three together are the thesis' combination.",
        .source = "HAVANNAH 3.7",
        .fields =
            std::tuple{
                flag("joint_neighbour", &Self::joint_neighbour,
                     "40 visits with 40, 30 or 5 wins for neighbour, joint and other moves.",
                     "HAVANNAH 3.7.1"),
                flag("local_connections", &Self::local_connections,
                     "30 visits with 10 wins for every local group that the move joins.",
                     "HAVANNAH 3.7.2"),
                flag("edge_connections", &Self::edge_connections,
                     "30 visits with 10 wins for every side and corner that it joins.",
                     "HAVANNAH 3.7.3"),
                flag("edge_counts_itself", &Self::edge_counts_itself,
                     "The cell's own side or corner counts too.", "HAVANNAH table 4.21"),
            },
        .asks = std::array{Asks<Self>{Demand::initial,
                                      [](const Self& s) {
                                        return s.joint_neighbour || s.local_connections ||
                                               s.edge_connections;
                                      }}},
        .needs = {{{"edge_counts_itself", "expansion.edge_connections"}}},
        .suits = {{{"joint_neighbour", Capability::connections},
                   {"local_connections", Capability::connections},
                   {"edge_connections", Capability::connections}}},
    };
  }
};

}  // namespace katachi
