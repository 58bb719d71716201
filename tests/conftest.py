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
# A build with sanitizers runs about ten times slower: heavy tests then do a tenth of their work.
SANITIZED_DIVISOR = 10

EXAMPLES = 20  # random games per property and board
SLOW_FACTOR = 10  # with --slow: so many times more examples, and new ones at every run

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
    examples = scaled_down(EXAMPLES)
    settings.register_profile(
        "default", derandomize=True, database=None, deadline=None, max_examples=examples
    )
    settings.register_profile(
        "slow",
        database=None,
        deadline=None,
        max_examples=SLOW_FACTOR * examples,
        print_blob=True,
    )
    settings.load_profile("slow" if config.getoption("--slow") else "default")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--slow"):
        return
    skip = pytest.mark.skip(reason="takes minutes; run with --slow")
    for item in items:
        if "slow" in item.keywords:
            item.add_marker(skip)


def scaled_down(count: int) -> int:
    return max(2, count // SANITIZED_DIVISOR) if SANITIZED else count


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
