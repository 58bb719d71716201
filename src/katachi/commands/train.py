"""`katachi train`: the networks of the learning agents of AGENTS, policy networks, those with two heads."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from katachi.commands.game_choice import GameText
from katachi.commands.output import JsonOption
from katachi.commands.train_networks import (
    CONV_EXAMPLES,
    NETWORK_EXAMPLES,
    OverwriteOption,
    conv,
    network,
    show_network,
)
from katachi.files.atomic_file import check_vacant
from katachi.games.game import Game
from katachi.games.threads import thread_count
from katachi.knowledge.networks.file import board_name
from katachi.learning.networks import (
    Label,
    NeatTraining,
    Question,
    ValueTraining,
    evolve_policy_network,
    make_labels,
    question_of,
    train_value_network,
)
from katachi.matches import game_of_text
from katachi.terminal.console import progress

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
    show_network(repr(network), network.card, path, as_json=as_json)


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
    show_network(repr(network), network.card, path, as_json=as_json)


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


PARTS: dict[str, tuple[Callable[..., None], str]] = {
    "ann": (ann, ANN_EXAMPLES),
    "neat": (neat, NEAT_EXAMPLES),
    "conv": (conv, CONV_EXAMPLES),
    "network": (network, NETWORK_EXAMPLES),
}
