"""The networks of `katachi train` that learn from records: with a policy head, with a value head too."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec
import numpy as np
import typer

from katachi.commands.output import JsonOption, print_json
from katachi.commands.record_files import (
    BoardOption,
    OptionalRecordFiles,
    RecordFiles,
    read_one_board,
    read_records,
)
from katachi.errors import KatachiError
from katachi.files.atomic_file import check_vacant
from katachi.files.checkpoint import checkpoint_beside
from katachi.files.reservation import reserved
from katachi.games import parse_game
from katachi.games.game import Game
from katachi.knowledge import Card, load_knowledge
from katachi.knowledge.catalogue import NETWORK_SUFFIX as SUFFIX
from katachi.knowledge.networks import PolicyValueNetwork
from katachi.knowledge.networks.policy_value_weights import MOST_SHIFT
from katachi.learning.networks import (
    Lessons,
    PolicyTraining,
    PolicyValueTraining,
    TrainingState,
    judge_network,
    lessons_of,
    predict_with_network,
    train_policy_network,
    train_policy_value_network,
)
from katachi.matches import game_of_text
from katachi.optimising.improve.network_lessons import network_lessons, read_journals
from katachi.records import Games
from katachi.terminal.console import make_table, output_console, progress

CONV_EXAMPLES = """
katachi train conv WTH_2004.wtb --output mine.network
katachi train conv wthor.katachi --test 5000 --seed 1 --channels 32 --epochs 2 --output small.network
"""
NETWORK_EXAMPLES = """
katachi train network games.sgf --output mine.network
katachi train network games.sgf --own generation-1/own.jsonl --game go9 --output mine.network
katachi train network hex11.sgf hex13.sgf --game hex11 --other-sizes --output first.network
katachi train network --own own.jsonl --game hex11 --start first.network --output second.network
"""

CONV_DEFAULTS = PolicyTraining()
NETWORK_DEFAULTS = PolicyValueTraining()

OutputOption = Annotated[Path, typer.Option("--output", "-o", help="The network to write.")]
EpochsOption = Annotated[float, typer.Option(help="Passes over all positions.")]
BatchOption = Annotated[int, typer.Option(help="Positions in one training step.")]
RateOption = Annotated[float, typer.Option(help="Largest rate of learning.")]
SeedOption = Annotated[int, typer.Option(help="Chooses test games, first weights and the order.")]
ThreadsOption = Annotated[int, typer.Option(min=1, help="Threads of PyTorch.")]
AboutOption = Annotated[str, typer.Option(help="A sentence for the card.")]
OverwriteOption = Annotated[bool, typer.Option("--overwrite", help="Replace an existing network.")]


def conv(  # noqa: PLR0913 - one parameter per option
    files: RecordFiles,
    *,
    output: OutputOption,
    board: BoardOption = "",
    channels: Annotated[int, typer.Option(help="Channels of each layer.")] = CONV_DEFAULTS.channels,
    layers: Annotated[int, typer.Option(help="Convolutions of 3 x 3.")] = CONV_DEFAULTS.layers,
    epochs: EpochsOption = CONV_DEFAULTS.epochs,
    batch: BatchOption = CONV_DEFAULTS.batch,
    rate: RateOption = CONV_DEFAULTS.rate,
    test: Annotated[
        float, typer.Option(min=0, help="Games kept for testing: a share below 1, or a number.")
    ] = 0.1,
    train: Annotated[
        int, typer.Option(min=0, help="How many of the other games to learn from; 0: all.")
    ] = 0,
    seed: SeedOption = 0,
    threads: ThreadsOption = 1,
    about: AboutOption = "",
    overwrite: OverwriteOption = False,
    as_json: JsonOption = False,
) -> None:
    """Trains a convolutional network that tells how likely each move is to be played.

    Needs the extra `network-training`: pip install "katachi[network-training]". The same command
    goes on where it stopped (OUTPUT.checkpoint). Agents take it by name: `knowledge = "FILE"` in a
    TOML file of the kind mcts.
    """
    _check_output(output, overwrite=overwrite)
    games = read_one_board(files, board)
    learning, tested = games.split(
        test=test if test < 1 else int(test), train=train or None, seed=seed
    )
    training = PolicyTraining(
        channels=channels, layers=layers, epochs=epochs, batch=batch, rate=rate, seed=seed
    )
    with reserved(output), progress("training", 1.0) as report:
        network = train_policy_network(
            games.kinds[0],
            learning,
            training,
            about=about,
            threads=threads,
            checkpoint=checkpoint_beside(output),
            progress=_teller(report),
        )
    if len(tested):
        card = msgspec.structs.replace(
            network.card,
            tested_on=f"{len(tested)} games of the same files, seed {seed}",
            results={**network.card.results, **predict_with_network(network, tested).results},
        )
        network = network.with_card(card)
    network.save(output, overwrite=overwrite)
    show_network(repr(network), network.card, output, as_json=as_json)


def network(  # noqa: PLR0913 - one parameter per option
    files: OptionalRecordFiles = None,
    *,
    output: OutputOption,
    own: Annotated[
        list[Path] | None,
        typer.Option(
            help="Own games: own.jsonl of a generation of katachi improve; may be repeated."
        ),
    ] = None,
    board: BoardOption = "",
    other_sizes: Annotated[
        bool,
        typer.Option(
            "--other-sizes", help="Learn from records of other sizes of the game of --game, too."
        ),
    ] = False,
    start: Annotated[
        Path | None,
        typer.Option(help="A network of the game, of any size, whose weights are the first ones."),
    ] = None,
    channels: Annotated[
        int, typer.Option(help="Channels of each layer: 16, 32, 48, ...")
    ] = NETWORK_DEFAULTS.channels,
    blocks: Annotated[
        int, typer.Option(help="Blocks of two convolutions of 3 x 3.")
    ] = NETWORK_DEFAULTS.blocks,
    epochs: EpochsOption = NETWORK_DEFAULTS.epochs,
    batch: BatchOption = NETWORK_DEFAULTS.batch,
    rate: RateOption = NETWORK_DEFAULTS.rate,
    places: Annotated[
        int,
        typer.Option(
            min=1, max=MOST_SHIFT, help="Binary places of the weights; with 8 the file is smaller."
        ),
    ] = MOST_SHIFT,
    test: Annotated[
        float, typer.Option(min=0, max=0.9, help="Share of the games that are kept for testing.")
    ] = 0.05,
    seed: SeedOption = 0,
    threads: ThreadsOption = 1,
    about: AboutOption = "",
    overwrite: OverwriteOption = False,
    as_json: JsonOption = False,
) -> None:
    """Trains a network with a policy and a value head, which the core runs without any extra.

    Needs the extra `network-training`: pip install "katachi[network-training]". Records teach the
    played moves and results, own games the visits of their searches. The same command goes on where
    it stopped (OUTPUT.checkpoint). Agents name it as knowledge and as evaluator.
    """
    _check_output(output, overwrite=overwrite)
    first = load_knowledge(start, PolicyValueNetwork) if start else None
    learning, tested, game = _lessons(files or [], own or [], board, test, seed, others=other_sizes)
    training = PolicyValueTraining(
        channels=channels, blocks=blocks, epochs=epochs, batch=batch, rate=rate, seed=seed
    )
    with reserved(output), progress("training", 1.0) as report:
        made = train_policy_value_network(
            game,
            learning,
            training,
            start=first,
            about=about,
            threads=threads,
            checkpoint=checkpoint_beside(output),
            progress=_teller(report),
        ).rounded(places)
    if tested:
        results = dict(made.card.results)
        for name, some in tested.items():
            prefix = f"{name}: " if len(tested) > 1 else ""
            results |= {f"{prefix}{k}": v for k, v in judge_network(made, some).items()}
        kept = sum(len(some.examples.games) for some in tested.values())
        card = msgspec.structs.replace(
            made.card, tested_on=f"{kept} games that took no part, seed {seed}", results=results
        )
        made = made.with_card(card)
    made.save(output, overwrite=overwrite)
    show_network(repr(made), made.card, output, as_json=as_json)


def show_network(text: str, card: Card, path: Path, *, as_json: bool) -> None:
    """What was made, on what, and where it is."""
    if as_json:
        print_json({"file": str(path), "card": msgspec.to_builtins(card)})
        return
    console = output_console()
    console.print(text, markup=False, soft_wrap=True)
    table = make_table(console)
    table.add_column("on " + card.tested_on)
    table.add_column("value", justify="right")
    for name, value in card.results.items():
        table.add_row(name, f"{value:.4f}")
    console.print(table)
    console.print(f"written to {path}", markup=False, soft_wrap=True)


def _check_output(output: Path, *, overwrite: bool) -> None:
    if output.suffix != SUFFIX:
        raise KatachiError(f"the output must end with {SUFFIX}, not '{output.name}'")
    check_vacant(output, overwrite=overwrite)


def _teller(report: Callable[[float, str], None]) -> Callable[[TrainingState], None]:
    def tell(state: TrainingState) -> None:
        report(state.step / state.steps, f"training, loss {state.loss:.4f}")

    return tell


def _lessons(  # noqa: PLR0913 - as the command has them
    files: list[Path], own: list[Path], board: str, test: float, seed: int, *, others: bool
) -> tuple[list[Lessons], dict[str, Lessons], Game]:
    """What to learn from; what to test on, by what it is; the game of the network."""
    learning: list[Lessons] = []
    tested: dict[str, Lessons] = {}
    game = game_of_text(board) if board else None
    if others and game is None:
        raise KatachiError("--other-sizes needs --game: for which board is the network?")
    if files:
        boards = _boards(files, board) if others else [read_one_board(files, board)]
        game = game or boards[0].kinds[0]
        for games in boards:
            plain = games.take(
                np.flatnonzero(games.columns.get("start", np.zeros(len(games), np.int32)) == 0)
            )
            train, held = plain.split(test=test, seed=seed)
            learning.append(lessons_of(plain.kinds[0], train))
            # A network judges positions of its own board.
            if len(held) and next(iter(plain.boards)) == f"{game.name}{game.size}":
                tested["records"] = lessons_of(game, held)
    if own:
        if game is None:
            raise KatachiError("--game says which board own games are of")
        played = read_journals(own)
        order = np.random.default_rng(seed).permutation(len(played))
        count = round(test * len(played))
        learning.append(network_lessons(game, [played[i] for i in order[count:]]))
        if count:
            tested["own games"] = network_lessons(game, [played[i] for i in order[:count]])
    if game is None:
        raise KatachiError("there is nothing to learn from: name records or --own games")
    return learning, tested, game


def _boards(files: list[Path], board: str) -> list[Games]:
    """The games of all sizes of a game, by size."""
    wanted = parse_game(board)
    games = Games.joined([read_records(file) for file in files])
    sizes = sorted({kind.size for kind in games.kinds if kind.name == wanted.name})
    found = [games.of_board(parse_game(f"{wanted.name}{size}")) for size in sizes]
    found = [some for some in found if len(some)]
    if not found:
        raise KatachiError(f"there are no games of {wanted.name} in these files")
    return found
