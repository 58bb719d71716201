"""`katachi train`: the networks of the learning agents of AGENTS, policy networks, those with two heads."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec
import numpy as np
import typer

from katachi.commands.game_choice import GameText
from katachi.commands.output import JsonOption, print_json
from katachi.commands.record_files import (
    BoardOption,
    OptionalRecordFiles,
    RecordFiles,
    read_one_board,
)
from katachi.errors import KatachiError
from katachi.files.atomic_file import check_vacant
from katachi.files.checkpoint import checkpoint_beside
from katachi.files.reservation import reserved
from katachi.games.game import Game
from katachi.games.threads import thread_count
from katachi.knowledge import Card
from katachi.knowledge.catalogue import NETWORK_SUFFIX as SUFFIX
from katachi.knowledge.networks.file import board_name
from katachi.learning.networks import (
    Label,
    Lessons,
    NeatTraining,
    PolicyTraining,
    PolicyValueTraining,
    Question,
    TrainingState,
    ValueTraining,
    evolve_policy_network,
    judge_network,
    lessons_of,
    make_labels,
    predict_with_network,
    question_of,
    train_policy_network,
    train_policy_value_network,
    train_value_network,
)
from katachi.matches import game_of_text
from katachi.optimising.improve.network_lessons import network_lessons, read_journals
from katachi.terminal.console import make_table, output_console, progress

EXAMPLES = """
katachi train ann "go9 komi=0"
katachi train ann hex7 --boards 500 --simulations 2000 --out small.network
katachi train neat "go5 komi=0" --generations 300
katachi train conv WTH_2004.wtb --output mine.network
katachi train network games.sgf --own generation-1/own.jsonl --game go9 --output mine.network
"""
ANN_EXAMPLES = """
katachi train ann "go9 komi=0"
katachi train ann hex7 --boards 500 --simulations 2000 --out small.network
"""
NEAT_EXAMPLES = """
katachi train neat "go5 komi=0" --generations 300
katachi train neat hex5 --boards 300 --simulations 500 --population 40
"""
CONV_EXAMPLES = """
katachi train conv WTH_2004.wtb --output mine.network
katachi train conv wthor.katachi --test 5000 --seed 1 --channels 32 --epochs 2 --output small.network
"""

NETWORK_EXAMPLES = """
katachi train network games.sgf --output mine.network
katachi train network games.sgf --own generation-1/own.jsonl --game go9 --output mine.network
"""

BoardsOption = Annotated[int, typer.Option(min=20, help="Random boards; AGENTS: 2500.")]
SimulationsOption = Annotated[
    int, typer.Option(min=1, help="Simulations of the search behind each label.")
]
OutOption = Annotated[Path | None, typer.Option(help="The network; default: AGENT-BOARD.network.")]
LabelsOption = Annotated[
    Path | None,
    typer.Option(help="Labels are kept here, line by line; the same command goes on from there."),
]
SeedOption = Annotated[int, typer.Option(help="Chooses boards and first weights.")]
ThreadsOption = Annotated[
    int | None, typer.Option(min=1, help="Searches at once; default: all processors.")
]
OverwriteOption = Annotated[bool, typer.Option("--overwrite", help="Replace an existing network.")]


def run() -> None:
    """Trains networks for one game and size: those of the agents ann and neat (AGENTS), conv, network.

    The first two learn from random boards that a search has judged. Searching takes most of the
    time: the labels are kept in a file, and the same command goes on where it stopped. The
    convolutional policy network learns from records, a network with a policy and a value head from
    records and from own games (katachi improve).
    """


def ann(  # noqa: PLR0913 - one parameter per option
    game: GameText,
    *,
    boards: BoardsOption = 2500,
    simulations: SimulationsOption = 10_000,
    symmetries: Annotated[
        bool, typer.Option(help="Learn from every board turned and mirrored too.")
    ] = True,
    out: OutOption = None,
    labels: LabelsOption = None,
    seed: SeedOption = 0,
    threads: ThreadsOption = None,
    overwrite: OverwriteOption = False,
    as_json: JsonOption = False,
) -> None:
    """Trains a network that tells what a board is worth; the agent ann prunes with it.

    The agent takes it by name: `knowledge = "FILE"` in its TOML file. Komi shifts all values of Go;
    0 keeps both players alike.
    """
    kind = game_of_text(game)
    path = out or Path(f"ann-{board_name(kind)}.network")
    check_vacant(path, overwrite=overwrite)
    question = question_of(kind, boards, simulations, seed)
    found = _labelled(kind, question, labels, threads)
    training = ValueTraining(symmetries=symmetries, seed=seed)
    with progress("training", training.steps) as report:

        def tell(step: int, error: float) -> None:
            report(step, f"training, held-out error {error:.5f}")

        network = train_value_network(kind, question, found, training, progress=tell)
    network.save(path, overwrite=overwrite)
    _show(repr(network), network.card, path, as_json=as_json)


def neat(  # noqa: PLR0913 - one parameter per option
    game: GameText,
    *,
    boards: BoardsOption = 2500,
    simulations: SimulationsOption = 5000,
    population: Annotated[int, typer.Option(min=2, help="Networks at once.")] = (
        NeatTraining().population
    ),
    generations: Annotated[
        int, typer.Option(min=1, help="Most generations; evolution always begins anew.")
    ] = NeatTraining().generations,
    error: Annotated[
        float,
        typer.Option(
            min=0.0,
            help="Training stops at this error; AGENTS: 0.1, which teaches little more than legality.",
        ),
    ] = NeatTraining().error,
    out: OutOption = None,
    labels: LabelsOption = None,
    seed: SeedOption = 0,
    threads: ThreadsOption = None,
    overwrite: OverwriteOption = False,
    as_json: JsonOption = False,
) -> None:
    """Evolves a network that tells how good each move looks; the agent neat plays out with it.

    Needs the extra `neat`: pip install "katachi[neat]". The agent takes the network by name:
    `playout_knowledge = "FILE"` in its TOML file.
    """
    kind = game_of_text(game)
    path = out or Path(f"neat-{board_name(kind)}.network")
    check_vacant(path, overwrite=overwrite)
    question = question_of(kind, boards, simulations, seed)
    found = _labelled(kind, question, labels, threads)
    training = NeatTraining(population=population, generations=generations, error=error, seed=seed)
    with progress("evolving", generations) as report:

        def tell(generation: int, best: float) -> None:
            report(generation, f"evolving, error {best:.5f}")

        network = evolve_policy_network(kind, question, found, training, progress=tell)
    network.save(path, overwrite=overwrite)
    _show(repr(network), network.card, path, as_json=as_json)


def conv(  # noqa: PLR0913 - one parameter per option
    files: RecordFiles,
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="The network to write.")],
    board: BoardOption = "",
    channels: Annotated[
        int, typer.Option(help="Channels of each layer.")
    ] = PolicyTraining().channels,
    layers: Annotated[int, typer.Option(help="Convolutions of 3 x 3.")] = PolicyTraining().layers,
    epochs: Annotated[
        float, typer.Option(help="Passes over all positions.")
    ] = PolicyTraining().epochs,
    batch: Annotated[
        int, typer.Option(help="Positions in one training step.")
    ] = PolicyTraining().batch,
    rate: Annotated[float, typer.Option(help="Largest rate of learning.")] = PolicyTraining().rate,
    test: Annotated[
        float, typer.Option(min=0, help="Games kept for testing: a share below 1, or a number.")
    ] = 0.1,
    train: Annotated[
        int, typer.Option(min=0, help="How many of the other games to learn from; 0: all.")
    ] = 0,
    seed: Annotated[int, typer.Option(help="Chooses test games, first weights and the order.")] = 0,
    threads: Annotated[int, typer.Option(min=1, help="Threads of PyTorch.")] = 1,
    about: Annotated[str, typer.Option(help="A sentence for the card.")] = "",
    overwrite: OverwriteOption = False,
    as_json: JsonOption = False,
) -> None:
    """Trains a convolutional network that tells how likely each move is to be played.

    Needs the extra `network-training`: pip install "katachi[network-training]". The same command
    goes on where it stopped (OUTPUT.checkpoint). Agents take it by name: `knowledge = "FILE"` in a
    TOML file of the kind mcts.
    """
    if output.suffix != SUFFIX:
        raise KatachiError(f"the output must end with {SUFFIX}, not '{output.name}'")
    check_vacant(output, overwrite=overwrite)
    games = read_one_board(files, board)
    learning, tested = games.split(
        test=test if test < 1 else int(test), train=train or None, seed=seed
    )
    training = PolicyTraining(
        channels=channels, layers=layers, epochs=epochs, batch=batch, rate=rate, seed=seed
    )
    with reserved(output), progress("training", 1.0) as report:

        def tell(state: TrainingState) -> None:
            report(state.step / state.steps, f"training, loss {state.loss:.4f}")

        network = train_policy_network(
            games.kinds[0],
            learning,
            training,
            about=about,
            threads=threads,
            checkpoint=checkpoint_beside(output),
            progress=tell,
        )
    if len(tested):
        card = msgspec.structs.replace(
            network.card,
            tested_on=f"{len(tested)} games of the same files, seed {seed}",
            results={**network.card.results, **predict_with_network(network, tested).results},
        )
        network = network.with_card(card)
    network.save(output, overwrite=overwrite)
    _show(repr(network), network.card, output, as_json=as_json)


def network(  # noqa: PLR0913 - one parameter per option
    files: OptionalRecordFiles = None,
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="The network to write.")],
    own: Annotated[
        list[Path] | None,
        typer.Option(
            help="Own games: own.jsonl of a generation of katachi improve; may be repeated."
        ),
    ] = None,
    board: BoardOption = "",
    channels: Annotated[
        int, typer.Option(help="Channels of each layer: 16, 32, 48, ...")
    ] = PolicyValueTraining().channels,
    blocks: Annotated[
        int, typer.Option(help="Blocks of two convolutions of 3 x 3.")
    ] = PolicyValueTraining().blocks,
    epochs: Annotated[
        float, typer.Option(help="Passes over all positions.")
    ] = PolicyValueTraining().epochs,
    batch: Annotated[
        int, typer.Option(help="Positions in one training step.")
    ] = PolicyValueTraining().batch,
    rate: Annotated[
        float, typer.Option(help="Largest rate of learning.")
    ] = PolicyValueTraining().rate,
    test: Annotated[
        float, typer.Option(min=0, max=0.9, help="Share of the games that are kept for testing.")
    ] = 0.05,
    seed: Annotated[int, typer.Option(help="Chooses test games, first weights and the order.")] = 0,
    threads: Annotated[int, typer.Option(min=1, help="Threads of PyTorch.")] = 1,
    about: Annotated[str, typer.Option(help="A sentence for the card.")] = "",
    overwrite: OverwriteOption = False,
    as_json: JsonOption = False,
) -> None:
    """Trains a network with a policy and a value head, which the core runs without any extra.

    Needs the extra `network-training`: pip install "katachi[network-training]". Records teach the
    played moves and results, own games the visits of their searches. The same command goes on where
    it stopped (OUTPUT.checkpoint). Agents name it as knowledge and as evaluator.
    """
    if output.suffix != SUFFIX:
        raise KatachiError(f"the output must end with {SUFFIX}, not '{output.name}'")
    check_vacant(output, overwrite=overwrite)
    learning, tested, game = _network_lessons(files or [], own or [], board, test, seed)
    training = PolicyValueTraining(
        channels=channels, blocks=blocks, epochs=epochs, batch=batch, rate=rate, seed=seed
    )
    with reserved(output), progress("training", 1.0) as report:

        def tell(state: TrainingState) -> None:
            report(state.step / state.steps, f"training, loss {state.loss:.4f}")

        made = train_policy_value_network(
            game,
            learning,
            training,
            about=about,
            threads=threads,
            checkpoint=checkpoint_beside(output),
            progress=tell,
        )
    if tested:
        names = ("records", "own games") if len(tested) > 1 else ("",)
        results = dict(made.card.results)
        for name, some in zip(names, tested, strict=True):
            prefix = f"{name}: " if name else ""
            results |= {f"{prefix}{k}": v for k, v in judge_network(made, some).items()}
        kept = sum(len(some.examples.games) for some in tested)
        card = msgspec.structs.replace(
            made.card, tested_on=f"{kept} games that took no part, seed {seed}", results=results
        )
        made = made.with_card(card)
    made.save(output, overwrite=overwrite)
    _show(repr(made), made.card, output, as_json=as_json)


def _network_lessons(
    files: list[Path], own: list[Path], board: str, test: float, seed: int
) -> tuple[list[Lessons], list[Lessons], Game]:
    """What to learn from, what to test on, and the game."""
    learning, tested = [], []
    game = game_of_text(board) if board else None
    if files:
        games = read_one_board(files, board)
        game = game or games.kinds[0]
        plain = games.take(
            np.flatnonzero(games.columns.get("start", np.zeros(len(games), np.int32)) == 0)
        )
        train, held = plain.split(test=test, seed=seed)
        learning.append(lessons_of(game, train))
        if len(held):
            tested.append(lessons_of(game, held))
    if own:
        if game is None:
            raise KatachiError("--game says which board own games are of")
        played = read_journals(own)
        order = np.random.default_rng(seed).permutation(len(played))
        count = round(test * len(played))
        learning.append(network_lessons(game, [played[i] for i in order[count:]]))
        if count:
            tested.append(network_lessons(game, [played[i] for i in order[:count]]))
    if game is None:
        raise KatachiError("there is nothing to learn from: name records or --own games")
    return learning, tested, game


def _labelled(
    game: Game, question: Question, path: Path | None, threads: int | None
) -> list[Label]:
    file = path or Path(f"{board_name(game)}-{question.simulations}.labels")
    with progress("searching boards", question.boards) as report:
        return make_labels(
            game,
            question,
            file,
            threads=thread_count(threads),
            progress=lambda done: report(done, f"searching boards, {done} of {question.boards}"),
        )


def _show(text: str, card: Card, path: Path, *, as_json: bool) -> None:
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


PARTS: dict[str, tuple[Callable[..., None], str]] = {
    "ann": (ann, ANN_EXAMPLES),
    "neat": (neat, NEAT_EXAMPLES),
    "conv": (conv, CONV_EXAMPLES),
    "network": (network, NETWORK_EXAMPLES),
}
