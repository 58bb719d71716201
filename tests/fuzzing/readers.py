"""Every reader of files and texts, with sound files to begin from.

A reader takes bytes; only `KatachiError` may leave it. Those of files write the bytes to a place of
their own first.
"""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

import katachi
from katachi.agents import read_agent_file
from katachi.features import parse_feature_set
from katachi.files.checkpoint import Checkpoint
from katachi.gtp.engine.sgf_file import load_sgf
from katachi.knowledge.catalogue import load_knowledge
from katachi.learning.forest_growth import ForestPlan, _read_state
from katachi.learning.networks import read_labels
from katachi.matches import Laboratory, game_of_text, parse_contestant, parse_openings
from katachi.matches.openings import read_openings
from katachi.matches.ratings.sprt import parse_sprt
from katachi.matches.repair import examine
from katachi.matches.selfplay import SelfPlayPlan, _read_journal
from katachi.optimising.rivals.following import read_results
from katachi.optimising.rivals.making_state import MakingPlan, read_making
from katachi.optimising.rivals.rival_set import read_rivals
from katachi.optimising.shapes.folder import EvolutionFolder
from katachi.papers.file import read_paper
from katachi.records import Games
from katachi.records.formats import Reading
from katachi.records.reading import read_source
from katachi.records.source_file import source_of
from katachi.search import MctsSettings
from katachi.search.clock import parse_time_system

PAPERS = Path(katachi.__file__).parent / "papers" / "files"
DATA = Path(__file__).parent.parent / "data"
OLD = DATA / "old"
AGENTS = Path(katachi.__file__).parent / "agents" / "configurations"
KNOWLEDGE = Path(katachi.__file__).parent / "knowledge" / "data"
MOST_BYTES = 10**7

Read = Callable[[bytes], object]


@dataclass(frozen=True)
class Reader:
    """What reads, and files that it can read."""

    read: Read
    seeds: Callable[[], list[bytes]]


@cache
def place() -> Path:
    folder = tempfile.TemporaryDirectory(prefix="katachi-fuzzing-")
    place.folder = folder  # type: ignore[attr-defined] # lives as long as the process
    return Path(folder.name)


def from_file(name: str, read: Callable[[Path], object]) -> Read:
    def read_bytes(data: bytes) -> object:
        path = place() / name
        path.write_bytes(data)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # damaged lines of journals
            return read(path)

    return read_bytes


def from_text(read: Callable[[str], object]) -> Read:
    return lambda data: read(data.decode("utf-8", "surrogateescape"))


def record_reader(name: str) -> Read:
    """As a file of that name; read games are replayed and used."""

    def read(data: bytes) -> object:
        source = source_of(Path(name), data, most_bytes=MOST_BYTES)
        imported = read_source(source, "", Reading(katachi.Hex(5)), most_bytes=MOST_BYTES)
        return imported.games.info

    return read


def games() -> Games:
    return katachi.records.read(OLD / "hex4.katachi")


def written(suffix: str, file: str = "othello8.katachi") -> Callable[[], list[bytes]]:
    def make() -> list[bytes]:
        path = place() / f"seed{suffix}"
        few = katachi.records.read(OLD / file).take(np.arange(2))
        katachi.records.write(few, path, overwrite=True)
        return [path.read_bytes()]

    return make


def files(*paths: Path) -> Callable[[], list[bytes]]:
    return lambda: [path.read_bytes() for path in paths]


def texts(*words: str) -> Callable[[], list[bytes]]:
    return lambda: [word.encode() for word in words]


def read_laboratory(path: Path) -> object:
    with Laboratory(path, read_only=True) as laboratory:
        return [
            (laboratory.results(match.id), laboratory.voids(match.id))
            for match in laboratory.matches()
        ]


PLAN = SelfPlayPlan(katachi.Hex(3), ("random@1",), 4)
JOURNAL = (
    '{"format": "katachi self-play 1", "game": {"name": "hex", "size": 3, "swap": false}, '
    '"players": ["random@1"], "seed": 0, "opening_plies": 0}\n'
    '{"game": 1, "moves": "a1 b2", "winner": "black", "reason": "x", "score": 1, "opening": 0}\n'
)
LABELS = '{"format":"katachi labels 1","game":"hex4","boards":2,"simulations":4,"score_share":0.0}\n{"board":0}\n'
SGF = b"(;GM[1]FF[4]SZ[9]KM[6.5]HA[2]AB[gc][cg]PL[W];W[ee];B[cc](;W[tt];B[])(;W[dd]))"
RIVALS = '{"format": "katachi rivals 1", "game": "othello6", "rivals": []}'

READERS: dict[str, Reader] = {
    **{
        f"records{suffix}": Reader(record_reader(f"x{suffix}"), seeds)
        for suffix, seeds in {
            ".sgf": written(".sgf"),
            ".wtb": written(".wtb"),
            ".ggf": written(".ggf"),
            ".csv": written(".csv"),
            ".txt": written(".txt"),
            ".hgf": texts(
                "(;FF[4]EV[x]PB[a]PW[b]SZ[5]RE[B]SO[http://www.littlegolem.com];W[ab];B[cc])"
            ),
            ".obf": texts(
                "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18;\n"
            ),
            ".katachi": files(OLD / "hex4.katachi"),
        }.items()
    },
    "knowledge": Reader(
        from_file("x.knowledge", load_knowledge),
        files(OLD / "hex4.knowledge", DATA / "version-1.knowledge"),
    ),
    "networks": Reader(
        from_file("x.network", load_knowledge), files(OLD / "ann.network", OLD / "neat.network")
    ),
    "texts of knowledge": Reader(
        from_file("x.txt", load_knowledge),
        files(OLD / "cells.txt", KNOWLEDGE / "othello-cells.txt"),
    ),
    "features": Reader(
        from_text(parse_feature_set), files(OLD / "forest.txt", OLD / "evolve" / "shapes.txt")
    ),
    "checkpoint": Reader(
        from_file("x.checkpoint", lambda path: Checkpoint(path, "x", {}).read()),
        files(OLD / "learn-mm.checkpoint"),
    ),
    "state of a forest": Reader(
        from_file("x.state", lambda path: _read_state(path, ForestPlan(), games())),
        files(OLD / "forest.state"),
    ),
    "evolution": Reader(
        from_file("b1.json", lambda path: EvolutionFolder(path.parent).finished("b1")),
        files(OLD / "evolve" / "b1.json"),
    ),
    "rivals in the making": Reader(
        from_file(
            "x.part", lambda path: read_making(path, MakingPlan(game="othello6", weakness=0.5))
        ),
        files(DATA / "checkpoints" / "rivals.part"),
    ),
    "rivals": Reader(from_file("x.rivals", read_rivals), texts(RIVALS)),
    "results of rivals": Reader(from_file("x.json", read_results), texts('{"games": []}')),
    "journal": Reader(from_file("x.part", lambda path: _read_journal(PLAN, path)), texts(JOURNAL)),
    "labels": Reader(from_file("x.labels", read_labels), texts(LABELS)),
    "laboratory": Reader(from_file("x.sqlite", read_laboratory), files(OLD / "match.sqlite")),
    "damaged laboratory": Reader(from_file("y.sqlite", examine), files(OLD / "match.sqlite")),
    "agents": Reader(
        from_file("x.toml", lambda path: read_agent_file(str(path))),
        files(AGENTS / "uct.toml", AGENTS / "rave.toml"),
    ),
    "papers": Reader(
        from_file("x.toml", lambda path: read_paper(str(path))), files(PAPERS / "cells.toml")
    ),
    "openings": Reader(
        from_file("x.txt", lambda path: read_openings(path, katachi.Hex(5))), texts("a1 b2\nc3\n")
    ),
    "games of GTP": Reader(
        from_file("x.sgf", lambda path: load_sgf(path, katachi.Go(9), 7.5)), lambda: [SGF]
    ),
    "names of games": Reader(
        from_text(game_of_text), texts("go9 komi=5.5 scoring=stones", "hex 7 swap=true")
    ),
    "contestants": Reader(
        from_text(parse_contestant),
        texts("uct[mcts.selection.exploration=0.3]@20/0.5s", "rave@60+0.5"),
    ),
    "openings by name": Reader(
        from_text(lambda text: parse_openings(text, katachi.Hex(5))),
        texts("random:4", "balanced:2"),
    ),
    "tests": Reader(from_text(parse_sprt), texts("elo0=0 elo1=5 alpha=0.05 beta=0.05", "0,5")),
    "clocks": Reader(from_text(parse_time_system), texts("60+3x10", "60+10/5", "60+0.5")),
    "settings": Reader(
        from_text(MctsSettings.from_toml), texts("[selection]\nexploration = 0.5\n[playout]\n")
    ),
}
