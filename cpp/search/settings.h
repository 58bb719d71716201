// The settings of the search: the parts of each phase, in the order of their parameters.
//
// Every part declares its parameters, defaults, ranges and sources in its own file; a new part is
// one line here.
#pragma once

#include <cstdint>

#include "search/backup/implicit_minimax.h"
#include "search/backup/score_share.h"
#include "search/expansion/batch.h"
#include "search/expansion/dead_cells.h"
#include "search/expansion/equal_visits.h"
#include "search/expansion/initial_connections.h"
#include "search/expansion/knowledge_visits.h"
#include "search/expansion/leaf_visits.h"
#include "search/expansion/transpositions.h"
#include "search/final/choice.h"
#include "search/final/stop.h"
#include "search/part.h"
#include "search/playout/base.h"
#include "search/playout/dead_cells.h"
#include "search/playout/decisive_moves.h"
#include "search/playout/evaluator.h"
#include "search/playout/joint_neighbour.h"
#include "search/playout/last_good_reply.h"
#include "search/playout/mate.h"
#include "search/playout/ngrams.h"
#include "search/playout/urgent_moves.h"
#include "search/resources.h"
#include "search/selection/bias.h"
#include "search/selection/formula.h"
#include "search/selection/genetic.h"
#include "search/selection/progressive_history.h"
#include "search/selection/rave.h"
#include "search/selection/solver.h"
#include "search/selection/widening.h"

namespace katachi {

struct SelectionSettings : Group<FormulaPart, RavePart, ProgressiveHistoryPart, BiasPart,
                                 WideningPart, SolverPart, GeneticPart> {};

struct ExpansionSettings : Group<LeafVisitsPart, InitialConnectionsPart, KnowledgeVisitsPart,
                                 EqualVisitsPart, DeadCellsPart, TranspositionsPart, BatchPart> {};

struct PlayoutSettings
    : Group<BasePart, JointNeighbourPart, PlayoutDeadCellsPart, DecisiveMovesPart, MatePart,
            LastGoodReplyPart, NgramsPart, UrgentMovesPart, EvaluatorPart> {};

struct BackupSettings : Group<ScoreSharePart, ImplicitMinimaxPart> {};

struct FinalSettings : Group<FinalChoicePart, StopPart> {};

struct MctsSettings : Group<ResourcesPart> {
  SelectionSettings selection;
  ExpansionSettings expansion;
  PlayoutSettings playout;
  BackupSettings backup;
  FinalSettings final_move;

  // f(name, group) for the settings of every phase, in the order of a simulation.
  template <class Settings, class F>
  static constexpr void for_each_group(Settings& settings, F f) {
    f("selection", settings.selection);
    f("expansion", settings.expansion);
    f("playout", settings.playout);
    f("backup", settings.backup);
    f("final_move", settings.final_move);
  }
};

// f(part) for every part of a search.
template <class F>
constexpr void each_part_of(const MctsSettings& settings, F f) {
  MctsSettings::for_each_group(settings, [&](const char*, const auto& g) { each_part(g, f); });
}

// What the parts ask of the search, as they are set.
constexpr Demands demands_of(const MctsSettings& settings) {
  Demands demands;
  MctsSettings::for_each_group(
      settings, [&](const char*, const auto& group) { add_demands(group, demands); });
  return demands;
}

}  // namespace katachi
