"""`katachi learn`: game records to a knowledge file, of moves or of positions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
import typer

from katachi.commands.feature_choice import FirstPlyOption, chosen_features
from katachi.commands.output import JsonOption, print_json
from katachi.commands.predict import show_stages
from katachi.commands.record_files import BoardOption, RecordFiles, read_one_board, size_of_test
from katachi.commands.values import learn_and_print, shapes_for
from katachi.errors import KatachiError
from katachi.features import in_stages
from katachi.learning import LEARNERS, CurvePoint
from katachi.learning.learned_file import LearnedFile, check_output, learn_to_file
from katachi.learning.values import ValueLearner
from katachi.learning.values.examples import SOLVE_FROM
from katachi.terminal.console import make_table, output_console, progress

EXAMPLES = """
katachi learn WTH_2004.wtb --features othello-default --output mine.knowledge
katachi learn *.wtb -f othello-evolved --learner lbfgs --test 1000 -o evolved.knowledge
katachi learn games.sgf --features cells --features around --output hex.knowledge
katachi learn kgs.sgf.xz --features tactics --share 0.1 --output go.knowledge
katachi learn littlegolem.sgf --game havannah8 --features tactics --output havannah8.knowledge
katachi learn kgs.sgf.xz -f tactics --learner fbt --share 0.1 --parts 10 -o go.knowledge
katachi learn *.wtb -f othello-evolved-3 --learner 'fbt[factors=8]' --loops 5 -o sharp.knowledge
katachi learn *.wtb -f shapes.txt -f tactics --first-ply 10 --stages 3 -o late.knowledge
katachi learn *.wtb --target value --features othello --test 2000 -o values.knowledge
"""


def run(  # noqa: PLR0913 - one parameter per option
    files: RecordFiles,
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="The knowledge file to write.")],
    features: Annotated[
        list[str],
        typer.Option(
            "--features",
            "-f",
            help="cells, around, tactics, a shape set, a file, or the features of a knowledge file; "
            "for values shapes for values; repeatable.",
        ),
    ],
    target: Annotated[
        Literal["move", "value"], typer.Option(help="What to learn: strengths of moves, or values.")
    ] = "move",
    learner: Annotated[
        str,
        typer.Option(help=f"One of {', '.join(LEARNERS)}; with settings: fbt[factors=8]."),
    ] = "mm",
    l2: Annotated[
        float, typer.Option(min=0, help="Values: pull of every weight towards 0, in positions.")
    ] = ValueLearner.l2,
    stage: Annotated[
        int, typer.Option(min=1, help="Values: stones of a stage.")
    ] = ValueLearner.stage_length,
    solve_from: Annotated[
        int, typer.Option(min=0, help="Values: solve positions with at most this many empty cells.")
    ] = SOLVE_FROM,
    board: BoardOption = "",
    first_ply: FirstPlyOption = 0,
    stages: Annotated[
        int,
        typer.Option(
            min=1, help="Moves: weights of their own in each of so many stages of the game."
        ),
    ] = 1,
    loops: Annotated[int, typer.Option(min=1, help="Loops of the learner.")] = 20,
    test: Annotated[
        float, typer.Option(min=0, help="Games kept for testing: a share below 1, or a number.")
    ] = 0.1,
    seed: Annotated[int, typer.Option(help="Chooses the test games.")] = 0,
    share: Annotated[float, typer.Option(help="Share of the positions to learn from.")] = 1.0,
    parts: Annotated[
        int,
        typer.Option(
            min=1, help="fbt: shares of the positions that take turns, one in memory at a time."
        ),
    ] = 1,
    whole_games: Annotated[
        bool, typer.Option("--whole-games", help="Shares are of games; faster with forests.")
    ] = False,
    patience: Annotated[
        int,
        typer.Option(
            min=0, help="Stop after this many loops without gain on the test games; 0: never."
        ),
    ] = 0,
    about: Annotated[str, typer.Option(help="A sentence for the card.")] = "",
    threads: Annotated[int | None, typer.Option(min=1, help="Default: all processors.")] = None,
    overwrite: Annotated[bool, typer.Option(help="Replace the output file.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Learns how strong each feature of a move is, and writes a knowledge file with its card.

    The games are split by game; what is learned from one part is tested on the other. MLE, the mean
    log evidence, is the mean of ln P(played move). Ctrl-C keeps the weights so far, and
    OUTPUT.checkpoint with them: the same command (with --overwrite if the output is there) goes on
    where it stopped, also after a kill.

    With --target value it learns who is ahead, from results and exactly solved ends of games: least
    squares in points where the game has points, else logistic regression.
    """
    check_output(output, overwrite=overwrite)
    if target == "value" and (first_ply or stages != 1):
        raise KatachiError(
            "--first-ply and --stages are for knowledge of moves; for values: --stage"
        )
    if patience and not test:
        raise KatachiError("--patience needs test games: --test")
    games = read_one_board(files, board)
    kind = games.kinds[0]
    if target == "value":
        learn_and_print(
            games.split(test=size_of_test(test), seed=seed),
            output,
            shapes_for(features, kind),
            ValueLearner(
                target="points" if kind.has_score else "result", l2=l2, stage_length=stage
            ),
            tested_on=f"games of the same files kept by --test {test:g}, seed {seed}",
            solve_from=solve_from,
            loops=loops,
            patience=patience,
            about=about,
            threads=threads,
            overwrite=overwrite,
            as_json=as_json,
        )
        return
    sets = in_stages(chosen_features(features, kind), stages)
    train, tested = games.split(test=size_of_test(test), seed=seed)
    with progress("learning", loops) as report:

        def note(point: CurvePoint) -> None:
            found = f"{point.train:.4f}" if point.test is None else f"{point.test:.4f}"
            report(point.loop, f"learning, MLE {found}")

        learned = learn_to_file(
            train,
            tested,
            output,
            tested_on=f"{len(tested)} games of the same files, seed {seed}",
            overwrite=overwrite,
            threads=threads,
            progress=note,
            features=sets,
            learner=learner,
            loops=loops,
            share=share,
            parts=parts,
            whole_games=whole_games,
            first_ply=first_ply,
            about=about,
            patience=patience,
        )
    if as_json:
        print_json(_facts(learned, output))
    else:
        _print(learned, output)


def _facts(learned: LearnedFile, output: Path) -> dict[str, object]:
    return {
        "output": str(output),
        "card": msgspec.to_builtins(learned.knowledge.card),
        "curve": [[p.loop, p.train, p.test, p.seconds] for p in learned.points],
    }


def _print(learned: LearnedFile, output: Path) -> None:
    console = output_console()
    table = make_table(console)
    for column in ("loop", "MLE learning", "MLE test", "seconds"):
        table.add_column(column, justify="right")
    for point in learned.points:
        tested_text = "" if point.test is None else f"{point.test:.5f}"
        table.add_row(str(point.loop), f"{point.train:.5f}", tested_text, f"{point.seconds:.2f}")
    console.print(table)
    console.print(f"{learned.knowledge!r}", markup=False, soft_wrap=True)
    prediction = learned.prediction
    if prediction is not None:
        low, high = prediction.interval
        console.print(
            f"test: MLE {prediction.mean_log_evidence:.4f} [{low:.4f}, {high:.4f}], "
            f"M(1) {100 * prediction.accuracy:.1f} %, blind guess {prediction.uniform:.4f}",
            markup=False,
            soft_wrap=True,
        )
        if "first_ply" in learned.knowledge.card.settings:
            show_stages(prediction, "all positions of the test games")
    console.print(f"written: {output} ({output.stat().st_size:,} bytes)", soft_wrap=True)
    if learned.interrupted:
        console.print(
            f"stopped after loop {learned.points[-1].loop}; the same command with --overwrite goes on",
            markup=False,
            soft_wrap=True,
        )
