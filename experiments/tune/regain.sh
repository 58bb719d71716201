#!/usr/bin/env bash
# How much of what a spoilt agent lost does `katachi tune` regain?
#
#     experiments/tune/regain.sh FOLDER
#
# Hex 7, 500 simulations a move, random openings of two plies. `good` is RAVE with settings that suit
# the game, `spoilt` the same with an exploration and a RAVE bias that are wrong by a factor of 16 and
# 20. Three matches of 200 games on fresh seeds: good, tuned and spoilt against each other.
set -euo pipefail
folder=$1
mkdir -p "$folder"
agent() {
  cat >"$folder/$1.toml" <<END
kind = "mcts"
about = "RAVE in Hex, $1."
[mcts.selection]
rave = "minimum_mse"
rave_bias = $2
exploration = $3
first_play_urgency = 1.0
[mcts.expansion]
visits = 2
END
}
agent good 0.02 0.1
agent spoilt 0.4 1.6
katachi tune "$folder/spoilt.toml" hex7 --to "$folder/run" --steps 150 --pairs 4 --budget 500 --confirm-pairs 100
play() {
  katachi match "$1" "$2" hex7 --simulations 500 --pairs 100 --openings random:2 --seed 4242 --lab "$folder/lab.sqlite"
}
play "$folder/good.toml" "$folder/spoilt.toml"
play "$folder/run/tuned.toml" "$folder/spoilt.toml"
play "$folder/run/tuned.toml" "$folder/good.toml"
