"""Every optimiser on a problem that can be checked by eye; searches that go on."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from katachi.errors import InvalidSettings, KatachiError
from katachi.optimising import (
    Annealing,
    Exhaustive,
    Genetic,
    HillClimbing,
    Method,
    Problem,
    RandomSearch,
    SearchState,
    make_method,
    optimise,
)


class Staircase(Problem[int]):
    """Whole numbers 0 to 99; the value rises to 70, with a dent at every multiple of 7."""

    start = 5

    def __init__(self) -> None:
        self.asked = 0

    def value(self, solution: int) -> float:
        self.asked += 1
        return -abs(solution - 70) / 1000 - (0.0015 if solution % 7 == 0 else 0.0)

    def neighbour(self, solution: int, rng: random.Random) -> int:
        return min(99, max(0, solution + rng.choice((-1, 1))))

    def sample(self, rng: random.Random) -> int:
        return rng.randrange(100)

    def cross(self, first: int, second: int, rng: random.Random) -> int:
        return rng.choice((first, second, (first + second) // 2))

    def everything(self) -> Sequence[int]:
        return range(100)

    def hope(self, solution: int, candidate: int) -> float | None:
        return float(candidate - solution)

    def to_json(self, solution: int) -> int:
        return solution

    def from_json(self, value: Any) -> int:  # noqa: ANN401
        return int(value)


METHODS: list[Method] = [
    Annealing(first=0.01, gamma=0.998, keep_best=True),
    RandomSearch(limit=400),
    Genetic(limit=3000, population=10, scatter=10),
    Genetic(limit=900, population=10, scatter=None, model="minimal-gap", children=3),
    Exhaustive(),
]


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_methods_find_the_summit(method: Method) -> None:
    problem = Staircase()
    state = optimise(problem, method, seed=3)
    assert method.result(state).solution in {69, 71}
    assert state.evaluations == problem.asked
    if getattr(method, "scatter", 0) is not None:  # others begin with random solutions
        assert state.accepted[0] == (0, problem.value(5), 5)


def test_hill_climbing_stays_at_a_dent() -> None:
    method = HillClimbing(patience=50)
    state = optimise(Staircase(), method, seed=1)
    assert method.result(state).solution == 6
    assert state.failures == 50


def test_annealing_takes_worse_steps_as_often_as_it_should() -> None:
    """At badness 0.001 and temperature 0.001 the chance is 1/e."""

    class Fall(Staircase):
        def value(self, solution: int) -> float:
            return -solution / 1000

        def neighbour(self, solution: int, rng: random.Random) -> int:  # noqa: ARG002
            return solution + 1

    method = Annealing(first=0.001, last=0.000_999, gamma=0.999_999_5)
    state = optimise(Fall(), method, seed=5)
    share = (len(state.accepted) - 1) / state.step
    assert state.step > 1900
    assert share == pytest.approx(math.exp(-1), abs=4 * math.sqrt(0.233 / state.step))


def test_annealing_has_the_steps_of_the_papers() -> None:
    assert Annealing().steps == 2302
    assert Annealing().temperature(2301) > 0.0001 >= Annealing().temperature(2302)
    assert Annealing(gamma=0.995).steps == 460


def test_the_filter_refuses_the_hopeless() -> None:
    plain, filtered = Staircase(), Staircase()
    method = Annealing(first=0.01, gamma=0.998, refuse=0.5, keep_best=True)
    state = optimise(filtered, method, seed=3)
    optimise(plain, Annealing(first=0.01, gamma=0.998, keep_best=True), seed=3)
    assert state.skipped + state.evaluations == state.step + 1
    assert state.skipped > 0.2 * state.step
    assert filtered.asked < plain.asked
    assert method.result(state).solution in {69, 71}


def test_settings_out_of_range_are_refused() -> None:
    with pytest.raises(InvalidSettings, match="0 < last < first"):
        Annealing(first=0.0001)
    with pytest.raises(InvalidSettings, match="no method 'sa'; known: annealing, hill-climbing"):
        make_method("sa")
    with pytest.raises(InvalidSettings, match=r"hill-climbing: .*gamma"):
        make_method("hill-climbing", {"gamma": 0.5})
    with pytest.raises(InvalidSettings, match="refuse must be at least 0 and below 1"):
        make_method("annealing", {"refuse": 1.0})
    with pytest.raises(InvalidSettings, match="no model 'mgg'; known: steady-state, minimal-gap"):
        Genetic(model="mgg")
    with pytest.raises(InvalidSettings, match="Staircase has no coordinates, which this method"):
        optimise(Staircase(), make_method("cma"))


# Going on


class Interrupt(Exception):
    pass


def stop_after(count: int) -> Callable[[SearchState[int]], None]:
    def tell(state: SearchState[int]) -> None:
        if state.step == count:
            raise Interrupt

    return tell


@pytest.mark.parametrize("method", [*METHODS, HillClimbing(patience=80)], ids=lambda m: m.name)
@pytest.mark.parametrize("save_seconds", [0.0, 100.0])
def test_a_stopped_search_goes_on_as_if_it_had_not_been(
    method: Method, save_seconds: float, tmp_path: Path
) -> None:
    problem = Staircase()
    whole = optimise(problem, method, seed=4)
    path = tmp_path / "search.json"
    for count in (1, 7, 8, 40):
        with pytest.raises(Interrupt):
            optimise(
                problem,
                method,
                seed=4,
                path=path,
                progress=stop_after(count),
                save_seconds=save_seconds,
            )
    parts = optimise(problem, method, seed=4, path=path)
    assert parts == whole
    assert optimise(problem, method, seed=4, path=path) == whole


def test_files_of_other_searches_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "search.json"
    optimise(Staircase(), RandomSearch(limit=3), seed=1, path=path)
    with pytest.raises(KatachiError, match="belongs to another search"):
        optimise(Staircase(), RandomSearch(limit=3), seed=2, path=path)
    with pytest.raises(KatachiError, match="belongs to another search"):
        optimise(Staircase(), RandomSearch(limit=4), seed=1, path=path)
    content = json.loads(path.read_text())
    del content["state"]["members"]
    path.write_text(json.dumps(content))
    with pytest.raises(KatachiError, match="is not a state of a search"):
        optimise(Staircase(), RandomSearch(limit=3), seed=1, path=path)
    path.write_text("{")
    with pytest.raises(KatachiError, match="cannot read"):
        optimise(Staircase(), RandomSearch(limit=3), seed=1, path=path)


# Families


def test_a_family_replaces_its_parents_by_worth() -> None:
    """Values alone would keep the parents; worth prefers what is far from the others."""

    class Varied(Staircase):
        def worth(
            self, solution: int, value: float, population: Sequence[int], place: int | None
        ) -> float:
            del value
            others = [one for i, one in enumerate(population) if i != place]
            return min(abs(solution - one) for one in others)

        def cross(self, first: int, second: int, rng: random.Random) -> int:
            del first, second
            return rng.choice((0, 99))

    method = Genetic(
        limit=1, population=2, mutation=0.0, scatter=1, model="minimal-gap", children=6
    )
    state = optimise(Varied(), method, seed=1)
    assert [one.solution for one in state.members] == [99, 99]
    assert state.evaluations == 2 + 6


def test_values_of_a_family_are_asked_for_at_once() -> None:
    asked: list[int] = []

    class Together(Staircase):
        def values(self, solutions: Sequence[int]) -> list[float]:
            asked.append(len(solutions))
            return [self.value(one) for one in solutions]

    optimise(Together(), Genetic(limit=2, population=5, children=3, mutation=1.0, scatter=20))
    assert asked[:2] == [1, 4]
    assert all(count <= 3 for count in asked[2:])
    assert len(asked) == 4
