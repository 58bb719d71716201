"""The trials of one class, several at once: searches that differ in their seeds alone."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from katachi.optimising.optimise import optimise
from katachi.optimising.search_state import SearchState
from katachi.optimising.shapes.evolution import EvolutionProgress
from katachi.optimising.shapes.folder import EvolutionFolder
from katachi.optimising.shapes.light import LightClass
from katachi.optimising.shapes.plan import EvolutionPlan
from katachi.optimising.shapes.shape_problem import ShapePlaces, ShapeProblem


class Trials:
    """The trials of one class, several at once."""

    def __init__(
        self,
        light: LightClass,
        plan: EvolutionPlan,
        folder: EvolutionFolder | None,
        workers: int,
        save_seconds: float,
    ) -> None:
        """`workers`: threads for all trials together."""
        self._light = light
        self._plan = plan
        self._folder = folder
        self._at_once = min(plan.trials, workers)
        self._threads = max(1, workers // self._at_once)
        self._save_seconds = save_seconds
        self._stop = threading.Event()

    def run(
        self, number: int, classes: int, progress: Callable[[EvolutionProgress], None] | None
    ) -> list[SearchState[ShapePlaces]]:
        """All of them, in order."""
        with ThreadPoolExecutor(self._at_once) as pool:
            futures: list[Future[SearchState[ShapePlaces]]] = []
            for trial in range(self._plan.trials):
                told = _teller(progress, self._light.target, (number, classes), trial, self._plan)
                futures.append(pool.submit(self._one, trial, told))
            try:
                return [future.result() for future in futures]
            except BaseException:
                self._stop.set()
                for future in futures:
                    future.cancel()
                raise

    def _one(
        self, trial: int, progress: Callable[[SearchState[ShapePlaces]], None] | None
    ) -> SearchState[ShapePlaces]:
        plan, light = self._plan, self._light
        every = tuple(range(len(light.start)))
        parts = [every] if plan.variables == "set" else [(number,) for number in every]
        begin: ShapePlaces | None = None
        whole: SearchState[ShapePlaces] | None = None
        for free in parts:
            problem = ShapeProblem(
                light,
                lengths=plan.lengths,
                free=free,
                threads=self._threads,
                measure=plan.measure,
                importance=plan.importance,
                begin=begin,
            )
            path = None
            if self._folder is not None:
                part = None if plan.variables == "set" else free[0]
                path = self._folder.trial(light.target, trial, part)
            state = optimise(
                problem,
                plan.method,
                seed=seed_of(plan.seed, light.target, trial, free[0]),
                path=path,
                heading={"class": light.target, "trial": trial, "free": list(free)},
                progress=progress,
                should_stop=self._stop.is_set,
                save_seconds=self._save_seconds,
            )
            begin = plan.method.result(state).solution
            whole = state if whole is None else _joined(whole, state)
        assert whole is not None
        return whole


def seed_of(seed: int, target: str, trial: int, part: int) -> int:
    """A seed of its own for every search of a run."""
    text = f"{seed}/{target}/{trial}/{part}".encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:6], "big")


def _joined(
    first: SearchState[ShapePlaces], second: SearchState[ShapePlaces]
) -> SearchState[ShapePlaces]:
    """Two searches after each other as one."""
    return SearchState(
        step=first.step + second.step,
        members=second.members,
        best=second.best,
        failures=second.failures,
        evaluations=first.evaluations + second.evaluations,
        skipped=first.skipped + second.skipped,
        hopes=second.hopes,
        accepted=[
            *first.accepted,
            *((first.step + step, value, s) for step, value, s in second.accepted[1:]),
        ],
    )


def _teller(
    progress: Callable[[EvolutionProgress], None] | None,
    target: str,
    place: tuple[int, int],
    trial: int,
    plan: EvolutionPlan,
) -> Callable[[SearchState[ShapePlaces]], None] | None:
    if progress is None:
        return None

    number, classes = place
    steps = plan.method.steps

    def tell(state: SearchState[ShapePlaces]) -> None:
        value = state.current.value
        progress(
            EvolutionProgress(
                done=number + state.step / steps,
                total=classes,
                text=f"{target} trial {trial}: step {state.step}, MLE {value:.5f}",
                target=target,
                number=number,
                classes=classes,
                trial=trial,
                step=state.step,
                steps=steps,
                value=value,
            )
        )

    return tell
