"""Damaged files: whatever the bytes are, there is a collection or a clean error, and soon."""

from __future__ import annotations

import hashlib
import json
import lzma
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import katachi
from katachi.records import GameRecord, Games, write_native
from katachi.records.formats import FORMATS, Reading
from katachi.records.importing import Imported
from katachi.records.reading import read_source
from katachi.records.source_file import source_of

# All of them with --slow, a part of them otherwise.
MUTANTS = 200_000
DEFAULT_MUTANTS = 6000
SECONDS_A_FILE = 20.0  # far more than any of these small files may take on a busy machine
JUNK = (
    b"\0 \n []();:\\BWAEPLSZGMREKM*OX-;)(;0123456789abcdefghst\xff\xfe\xe4\x80/%#,\"'+swapresigntt"
)


def random_record(
    game: katachi.Game,
    seed: int,
    *,
    black: str = "",
    white: str = "",
    comment: str = "",
    black_rating: str = "",
) -> GameRecord:
    rng = random.Random(seed)
    position = game.start()
    moves: list[str] = []
    while not position.is_over and len(moves) < 70:
        choices = position.legal_moves
        moves.append(rng.choice(choices[:-1] if len(choices) > 1 else choices))
        position = position.play(moves[-1])
    outcome = position.outcome if position.is_over else katachi.Outcome("black", "resignation", 1)
    return GameRecord(
        game,
        tuple(moves),
        black,
        white,
        outcome,
        date="2001",
        comment=comment,
        black_rating=black_rating,
    )


def seeds() -> dict[str, bytes]:
    """A small file of every format, as it is written here, and a few as others write them."""
    othello = Games.of([random_record(katachi.Othello(), n, black=f"Ada{n}") for n in range(3)])
    hexes = Games.of([random_record(katachi.Hex(5, swap=True), n, white="W") for n in range(3)])
    havannah = Games.of([random_record(katachi.Havannah(4, swap=True), n) for n in range(2)])
    go = Games.of(
        [
            random_record(katachi.Go(7, handicap=2, komi=0.5), 1, black_rating="6d"),
            random_record(katachi.Go(5), 2, comment="x]\\y"),
        ]
    )
    mixed = Games.joined([othello, hexes, havannah, go])
    written = {known.name: known.write for known in FORMATS}

    def content(name: str, games: Games) -> bytes:
        write = written[name]
        assert write is not None
        return write(games)[""]

    foreign = (
        b"junk (;GM[1]FF[4]SZ[9]KM[6.5]HA[2]AB[gc:gc][cg]RE[W+T]PL[W]C[a\\]b];W[ee](;B[cc];W[tt]"
        b"(;B[]))(;B[dd]C[x]))\n(;GM[11]SZ[5]AP[HexGui:0.9];B[a2];W[swap-pieces];W[c3];B[resign])"
        b"(;FF[4]GM[2]SZ[8]AB[e4][d5]AW[d4][e5]PL[B];B[f5];W[fd];)"
    )
    golem = (
        b"(;FF[4]EV[null]PB[a;]]PW[b]SZ[5]RE[B]GC[ game #17]SO[http://www.littlegolem.com]"
        b";W[ab];B[swap];W[cc];B[resign])\n"
        b"(;FF[4]EV[x]PB[]PW[]SZ[4]RU[LG]RE[W]SO[http://www.littlegolem.com];W[D4];B[swap];W[A1])\n"
    )
    ggf = (
        b"1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[x]PW[y]RB[1837.5]TY[8r]RE[+64:r]"
        b"BO[8 --------------------------- O*------*O --------------------------- *]"
        b"B[F5/0.03/1.2]W[d6//3]B[c3];)"
    )
    return {
        "games.wtb": content("wthor", othello),
        "games.hgf": golem,
        "games.ggf": content("ggf", othello) + ggf,
        "games.sgf": content("sgf", mixed),
        "foreign.sgf": foreign,
        "games.obf": b"--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18;\n",
        "games.csv": content("csv", othello),
        "games.txt": content("transcript", othello),
        "moves.txt": content("moves", mixed),
        "games.katachi": write_native(mixed),
        "small.katachi": write_native(hexes, compress=True),
        "games.sgf.xz": lzma.compress(content("sgf", hexes)),
    }


def mutated(data: bytes, rng: random.Random) -> bytes:
    """Some bytes flipped, cut, repeated, moved, inserted."""
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        at = rng.randrange(len(changed) + 1)
        length = min(rng.choice((1, 2, 4, 16, 200)), len(changed) - at)
        part = changed[at : at + length]
        match rng.randrange(6):
            case 0 if part:
                changed[at] ^= 1 << rng.randrange(8)
            case 1:
                del changed[at : at + length]
            case 2:
                changed[at:at] = part * rng.choice((1, 2, 50))
            case 3:
                del changed[at:]
            case 4:
                changed[at:at] = bytes(rng.choices(JUNK, k=rng.choice((1, 1, 3))))
            case _:
                to = rng.randrange(len(changed) + 1)
                changed[to : to + length] = part
    return bytes(changed[:100_000])


def resigned(data: bytes, rng: random.Random) -> bytes:
    """A native file with changes inside that its checksums confirm, as a forger would make it."""
    line, _, rest = data.partition(b"\n")
    words = line.split(b" ")
    header, body = rest[: int(words[3])], bytearray(rest[int(words[3]) :])
    fields = json.loads(header)
    start = -(-(len(line) + 1 + len(header)) // 8) * 8
    contents = []
    for block in fields["blocks"]:
        contents.append(bytearray(data[start : start + block["stored"]]))
        start = -(-(start + block["stored"]) // 8) * 8
    victim = rng.randrange(len(contents))
    contents[victim] = bytearray(mutated(bytes(contents[victim]) or b"x", rng))
    fields["blocks"][victim]["stored"] = len(contents[victim])
    fields["blocks"][victim]["sha256"] = hashlib.sha256(contents[victim]).hexdigest()
    if rng.random() < 0.5:
        itemsize = int(fields["blocks"][victim]["type"][1])
        fields["blocks"][victim]["count"] = len(contents[victim]) // itemsize
    text = json.dumps(fields).encode()
    if rng.random() < 0.5:
        text = mutated(text, rng)
    del body
    first = b"katachi games 1 %d %s\n" % (len(text), hashlib.sha256(text).hexdigest().encode())
    parts = [first + text, *map(bytes, contents)]
    return b"".join(part + b"\0" * (-len(part) % 8) for part in parts)


def read_quickly(name: str, data: bytes) -> Imported | None:
    """The games, or None after a clean error; fails if it takes too long."""
    begin = time.monotonic()
    try:
        path = Path("nowhere") / name
        return read_source(source_of(path, data, most_bytes=10**7), "", Reading())
    except katachi.KatachiError as error:
        message = str(error)
    finally:
        assert time.monotonic() - begin < SECONDS_A_FILE, name
    assert 0 < len(message) < 2000
    return None


def check_sound(imported: Imported, name: str) -> None:
    """The columns fit; replaying is safe, and finds nothing where the reader has replayed."""
    games = imported.games
    games.check()
    _, board = katachi.records.replay(games)
    assert name.partition(" ")[0].endswith(".katachi") or (board.refused < 0).all(), name
    for problem in imported.problems:
        assert problem.reason


@pytest.mark.parametrize("name", seeds())
def test_seeds_are_sound(name: str) -> None:
    imported = read_quickly(name, seeds()[name])
    assert imported is not None
    assert imported.problems == []
    assert len(imported.games) > 0
    check_sound(imported, name)


@pytest.mark.parametrize("part", range(8))
def test_damaged_files_give_games_or_clean_errors(
    part: int, scaled: Callable[[int], int], request: pytest.FixtureRequest
) -> None:
    count = MUTANTS if request.config.getoption("--slow") else scaled(DEFAULT_MUTANTS)
    files = seeds()
    names = sorted(files)
    sound = broken = 0
    for number in range(part, count, 8):
        rng = random.Random(number)
        name = names[number // 8 % len(names)]
        data = files[name]
        if name.endswith(".katachi") and rng.random() < 0.8:
            data = resigned(data, rng)
        else:
            data = mutated(data, rng)
        imported = read_quickly(name, data)
        if imported is None or imported.problems:
            broken += 1
        if imported is not None:
            if number % 5 == 0:
                check_sound(imported, f"{name} {number}")
            sound += 1
    assert sound > 0
    assert broken > 0
