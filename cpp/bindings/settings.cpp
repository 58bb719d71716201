#include "search/settings.h"

#include <nanobind/nanobind.h>

namespace nb = nanobind;
using katachi::BackupSettings;
using katachi::ExpansionSettings;
using katachi::FinalSettings;
using katachi::MctsSettings;
using katachi::PlayoutSettings;
using katachi::SelectionSettings;

// Fields have the names of settings.h, which documents them; their defaults live there alone.
void bind_settings(nb::module_& module) {
  using Formula = SelectionSettings::Formula;
  nb::enum_<Formula>(module, "Formula", "Selection formulas.")
      .value("uct", Formula::uct)
      .value("uct_two", Formula::uct_two)
      .value("ucb1_tuned", Formula::ucb1_tuned)
      .value("puct", Formula::puct);
  using Rave = SelectionSettings::Rave;
  nb::enum_<Rave>(module, "Rave", "Schedules of RAVE.")
      .value("none", Rave::none)
      .value("hand_selected", Rave::hand_selected)
      .value("minimum_mse", Rave::minimum_mse);
  using Bias = SelectionSettings::Bias;
  nb::enum_<Bias>(module, "Bias", "Formulas of progressive bias.")
      .value("none", Bias::none)
      .value("simple", Bias::simple)
      .value("chaslot", Bias::chaslot)
      .value("huang", Bias::huang)
      .value("ikeda", Bias::ikeda);
  using Genetic = SelectionSettings::Genetic;
  nb::enum_<Genetic>(module, "Genetic", "Weights of board properties that evolve in the search.")
      .value("none", Genetic::none)
      .value("agents2017", Genetic::agents2017)
      .value("any_sign", Genetic::any_sign);
  using Base = PlayoutSettings::Base;
  nb::enum_<Base>(module, "Base", "Base policies of playouts.")
      .value("uniform", Base::uniform)
      .value("roulette", Base::roulette)
      .value("epsilon_greedy", Base::epsilon_greedy)
      .value("softmax", Base::softmax)
      .value("mast", Base::mast)
      .value("nst", Base::nst);
  using Choice = FinalSettings::Choice;
  nb::enum_<Choice>(module, "Choice", "How the final move is chosen.")
      .value("most_visits", Choice::most_visits)
      .value("best_value", Choice::best_value);

  nb::class_<SelectionSettings>(module, "SelectionSettings")
      .def(nb::init<>())
      .def_rw("formula", &SelectionSettings::formula)
      .def_rw("exploration", &SelectionSettings::exploration)
      .def_rw("first_play_urgency", &SelectionSettings::first_play_urgency)
      .def_rw("rave", &SelectionSettings::rave)
      .def_rw("rave_equivalence", &SelectionSettings::rave_equivalence)
      .def_rw("rave_bias", &SelectionSettings::rave_bias)
      .def_rw("grave_visits", &SelectionSettings::grave_visits)
      .def_rw("amaf_moves", &SelectionSettings::amaf_moves)
      .def_rw("killer_moves", &SelectionSettings::killer_moves)
      .def_rw("history_weight", &SelectionSettings::history_weight)
      .def_rw("bias", &SelectionSettings::bias)
      .def_rw("bias_weight", &SelectionSettings::bias_weight)
      .def_rw("bias_horizon", &SelectionSettings::bias_horizon)
      .def_rw("bias_constant", &SelectionSettings::bias_constant)
      .def_rw("widening", &SelectionSettings::widening)
      .def_rw("widening_start", &SelectionSettings::widening_start)
      .def_rw("widening_growth", &SelectionSettings::widening_growth)
      .def_rw("solver", &SelectionSettings::solver)
      .def_rw("score_bounds", &SelectionSettings::score_bounds)
      .def_rw("genetic", &SelectionSettings::genetic)
      .def_rw("genetic_weight", &SelectionSettings::genetic_weight);
  nb::class_<ExpansionSettings>(module, "ExpansionSettings")
      .def(nb::init<>())
      .def_rw("visits", &ExpansionSettings::visits)
      .def_rw("joint_neighbour", &ExpansionSettings::joint_neighbour)
      .def_rw("local_connections", &ExpansionSettings::local_connections)
      .def_rw("edge_connections", &ExpansionSettings::edge_connections)
      .def_rw("edge_counts_itself", &ExpansionSettings::edge_counts_itself)
      .def_rw("knowledge_visits", &ExpansionSettings::knowledge_visits)
      .def_rw("batch", &ExpansionSettings::batch)
      .def_rw("dead_cells", &ExpansionSettings::dead_cells)
      .def_rw("transpositions", &ExpansionSettings::transpositions);
  nb::class_<PlayoutSettings>(module, "PlayoutSettings")
      .def(nb::init<>())
      .def_rw("base", &PlayoutSettings::base)
      .def_rw("epsilon", &PlayoutSettings::epsilon)
      .def_rw("temperature", &PlayoutSettings::temperature)
      .def_rw("joint_neighbour", &PlayoutSettings::joint_neighbour)
      .def_rw("dead_cells", &PlayoutSettings::dead_cells)
      .def_rw("decisive", &PlayoutSettings::decisive)
      .def_rw("anti_decisive", &PlayoutSettings::anti_decisive)
      .def_rw("mate", &PlayoutSettings::mate)
      .def_rw("last_good_reply", &PlayoutSettings::last_good_reply)
      .def_rw("forgetting", &PlayoutSettings::forgetting)
      .def_rw("keep_replies", &PlayoutSettings::keep_replies)
      .def_rw("ngrams", &PlayoutSettings::ngrams)
      .def_rw("ngram_decay", &PlayoutSettings::ngram_decay)
      .def_rw("ngram_threshold", &PlayoutSettings::ngram_threshold)
      .def_rw("ngram_averaging", &PlayoutSettings::ngram_averaging)
      .def_rw("atari_escapes", &PlayoutSettings::atari_escapes)
      .def_rw("ladders", &PlayoutSettings::ladders)
      .def_rw("attacks", &PlayoutSettings::attacks)
      .def_rw("nakade", &PlayoutSettings::nakade)
      .def_rw("near_shapes", &PlayoutSettings::near_shapes)
      .def_rw("captures", &PlayoutSettings::captures)
      .def_rw("self_atari_refusal", &PlayoutSettings::self_atari_refusal);
  nb::class_<BackupSettings>(module, "BackupSettings")
      .def(nb::init<>())
      .def_rw("score_share", &BackupSettings::score_share);
  nb::class_<FinalSettings>(module, "FinalSettings")
      .def(nb::init<>())
      .def_rw("choice", &FinalSettings::choice)
      .def_rw("temperature", &FinalSettings::temperature)
      .def_rw("stop_when_decided", &FinalSettings::stop_when_decided);
  nb::class_<MctsSettings>(module, "MctsSettings")
      .def(nb::init<>())
      .def_rw("selection", &MctsSettings::selection)
      .def_rw("expansion", &MctsSettings::expansion)
      .def_rw("playout", &MctsSettings::playout)
      .def_rw("backup", &MctsSettings::backup)
      .def_rw("final_move", &MctsSettings::final_move)
      .def_rw("seed", &MctsSettings::seed)
      .def_rw("threads", &MctsSettings::threads)
      .def_rw("megabytes", &MctsSettings::megabytes);
}
