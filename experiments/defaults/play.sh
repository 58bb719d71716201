#!/usr/bin/env bash
# The default agent of a board against every other agent that one could choose there, at equal time.
#   experiments/defaults/play.sh BOARD [PAIRS] [AGENT...]
# 0.1 s of processor time a move, random openings, colours exchanged; the games are kept in BOARD.sqlite,
# so that the same command goes on where it stopped, and BOARD.txt gets a line for each opponent.
set -euo pipefail
cd "$(dirname "$0")"
board=$1 pairs=${2:-50}
shift $(($# < 2 ? $# : 2))
case $board in
  othello*) default=othello plies=6 others=(alphabeta-othello othello-mcts othello-shapes rave uct mast nst conv random) ;;
  go19) default=go19 plies=2 others=(go-rave rave uct mast nst random) ;;
  go*) default=go9 plies=2 others=(go-rave rave uct mast nst random) ;;
  hex*) default=hex plies=2 others=(rave alphabeta-hex uct mast nst random) ;;
  havannah*) default=havannah plies=2
    others=(havannah-local havannah-baseline rave uct mast nst random) ;;
esac
[ $# -eq 0 ] || others=("$@")
for other in "${others[@]}"; do
  katachi match "$default" "$other" "$board" --seconds 0.1 --cpu-time --pairs "$pairs" \
    --openings "random:$plies" --seed 2026 --resign 0.02 --lab "$board.sqlite" --json >"$board-$other.json"
  python3 - "$board" "$default" "$other" <<'PY' | tee -a "$board.txt"
import json, sys
board, default, other = sys.argv[1:]
found = json.load(open(f"{board}-{other}.json"))
low, high = found["interval"]
games = found["wins"] + found["draws"] + found["losses"]
print(f"{board}: {default} against {other}: {100 * found['share']:.1f} % "
      f"({100 * low:.1f} to {100 * high:.1f}) of {games} games")
PY
done
