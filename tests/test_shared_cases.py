"""Games and cases of others, played through our rules: every record must be legal here.

The records live outside the project (fixture `shared`). The parsers are as small as the files
allow; colours and swaps are read as the notes beside the records say.
"""

from __future__ import annotations

import lzma
import re
import struct
import tarfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np
import pytest

import katachi
from katachi import _core

MOVE_NODE = re.compile(r";\s*(?:[A-Z]+\[[^\]]*\]\s*)*?([BW])\[([^\]]*)\]")
SHAPES = ("ring", "bridge", "fork")
REASONS = {reason.value: reason.name for reason in _core.Reason}
ONE_IN = 50  # games that are also played move by move


def texts_of(archive: Path, suffix: str) -> dict[str, str]:
    """The text files of an archive by their path."""
    found = {}
    with tarfile.open(archive, "r:xz") as tar:
        for member in tar:
            if member.name.endswith(suffix):
                content = tar.extractfile(member)
                assert content is not None
                found[member.name.removeprefix("./")] = content.read().decode("utf-8")
    return found


def numbers_of(game: katachi.Game, notation: str) -> dict[str, int]:
    """A dictionary for hot loops; the notation itself is tested elsewhere."""
    chosen = game.notation(notation)
    return {text: chosen.number(text) for text in chosen.texts}


def property_of(record: str, name: str) -> str:
    match = re.search(rf"{name}\[([^\]]*)\]", record)
    assert match is not None, record[:80]
    return match[1]


class Ends:
    """Games after their last legal move, as `_core.ReplayedGames` tells; lists [games]."""

    def __init__(self, found: _core.ReplayedGames) -> None:
        self.refused: list[int] = found.refused.tolist()
        self.over: list[bool] = (found.over != 0).tolist()
        self.winner: list[int] = found.winner.tolist()
        self.reason = [REASONS[reason] for reason in found.reason.tolist()]
        self.black, self.white = found.black.astype(int), found.white.astype(int)


def replay_all(
    start: _core.Position, games: Sequence[Sequence[int]], *, implied_passes: bool = False
) -> Ends:
    """Games in one call of the core; some again, move by move, which must end the same way."""
    offsets = np.concatenate(([0], np.cumsum([len(moves) for moves in games]))).astype(np.int64)
    moves = np.fromiter(chain.from_iterable(games), np.uint16, int(offsets[-1]))
    found = Ends(
        _core.replay_games(start, moves, offsets, implied_passes=implied_passes, threads=1)
    )
    for number in range(0, len(games), ONE_IN):
        position = start
        for move in games[number][: found.refused[number] if found.refused[number] >= 0 else None]:
            if implied_passes and position.refusal(move) is not None:
                position = position.after(PASS)
            position = position.after(move)
        assert position.is_over == found.over[number]
        stones = position.stones
        assert (stones.count(0), stones.count(1)) == (found.black[number], found.white[number])
        if position.is_over:
            assert winner_and_reason(position) == (found.winner[number], found.reason[number])
    return found


def play_all(
    start: _core.Position, games: Sequence[Sequence[int]], *, implied_passes: bool = False
) -> Ends:
    """The same, and every move must be legal."""
    found = replay_all(start, games, implied_passes=implied_passes)
    assert {*found.refused} == {-1}
    return found


def winner_and_reason(position: _core.Position) -> tuple[int, str]:
    winner, reason, _ = position.outcome
    return winner, reason.name


# ---------------------------------------------------------------------------------------- Othello

PASS = 64
# Move byte: column + 10 * row, both from 1.
WTHOR_CELLS = {
    10 * row + column: 8 * row + column - 9 for row in range(1, 9) for column in range(1, 9)
}
WTHOR_TABLE = bytes(WTHOR_CELLS.get(byte, 255) for byte in range(256))


def black_scores(found: Ends) -> list[int]:
    """Black's discs at the end; empty cells go to the winner, or to both halves of a draw."""
    black, white = found.black, found.white
    empty = 64 - black - white
    ahead = np.where(black > white, empty, 0)
    scores: list[int] = (black + np.where(black == white, empty // 2, ahead)).tolist()
    return scores


def wthor_games(file: Path) -> list[bytes]:
    data = file.read_bytes()
    (count,) = struct.unpack_from("<I", data, 4)
    assert len(data) == 16 + 68 * count
    return [data[start : start + 68] for start in range(16, len(data), 68)]


def test_the_first_wthor_game_reads_as_the_format_says(shared: Path) -> None:
    record = wthor_games(shared / "data/othello/wthor/WTH_1977.wtb")[0]
    moves = [katachi.Othello().moves[WTHOR_CELLS[byte]] for byte in record[8:]]
    assert "".join(moves) == (
        "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8f8g8h4h6e2d1c1a3a6a5"
        "e1f2g7c2a4h8a2b7f1b3b1b2h7a7a8a1g1g2h2h1"
    )


def wthor_moves(record: bytes) -> bytes:
    """Numbers of moves; passes are not written down."""
    moves = record[8:].rstrip(b"\0")
    assert WTHOR_CELLS.keys() >= set(moves)
    return moves.translate(WTHOR_TABLE)


def test_all_wthor_games_are_legal_and_end_with_the_recorded_score(shared: Path) -> None:
    files = sorted((shared / "data/othello/wthor").glob("*.wtb"))
    records = [record for file in files for record in wthor_games(file)]
    start = katachi.Othello().start().core
    found = play_all(start, [wthor_moves(record) for record in records], implied_passes=True)
    for number, (score, record) in enumerate(zip(black_scores(found), records, strict=True)):
        assert not found.over[number] or score == record[6], f"game {number}"
    assert (len(records), found.over.count(False)) == (123_803, 377)


def test_all_playok_games_are_legal(shared: Path) -> None:
    records = wthor_games(shared / "data/othello/playok/PLAYOK_2023.wtb")
    start = katachi.Othello().start().core
    found = play_all(start, [wthor_moves(record) for record in records], implied_passes=True)
    assert len(records) == 47_320
    assert found.over.count(True) > 20_000


def test_all_eothello_games_are_legal_and_have_the_recorded_winner(shared: Path) -> None:
    cells = numbers_of(katachi.Othello(), "othello")
    lines = (shared / "data/othello/eothello/eothello_games.csv").read_text("utf-8").splitlines()
    games = [line.split(",") for line in lines[1:]]
    assert len(games) == 23_057
    moves = [[cells[text[at : at + 2]] for at in range(0, len(text), 2)] for _, _, text in games]
    found = play_all(katachi.Othello().start().core, moves, implied_passes=True)
    winners = [{"1": 0, "-1": 1, "0": 2}[winner] for _, winner, _ in games]
    for over, on_board, recorded in zip(found.over, found.winner, winners, strict=True):
        assert not over or on_board == recorded


# --------------------------------------------------------------------------- Hex, Little Golem


@dataclass(frozen=True)
class IndexEntry:
    """What the index of a Little Golem collection says about a game."""

    size: int
    placements: int
    swap: bool
    winner: int  # 0: the first player, our Black
    end: str


def read_index(file: Path) -> dict[str, IndexEntry]:
    lines = file.read_text("utf-8").splitlines()
    assert lines[0].split("\t")[:6] == ["game_id", "size", "placements", "swap", "winner", "end"]
    entries = {}
    for line in lines[1:]:
        game_id, size, placements, swap, winner, end = line.split("\t")[:6]
        entries[game_id] = IndexEntry(
            int(size), int(placements), swap == "1", {"first": 0, "second": 1}[winner], end
        )
    return entries


def little_golem_games(file: Path) -> Iterator[tuple[str, list[str]]]:
    """Number and moves of every game; the labels alternate, W for the first player."""
    for line in file.read_text("utf-8").splitlines():
        nodes = re.findall(r";([BW])\[([^\]]*)\]", line)
        match = re.search(r"game #(\d+)", line)
        assert match is not None
        assert "".join(label for label, _ in nodes) == ("WB" * len(nodes))[: len(nodes)], match[1]
        yield match[1], [move for _, move in nodes if move != "resign"]


@pytest.mark.parametrize(("size", "games", "connected"), [(11, 1937, 41), (13, 12_095, 449)])
def test_all_little_golem_hex_games_are_legal_and_end_as_the_index_says(
    shared: Path, size: int, games: int, connected: int
) -> None:
    index = read_index(shared / "data/hex/littlegolem_hex_index.tsv")
    game = katachi.Hex(size, swap=True)
    numbers = numbers_of(game, "littlegolem")
    start = game.start().core
    records = list(little_golem_games(shared / f"data/hex/littlegolem_hex_{size}x{size}.sgf"))
    found = play_all(start, [[numbers[move] for move in moves] for _, moves in records])
    for number, (game_id, moves) in enumerate(records):
        entry = index[game_id]
        assert entry.size == size
        assert ("swap" in moves, len(moves) - entry.swap) == (entry.swap, entry.placements), game_id
        assert found.over[number] == (entry.end == "connection"), game_id
        if found.over[number]:
            ended = (found.winner[number], found.reason[number])
            assert ended == (entry.winner, "connection"), game_id
    assert (len(records), found.over.count(True)) == (games, connected)


def test_all_engine_hex_games_are_legal_and_stop_at_the_win(shared: Path) -> None:
    game = katachi.Hex(13)
    numbers = numbers_of(game, "hex")
    with lzma.open(shared / "data/hex/engine_wolve_13x13.txt.xz", "rt", encoding="ascii") as lines:
        games = [[numbers[move] for move in line.split()] for line in lines]
    found = play_all(game.start().core, games)
    assert len(games) == 9884
    assert any(found.over)


# ------------------------------------------------------------------------------- Hex, Olympiads


def main_line(record: str) -> str:
    """Up to the first end of a variation: the first branch of every fork is what was played."""
    without_values = re.sub(r"\[[^\]]*\]", lambda value: "-" * len(value[0]), record)
    return record[: without_values.index(")")]


@dataclass(frozen=True)
class OlympiadGame:
    """A record as played on the board; `moves` has neither swap nor resignation."""

    name: str
    size: int
    moves: list[tuple[str, str]]
    swapped: bool
    result: str | None


def olympiad_games(shared: Path) -> list[OlympiadGame]:
    """`B[x];W[swap-pieces];W[y]`: White moves again, so the players changed sides, not stones."""
    games = []
    archive = shared / "data/tests/hex/benzene-regression.tar.xz"
    for name, record in texts_of(archive, ".sgf").items():
        if "/games/" not in name:
            continue
        nodes = [(label, move.lower()) for label, move in MOVE_NODE.findall(main_line(record))]
        swapped = nodes[1][1].startswith("swap")
        if swapped:
            assert nodes[1][0] == nodes[2][0], name
            nodes.pop(1)
        moves = [(label, move) for label, move in nodes if move != "resign"]
        assert len(nodes) - len(moves) <= 1
        result = property_of(record, "RE") if "RE[" in record else None
        games.append(OlympiadGame(name, int(property_of(record, "SZ")), moves, swapped, result))
    return games


def test_all_olympiad_games_are_legal(shared: Path) -> None:
    games = olympiad_games(shared)
    finished = 0
    for game in games:
        position = katachi.Hex(game.size).start()
        for label, move in game.moves:
            assert position.to_move[0].upper() == label, game.name
            position = position.play(move)
        finished += position.is_over
    assert (len(games), sum(game.swapped for game in games), finished) == (96, 51, 43)


def test_a_record_with_a_fork_is_read_along_its_first_branch(shared: Path) -> None:
    name = "regression/sgf/games/olympiad/08/mohex-six-2.sgf"
    (game,) = [game for game in olympiad_games(shared) if game.name == name]
    assert len(game.moves) == 41
    assert game.moves[-2:] == [("W", "d3"), ("B", "e3")]


def test_olympiad_games_with_a_stated_result_have_that_winner(shared: Path) -> None:
    stated = 0
    for game in olympiad_games(shared):
        if game.result is None:
            continue
        stated += 1
        position = katachi.Hex(game.size).start()
        position = position.play_all(" ".join(move for _, move in game.moves))
        # RE names the player who began; after a change of sides he has the white stones.
        began = game.result == "B+"
        assert position.is_over
        assert position.outcome.winner == ("black" if began != game.swapped else "white")
    assert stated == 5


def test_swapping_pieces_is_swapping_sides_seen_in_the_mirror(shared: Path) -> None:
    seen = 0
    for game in olympiad_games(shared):
        if not game.swapped:
            continue
        seen += 1
        (_, first), *later = game.moves
        sides = katachi.Hex(game.size).start().play(first)
        pieces = katachi.Hex(game.size, swap=True).start().play(first).play("swap")
        board = sides.game.topology
        mirror = next(
            s for s in board.symmetries if s.exchanges_colors and s.images[1] == game.size
        )
        for _, move in later:
            sides = sides.play(move)
            pieces = pieces.play(board.cells[mirror.images[sides.game.cell_number(move)]])
            mirrored = sides.transformed(mirror)
            assert (pieces.stones, pieces.to_move) == (mirrored.stones, mirrored.to_move)
            assert pieces.is_over == sides.is_over
            assert pieces.outcome.score == -sides.outcome.score
    assert seen == 51


def test_all_hex_positions_of_the_regression_set_can_be_set_up(shared: Path) -> None:
    archive = shared / "data/tests/hex/benzene-regression.tar.xz"
    positions = 0
    for name, record in texts_of(archive, ".sgf").items():
        if "AB[" not in record and "AW[" not in record:
            continue
        game = katachi.Hex(int(property_of(record, "SZ")))
        stones = ["."] * game.size**2
        for label, symbol in (("AB", "X"), ("AW", "O")):
            for cells in re.findall(rf"{label}((?:\s*\[[^\]]*\])+)", record):
                for cell in re.findall(r"\[([^\]]*)\]", cells):
                    stones[game.cell_number(cell)] = symbol
        position = game.position("".join(stones))
        positions += 1
        assert position.stones.count(2) == stones.count("."), name
        assert position.core.is_consistent
    assert positions > 250


# ------------------------------------------------------------------------------------- Havannah


def test_all_little_golem_havannah_games_are_legal_and_end_as_the_index_says(shared: Path) -> None:
    index = read_index(shared / "data/havannah/littlegolem_havannah_index.tsv")
    starts = {n: katachi.Havannah(n, swap=True).start().core for n in range(4, 11)}
    numbers = {n: numbers_of(katachi.Havannah(n), "littlegolem") for n in range(4, 11)}
    ends: Counter[str] = Counter()
    several = []
    for game_id, moves in little_golem_games(shared / "data/havannah/littlegolem_havannah.sgf"):
        entry = index[game_id]
        position = starts[entry.size]
        for move in moves:
            position = position.after(numbers[entry.size][move])
        assert ("swap" in moves, len(moves) - entry.swap) == (entry.swap, entry.placements), game_id
        ends[entry.end] += 1
        if entry.end not in SHAPES:
            assert not position.is_over, game_id
            continue
        winner, reason = winner_and_reason(position)
        assert winner == entry.winner, game_id
        if reason != entry.end:
            several.append((game_id, reason, entry.end))
    assert ends == {"fork": 566, "bridge": 214, "ring": 168, "resign": 728, "other": 68}
    # The last move of this game makes both shapes; we name the first of ring, bridge, fork.
    assert several == [("1145470", "ring", "fork")]


def scripted_winner(position: katachi.Position) -> str:
    """The answer of `havannah_winner`, whose White is the first player."""
    if not position.is_over:
        return "none"
    winner = position.outcome.winner
    return "draw" if winner is None else {"black": "white", "white": "black"}[winner]


def run_script(script: str, *, notation: str = "littlegolem") -> tuple[int, katachi.Position]:
    """Plays a test script, comparing each answer; returns their number and the last position."""
    size = re.search(r"^boardsize (\d+)", script, re.MULTILINE)
    game = katachi.Havannah(int(size[1]) if size else 8)
    names = game.notation(notation)
    played = [game.start()]
    answers = 0
    for line in script.splitlines():
        words = line.split()
        match words:
            case ["play", color, move]:
                mover = {"w": "black", "b": "white"}[color.lower()]
                assert played[-1].to_move == mover
                played.append(played[-1].play(game.moves[names.number(move)]))
            case ["undo"]:
                played.pop()
            case ["#?", expected]:
                answers += 1
                assert f"[{scripted_winner(played[-1])}]" == expected
            case ["playgame", *moves]:
                for move in moves:
                    played.append(played[-1].play(game.moves[names.number(move)]))
    return answers, played[-1]


def castro_texts(shared: Path, suffix: str) -> dict[str, str]:
    return texts_of(shared / "data/tests/havannah/castro-havannah-tests.tar.xz", suffix)


# By the name of the script; the last stones of blah2, bridge2 and fork2 make a fork as well.
CASTRO_REASONS = {
    "blah": "bridge",
    "blah2": "bridge",
    "bridge": "bridge",
    "bridge2": "bridge",
    "fork2": "bridge",
    "fullboard": "bridge",
    "nearwin": "none",
    "ring": "ring",
    "ring2": "ring",
    "ring3": "ring",
    "sample": "fork",
    "tie-big-finished": "full_board",
    "tie-small": "full_board",
}


def test_the_winner_cases_of_castro_have_the_stated_winners_and_shapes(shared: Path) -> None:
    answers = 0
    reasons = {}
    for name, script in castro_texts(shared, ".tst").items():
        if "/assign1/" not in name or "havannah_winner" not in script:
            continue
        # All are in grid coordinates, except one that wins only in the others.
        notation = "havannahgui" if name.endswith("/sample.tst") else "littlegolem"
        compared, last = run_script(script, notation=notation)
        answers += compared
        reasons[Path(name).stem] = last.outcome.reason
    assert answers == 26
    assert reasons == CASTRO_REASONS


# Positions in the middle of a game unless said otherwise.
CASTRO_FINISHED = {"tie2": "full_board", "shakti1": "fork", "wanderer1": "ring"}


def test_the_positions_of_castro_are_legal_and_finished_where_they_should_be(shared: Path) -> None:
    seen = 0
    for name, script in castro_texts(shared, ".tst").items():
        if "playgame" not in script:
            continue
        seen += 1
        stem = Path(name).stem
        # Two scripts leave the size to the game record of the same name.
        size = "boardsize 5\n" if stem in {"shakti1", "wanderer1"} else ""
        grid = script.startswith("gridcoords")
        _, last = run_script(size + script, notation="littlegolem" if grid else "havannahgui")
        assert last.outcome.reason == CASTRO_FINISHED.get(stem, "none"), name
        assert last.is_over == (stem in CASTRO_FINISHED), name
    assert seen == 12


def branches(record: str) -> Iterator[list[str]]:
    """Every line of play from the root to a leaf of an SGF tree, as moves."""
    stack: list[int] = []
    moves: list[str] = []
    grew = False
    for token in re.finditer(r"[()]|;?[A-Z]+\[((?:\\.|[^\]\\])*)\]|;", record):
        text = token[0]
        if text == "(":
            stack.append(len(moves))
        elif text == ")":
            if grew:
                yield list(moves)
                grew = False
            del moves[stack.pop() :]
        elif re.match(r";?[BW]\[", text):
            moves.append(token[1])
            grew = True


def test_all_games_and_variations_of_castro_are_legal(shared: Path) -> None:
    games = 0
    ends: Counter[str] = Counter()
    for record in castro_texts(shared, ".hgf").values():
        little_golem = "littlegolem" in record
        game = katachi.Havannah(int(property_of(record, "SZ")), swap=True)
        names = game.notation("littlegolem" if little_golem else "havannahgui")
        games += 1
        for moves in branches(record):
            position = game.start()
            for move in moves:
                position = position.play(game.moves[names.number(move)])
            ends[position.outcome.reason] += 1
    assert games == 35
    assert ends == {"none": 59, "fork": 10, "ring": 9, "bridge": 4, "full_board": 1}


# ------------------------------------------------------------------------------------------- Go


def go_records(file: Path, step: int) -> list[str]:
    with lzma.open(file, "rt", encoding="utf-8") as lines:
        return list(lines)[::step]


@dataclass
class Replay:
    """How many games, and where the record and our rules part."""

    games: int = 0
    superko: int = 0
    resumed: int = 0  # play goes on after two passes


def replay_go(file: Path, *, step: int) -> Replay:
    size = 9 if "9x9" in file.name.replace("19x19", "") else 19
    plain, strict = katachi.Go(size, superko="none"), katachi.Go(size)
    numbers = {**numbers_of(plain, "sgf"), "tt": size * size}
    records = [re.findall(r";([BW])\[([^\]]*)\]", line) for line in go_records(file, step)]
    games = [[numbers[move] for _, move in nodes] for nodes in records]
    result = Replay(games=len(games))
    found = replay_all(plain.start().core, games)
    for number, nodes in enumerate(records):
        played = found.refused[number] if found.refused[number] >= 0 else len(nodes)
        labels = "".join(label for label, _ in nodes[:played])
        assert labels == ("BW" * played)[:played], f"{file.name} game {number}"
        if played < len(nodes):
            assert found.over[number], f"{file.name} game {number}"
            result.resumed += 1
    watched = replay_all(strict.start().core, games)
    for number, refused in enumerate(watched.refused):
        if refused < 0:
            continue
        position = strict.start().core
        *before, last = games[number][: refused + 1]
        for move in before:
            position = position.after(move)
        refusal = position.refusal(last)
        assert refusal is not None
        result.superko += "superko" in refusal
    return result


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "games"),
    [
        ("kgs_6dplus_19x19", 7898),
        ("pro_aeb_19x19", 12_600),
        ("tom_9d_19x19", 2700),
        ("tygem_9d_19x19", 2700),
    ],
)
def test_all_large_go_games_are_legal_and_hardly_any_repeats(
    shared: Path, name: str, games: int
) -> None:
    replay = replay_go(shared / f"data/go/{name}.sgf.xz", step=1)
    assert replay.games == games
    assert replay.superko < games / 500


# Repetitions happen in real games whose rules allow them; the numbers are those of the files.
@pytest.mark.parametrize(
    ("name", "step", "expected"),
    [
        ("ogs_dan_9x9", 1, Replay(games=3569, superko=1, resumed=10)),
        ("pro_9x9", 1, Replay(games=448)),
        ("kgs_6dplus_19x19", 20, Replay(games=395, superko=1)),
        ("pro_aeb_19x19", 20, Replay(games=630)),
        ("tom_9d_19x19", 20, Replay(games=135)),
        ("tygem_9d_19x19", 20, Replay(games=135)),
    ],
)
def test_go_games_are_legal_but_for_known_repetitions(
    shared: Path, name: str, step: int, expected: Replay
) -> None:
    assert replay_go(shared / f"data/go/{name}.sgf.xz", step=step) == expected
