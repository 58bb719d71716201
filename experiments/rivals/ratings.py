"""Does the weakness that is measured from a player's moves go with his rating?

    python experiments/rivals/ratings.py RUN_FOLDER PLAYOK_2023.wtb --part other

Players with at least `--least` games are dealt into two halves by a seed: the measure was chosen on
`first`, `other` confirms it. Of each player `--games` games are judged. Ratings (Bradley-Terry,
with an advantage of the first move) come from games between the players of both halves that were
not judged for anybody and were played to the end: a loss on time tells nothing about moves. Prints
the rank correlation with a 95 % interval (bootstrap over players) for the measure of katachi and
for that of SHAPES, and writes `PART.csv`: one row per player, by WTHOR's number. The same command
goes on where it stopped.
"""

from __future__ import annotations

import argparse
import csv
import math
import random
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
from scipy.stats import spearmanr

from katachi.matches.ratings import Pairing, rate
from katachi.optimising.rivals import THESIS, Weakness, measure_weakness
from katachi.records import GameRecord, Games, read
from katachi.records.replaying import replay
from katachi.records.wthor import BLACK_ID, WHITE_ID
from katachi.search.alphabeta import TESTER
from katachi.search.judge import JudgeSettings

MEASURED = ("player", "games", "moves", "weakness", "error", "thesis")
RATED = ("rating", "rating_error")
BOOTSTRAPS = 10_000


def seats_by_player(games: Games) -> dict[int, list[int]]:
    """Places of the games of each player, by WTHOR's number; games with oneself do not count."""
    places: dict[int, list[int]] = defaultdict(list)
    pairs = zip(games.numbers[BLACK_ID].tolist(), games.numbers[WHITE_ID].tolist(), strict=True)
    for place, (black, white) in enumerate(pairs):
        if black != white:
            places[black].append(place)
            places[white].append(place)
    return places


def ratings_of(
    games: Games, players: list[int], left_out: set[int]
) -> dict[int, tuple[float, float]]:
    """Elo and its error from the finished games between the players that were not judged."""
    wanted = set(players)
    _, ends = replay(games)
    points: Counter[tuple[int, int]] = Counter()
    played: Counter[tuple[int, int]] = Counter()
    pairs = zip(games.numbers[BLACK_ID].tolist(), games.numbers[WHITE_ID].tolist(), strict=True)
    for place, pair in enumerate(pairs):
        if place in left_out or pair[0] == pair[1] or not wanted.issuperset(pair):
            continue
        if not ends.over[place]:
            continue
        played[pair] += 1
        points[pair] += 0.5 * (1 + np.sign(games.score[place]))
    listed = rate(
        [Pairing(str(one), str(two), points[one, two], played[one, two]) for one, two in played]
    )
    return {int(one.player): (one.elo.value, one.elo.error) for one in listed.ratings}


def name_of(games: Games, player: int, place: int) -> str:
    """The name of a player, from one of his games."""
    record = games[place]
    return record.black if games.numbers[BLACK_ID][place] == player else record.white


def correlation(rows: list[dict[str, float]], measure: str) -> str:
    """Spearman's rank correlation with the rating, with its interval."""
    x = np.array([row[measure] for row in rows])
    y = np.array([row["rating"] for row in rows])
    rng = np.random.default_rng(1)
    draws = [
        float(spearmanr(x[chosen], y[chosen]).statistic)
        for chosen in (rng.integers(0, len(x), len(x)) for _ in range(BOOTSTRAPS))
    ]
    low, high = np.percentile(draws, [2.5, 97.5])
    return f"{measure}: {spearmanr(x, y).statistic:+.3f} [{low:+.3f}, {high:+.3f}]"


def measured(records: list[GameRecord], name: str) -> tuple[Weakness, Weakness]:
    """By the judge of katachi, and by the rule of the thesis."""
    thesis = JudgeSettings(alphabeta=TESTER)
    return measure_weakness(records, name), measure_weakness(records, name, thesis, counting=THESIS)


def report(rows: list[dict[str, float]], games: int) -> None:
    """What was found, of players who can be rated."""
    rows = [row for row in rows if math.isfinite(row["rating"])]
    spread = np.array([row["rating"] for row in rows])
    print(
        f"{len(rows)} players, {games} games each, ratings {min(spread):.0f} to "
        f"{max(spread):.0f}, standard deviation {spread.std():.0f}"
    )
    print(correlation(rows, "weakness"))
    print(correlation(rows, "thesis"))


def main() -> None:
    """Judges the players of one half."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("files", type=Path, nargs="+", help="WTHOR, with one table of names")
    parser.add_argument("--part", choices=("first", "other", "both"), default="other")
    parser.add_argument("--least", type=int, default=100, help="games of a player")
    parser.add_argument("--games", type=int, default=30, help="games that are judged")
    parser.add_argument(
        "--enough", type=int, default=0, help="of the half, only players with so many"
    )
    parser.add_argument("--seed", type=int, default=2026)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    games = Games.joined([read(file) for file in options.files])
    places = seats_by_player(games)
    players = sorted(one for one, found in places.items() if len(found) >= options.least)
    random.Random(options.seed).shuffle(players)
    half = len(players) // 2
    parts = {"first": players[:half], "other": players[half:], "both": players}
    chosen = [one for one in parts[options.part] if len(places[one]) >= options.enough]
    judged = {
        one: sorted(random.Random(f"{options.seed} {one}").sample(places[one], options.games))
        for one in chosen
    }
    ratings = ratings_of(games, players, {place for one in judged.values() for place in one})
    path = options.folder / f"{options.part}-measured.csv"
    done = len(path.read_text().splitlines()) - 1 if path.exists() else -1
    with path.open("a", newline="") as file:
        writer = csv.writer(file)
        if done < 0:
            writer.writerow(MEASURED)
        for player in chosen[max(done, 0) :]:
            name = name_of(games, player, judged[player][0])
            ours, thesis = measured([games[place] for place in judged[player]], name)
            figures = (f"{one:.2f}" for one in (ours.mean, ours.error, thesis.mean))
            writer.writerow([player, len(ours.games), ours.moves, *figures])
            file.flush()
    rows = []
    with path.open(newline="") as file:
        for row in csv.DictReader(file):
            rating = ratings.get(int(row["player"]), (math.nan, math.nan))
            rows.append(row | {key: f"{one:.1f}" for key, one in zip(RATED, rating, strict=True)})
    with (options.folder / f"{options.part}.csv").open("w", newline="") as file:
        table = csv.DictWriter(file, (*MEASURED, *RATED))
        table.writeheader()
        table.writerows(rows)
    report([{key: float(value) for key, value in row.items()} for row in rows], options.games)


if __name__ == "__main__":
    main()
