"""One function for many items: in order of their ends, and also when a process dies."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from katachi.errors import KatachiError
from katachi.matches import Running
from katachi.matches.tasks import run_tasks


def double(item: int) -> int:
    return 2 * item


def refuse(item: int) -> int:
    raise KatachiError(f"not {item}")


def die_once(task: tuple[Path, int]) -> int:
    folder, item = task
    mark = folder / str(item)
    if item == 2 and not mark.exists():
        mark.touch()
        os._exit(1)
    return item


def always_die(_item: int) -> int:
    os._exit(1)


@pytest.mark.parametrize("processes", [1, 2])
def test_every_item_is_answered(processes: int) -> None:
    found = dict(run_tasks(double, range(7), Running(processes=processes)))
    assert found == {item: 2 * item for item in range(7)}


@pytest.mark.parametrize("processes", [1, 2])
def test_errors_reach_the_caller(processes: int) -> None:
    with pytest.raises(KatachiError, match="not "):
        list(run_tasks(refuse, range(3), Running(processes=processes)))


def test_a_dead_process_costs_what_it_was_doing(tmp_path: Path) -> None:
    items = [(tmp_path, item) for item in range(5)]
    found = [answer for _, answer in run_tasks(die_once, items, Running(processes=2))]
    assert sorted(found) == [0, 1, 2, 3, 4]


def test_processes_that_always_die_end_the_work() -> None:
    with pytest.raises(KatachiError, match="again and again"):
        list(run_tasks(always_die, range(2), Running(processes=2, attempts=0)))
