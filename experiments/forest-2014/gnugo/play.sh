#!/bin/sh
# FOREST 5.11: Go 19 x 19 against GNU Go 3.8 at level 10, komi 7.5, 10,000 playouts a move.
#
#     experiments/forest-2014/gnugo/play.sh [PAIRS] [PROCESSES]
#
# The instances take turns, two games each, until each has PAIRS pairs; the same call goes on where it
# stopped. Games are kept in patterns.sqlite, tactics.sqlite and all.sqlite of this folder, the reports are
# written after every turn. Needs Debian's package gnugo.
set -eu
cd "$(dirname "$0")"
pairs=${1:-10}
processes=${2:-2}

agent() {
  case $1 in
    tactics) echo "forest-patterns[knowledge=tactics.knowledge]" ;;
    *) echo "forest-$1" ;;
  esac
}

for pair in $(seq "$pairs"); do
  for features in patterns tactics all; do
    katachi match "$(agent $features)@10000" gnugo-forest@1 go19 --pairs "$pair" --resign 0.1 \
      --seed 2015 --processes "$processes" --lab "$features.sqlite" > "$features.txt.new"
    mv "$features.txt.new" "$features.txt"
  done
done
