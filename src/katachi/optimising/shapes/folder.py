"""The folder of an evolution, in which it can be stopped at any moment and goes on where it was.

evolution.json    the plan and the games, by digest
b1-0.json ...     each trial: where it stands, and every step it took (state_file.py)
b1.json ...       what became of each class
shapes.txt        the shapes so far
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from katachi.errors import KatachiError, shown
from katachi.features import ShapeSet, parse_feature_set
from katachi.files.atomic_file import write_atomically
from katachi.files.json_file import read_json
from katachi.optimising.methods import complete_settings
from katachi.optimising.shapes.evolution import EvolvedClass, Trial
from katachi.optimising.shapes.light import EVERYWHERE, LightData, LightSettings
from katachi.optimising.shapes.plan import EvolutionPlan

FORMAT = "katachi-evolution"
VERSION = 1


class EvolutionFolder:
    """The files of one evolution."""

    def __init__(self, folder: Path) -> None:
        """Touches nothing."""
        self.folder = folder

    def begin(self, data: LightData, start: ShapeSet, plan: EvolutionPlan) -> None:
        """Makes the folder, or refuses one of another evolution."""
        if not self.folder.parent.is_dir():
            raise KatachiError(f"there is no folder '{self.folder.parent}'")
        self.folder.mkdir(exist_ok=True)
        wanted = json.loads(json.dumps(_heading(data, start, plan)))
        path = self.folder / "evolution.json"
        if path.exists():
            found = _completed(read_json(path))
            if found != wanted:
                raise KatachiError(
                    f"'{self.folder}' holds another evolution{_difference(found, wanted)}"
                )
            return
        write_atomically(path, json.dumps(wanted, indent=1))

    def trial(self, target: str, trial: int, part: int | None = None) -> Path:
        """The file of a trial, or of a part of it."""
        suffix = "" if part is None else f"-{part}"
        return self.folder / f"{file_name(target)}-{trial}{suffix}.json"

    def curves(self, target: str) -> dict[str, list[tuple[int, float]]]:
        """The values over the steps of each trial, up to its last step."""
        name = file_name(target)
        lines = {}
        for path in sorted(self.folder.glob(f"{name}-*.json")):
            state = read_json(path)["state"]
            points = [(step, value) for step, value, _ in state["accepted"]]
            trial = path.stem.removeprefix(f"{name}-")
            lines[f"trial {trial}"] = [*points, (state["step"], points[-1][1])]
        return lines

    def finish(self, one: EvolvedClass, shapes: ShapeSet) -> None:
        """Keeps what became of a class."""
        write_atomically(self.folder / "shapes.txt", shapes.text, overwrite=True)
        content = {**asdict(one), "shapes": shapes.text}
        write_atomically(self._class_file(one.target), json.dumps(content, indent=1))

    def finished(self, target: str) -> tuple[EvolvedClass, ShapeSet] | None:
        """What became of a class, or None if it is still to be done."""
        path = self._class_file(target)
        if not path.exists():
            return None
        content = read_json(path)
        try:
            shapes = parse_feature_set(content.pop("shapes"))
            if not isinstance(shapes, ShapeSet):
                raise KatachiError("other features than shapes")
            content["trials"] = tuple(_trial(trial) for trial in content["trials"])
            content["old"], content["new"] = tuple(content["old"]), tuple(content["new"])
            return EvolvedClass(**content), shapes
        except (KeyError, TypeError, ValueError, AttributeError, KatachiError) as error:
            raise KatachiError(f"{shown(str(path))} is not a result of a class: {error}") from None

    def _class_file(self, target: str) -> Path:
        return self.folder / f"{file_name(target)}.json"


def _trial(content: dict[str, Any]) -> Trial:
    course = tuple((int(step), float(value)) for step, value in content.pop("course", ()))
    return Trial(**content, course=course)


def file_name(target: str) -> str:
    """How the files of a class begin."""
    return "everywhere" if target == EVERYWHERE else target


def _heading(data: LightData, start: ShapeSet, plan: EvolutionPlan) -> dict[str, Any]:
    return {
        "format": [FORMAT, VERSION],
        "plan": {**asdict(plan), "method": plan.method.name, "settings": asdict(plan.method)},
        "light": asdict(data.settings),
        "games": {"train": len(data.train), "test": len(data.test), "digest": data.digest},
        "others": [one.text for one in data.others],
        "start": start.text,
    }


def _completed(heading: Any) -> Any:  # noqa: ANN401 - whatever the file holds
    """With the settings that evolutions did not have when the file was written."""
    if isinstance(heading, dict) and isinstance(heading.get("plan"), dict):
        heading = {**heading, "plan": complete_settings(heading["plan"])}
    if isinstance(heading, dict) and isinstance(heading.get("light"), dict):
        heading = {**heading, "light": {**asdict(LightSettings()), **heading["light"]}}
    return heading


def _difference(found: Any, wanted: dict[str, Any]) -> str:  # noqa: ANN401 - whatever a file holds
    """The first thing in which two headings differ, for the end of a sentence."""
    for name, value in wanted.items():
        other = found.get(name) if isinstance(found, dict) else None
        if other == value:
            continue
        if isinstance(value, dict) and isinstance(other, dict):
            keys = (key for key in value if other.get(key) != value[key])
            key = next(keys, "")
            if key and not isinstance(value[key], dict):
                there, here = shown(str(other.get(key))), shown(str(value[key]))
                return f": its {key.replace('_', ' ')} is {there}, not {here}"
        return {
            "games": ": of other games",
            "others": ": beside other features",
            "start": ": from other shapes",
        }.get(name, "")
    return ""
