"""Records of games, and the files they live in."""

from katachi.records.record import GameRecord
from katachi.records.sgf import save_sgf, write_sgf

__all__ = ["GameRecord", "save_sgf", "write_sgf"]
