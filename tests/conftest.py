"""Options, and what the test files share: boards, amount of work, data from outside."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from hypothesis.configuration import set_hypothesis_home_dir

import katachi

ROOT = Path(__file__).resolve().parent.parent

SANITIZED = os.environ.get("KATACHI_SANITIZED") == "1"
# Heavy tests do their whole work with --slow, else a third of it; a tenth in a build with
# sanitizers, which runs about ten times slower.
DIVISOR = 3
SANITIZED_DIVISOR = 10

EXAMPLES = 10  # random games per property and board
SLOW_EXAMPLES = 200  # with --slow, and new ones at every run

# These take longest: a worker that began one last would keep the others waiting.
FIRST = (
    "test_every_command_runs_from_the_wheel_alone",
    "test_every_paper_runs_at_scale_smoke",
    "test_the_commands_of_the_page_run[short]",
    "test_records_learning_and_why[breakthrough]",
)

# The two smallest boards of every registered game, without options.
SMALL_GAMES: list[katachi.Game] = [
    kind(size) for kind in katachi.games_by_name.values() for size in kind.sizes[:2]
]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="also run tests that take minutes")
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write the stored files of tests/data anew (playthroughs, perft, trees); review the diff",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Properties try the same examples at every run, so that a failure can be repeated.

    Hypothesis keeps no database, and its other notes go where they are thrown away. Shells start
    background work with Ctrl-C switched off; the tests of Ctrl-C need it.
    """
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    notes = TemporaryDirectory(prefix="hypothesis-")
    config.add_cleanup(notes.cleanup)
    set_hypothesis_home_dir(notes.name)
    # Machine code of compiled games; workers inherit the folder.
    if "KATACHI_CACHE" not in os.environ:
        code = TemporaryDirectory(prefix="katachi-cache-")
        config.add_cleanup(code.cleanup)
        os.environ["KATACHI_CACHE"] = code.name
    global _divisor  # noqa: PLW0603 - of this run, also for what is computed at import
    slow = config.getoption("--slow")
    _divisor = SANITIZED_DIVISOR if SANITIZED else 1 if slow else DIVISOR
    settings.register_profile(
        "default",
        derandomize=True,
        database=None,
        deadline=None,
        max_examples=EXAMPLES // 4 if SANITIZED else EXAMPLES,
    )
    settings.register_profile(
        "slow",
        database=None,
        deadline=None,
        max_examples=SLOW_EXAMPLES // SANITIZED_DIVISOR if SANITIZED else SLOW_EXAMPLES,
        print_blob=True,
    )
    settings.load_profile("slow" if slow else "default")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.name not in FIRST)
    if config.getoption("--slow"):
        return
    skip = pytest.mark.skip(reason="takes minutes; run with --slow")
    for item in items:
        if "slow" in item.keywords:
            item.add_marker(skip)


_divisor = 1


def scaled_down(count: int) -> int:
    return max(min(2, count), count // _divisor)


@pytest.fixture(scope="session")
def scaled() -> Callable[[int], int]:
    """How many games to play instead of a number meant for an ordinary build."""
    return scaled_down


@pytest.fixture(scope="session")
def update_golden(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-golden"))


@pytest.fixture(scope="session", params=SMALL_GAMES, ids=str)
def small_game(request: pytest.FixtureRequest) -> katachi.Game:
    """Every registered game on its two smallest boards."""
    game = request.param
    assert isinstance(game, katachi.Game)
    return game


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of specifications and data beside the repository."""
    path = Path(os.environ.get("KATACHI_SHARED", ROOT.parent / "shared"))
    if not path.is_dir():
        pytest.skip(f"there is no folder {path}; KATACHI_SHARED can name another")
    return path
