#!/bin/sh
# Go 9 x 9: the agent go9 at 10,000 playouts a move against GNU Go 3.8 at level 10, komi 7.5.
#
#     experiments/forest-2014/gnugo/play9.sh [PAIRS] [PROCESSES]
#
# The same call goes on where it stopped. Games are kept in gnugo9.sqlite of this folder.
set -eu
cd "$(dirname "$0")"
katachi match go9@10000 gnugo-forest@1 go9 --pairs "${1:-50}" --resign 0.05 --seed 2015 \
  --processes "${2:-1}" --lab gnugo9.sqlite > go9.txt.new
mv go9.txt.new go9.txt
