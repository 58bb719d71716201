#!/bin/sh
# Plays both gauntlets, unattended; the same call goes on where it stopped.
#
#     experiments/gauntlets/play.sh [PROCESSES]
#
# Needs Debian's packages gnugo and grhino. Games are kept in gauntlets.sqlite of this folder.
set -eu
cd "$(dirname "$0")"
processes=${1:-2}

# GNU Go 3.8 at levels 1 and 10; 10,000 simulations a move.
katachi tournament go9 go-rave gnugo-1 gnugo-10 --kind gauntlet --simulations 10000 \
  --pairs 10 --seed 4 --processes "$processes" --lab gauntlets.sqlite --report go9.md

# GRhino 0.16.1 at levels 1 to 3. Nobody simulates here; the openings are random because neither
# alpha-beta nor GRhino varies much.
katachi tournament othello ./alphabeta-deep.toml grhino-1 grhino-2 grhino-3 --kind gauntlet \
  --simulations 1 --openings random:4 --pairs 10 --seed 4 --processes "$processes" \
  --lab gauntlets.sqlite --report othello.md
