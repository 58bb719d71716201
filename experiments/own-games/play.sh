#!/usr/bin/env bash
# Learned patterns against plain UCT in a game from one file: five in a row on 15 x 15.
#   experiments/own-games/play.sh FOLDER [SEED]        SEED of the match, 2027 if not given; goes on where it stopped
set -euo pipefail
folder=$1 seed=${2:-2027}
here=$(cd "$(dirname "$0")" && pwd)
game=$here/../../examples/compiled/gomoku.py
mkdir -p "$folder"
cp "$here/patterns.toml" "$folder"
cd "$folder"
[ -e games.katachi ] || katachi records generate fiveinarow rave@3000 --games 100 --opening-plies 2 \
  --seed 1 --to games.katachi --game-file "$game"
[ -e five.knowledge ] || katachi learn games.katachi --features tactics --features around \
  --seed 1 --output five.knowledge --game-file "$game"
katachi match patterns.toml uct fiveinarow --pairs 100 --seconds 0.02 --cpu-time --openings random:2 \
  --seed "$seed" --lab "match-$seed.sqlite" --game-file "$game"
