#!/bin/sh
# Trains conv-othello8 on tournament games; the same call goes on where it stopped.
#
#     experiments/patterns-and-network/train.sh WTHOR [OUTPUT]
#
# WTHOR is a folder or a collection of all WTHOR files, 1977 to 2025. Test games are those of the shipped
# pattern shapes: split(test=5000, seed=1).
set -eu
output=${2:-conv-othello8.network}
exec katachi train conv "$1" --test 5000 --seed 1 --channels 32 --layers 5 --epochs 0.11 --batch 128 \
  --about "Convolutional policy network for Othello, learned from WTHOR tournament games 1977 to 2025" \
  --output "$output"
