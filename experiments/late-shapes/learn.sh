#!/usr/bin/env bash
# Shapes that evolve on whole games, late, by stages and beside tactics, and knowledge of them.
#   experiments/late-shapes/learn.sh FOLDER WTH_2002.wtb WTH_2003.wtb ...        goes on where it stopped
set -euo pipefail
folder=$1
shift
mkdir -p "$folder"
evolved() { # NAME, options: one trial of annealing with 460 steps a class
  local name=$1
  shift
  [ -e "$folder/$name.done" ] || katachi evolve "${files[@]}" --folder "$folder/$name" --train 6000 --test 1000 \
    --trials 1 --gamma 0.995 --seed 1 --threads 1 "$@"
  touch "$folder/$name.done"
}
learned() { # NAME, options
  local name=$1
  shift
  [ -e "$folder/$name.knowledge" ] || katachi learn "${files[@]}" --loops 20 --test 1000 --seed 1 --threads 1 \
    --output "$folder/$name.knowledge" "$@"
}
files=("$@")
whole=$folder/whole/shapes.txt late=$folder/late/shapes.txt staged=$folder/staged/shapes.txt
evolved whole
learned a -f "$whole"
learned a-late -f "$whole" --first-ply 20
learned a-stages -f "$whole" --stages 3
learned a-tactics -f "$whole" -f tactics
evolved late --first-ply 20
learned b -f "$late" --first-ply 20
learned b-all -f "$late"
evolved staged --stages 3
learned c -f "$staged" --stages 3
evolved beside --beside tactics
learned d -f "$folder/beside/shapes.txt" -f tactics
evolved all --first-ply 20 --stages 3 --beside tactics
learned e -f "$folder/all/shapes.txt" -f tactics --first-ply 20 --stages 3
