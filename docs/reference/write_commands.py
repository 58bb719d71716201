"""Writes the page of commands from their help.

Run it with katachi installed: `make reference`, or `python docs/reference/write_commands.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from katachi.cli import COMMANDS, made

PAGE = Path(__file__).with_name("commands.md")
HEAD = """\
# Commands

Every command with its help, options and examples, as `katachi COMMAND --help` shows them; written by
`make reference`. `-h` is short for `--help`. Bad input gives one line on standard error and exit code
2, Ctrl-C gives exit code 130.
"""


def page_text() -> str:
    """The whole page."""
    listed = "\n".join(
        f"| [`{command.name}`](#katachi-{command.name}) | {_first_sentence(command.summary)} |"
        for command in COMMANDS
    )
    parts = [HEAD, f"| command | what it does |\n|---|---|\n{listed}\n"]
    for command in COMMANDS:
        parts += _sections(f"katachi {command.name}", made(command), depth=2)
    return "\n".join(parts)


def _sections(name: str, command: Any, depth: int) -> Iterator[str]:  # noqa: ANN401 - of click
    yield f"{'#' * depth} {name}\n"
    yield _paragraphs(command.help or "") + "\n"
    yield _parameters(command)
    examples = re.search(r"```sh\n(.*?)\n```", command.epilog or "", re.DOTALL)
    if examples:
        yield f"```sh\n{examples[1]}\n```\n"
    for part, inner in getattr(command, "commands", {}).items():
        yield from _sections(f"{name} {part}", inner, depth + 1)


def _parameters(command: Any) -> str:  # noqa: ANN401 - of click
    rows = []
    for one in command.params:
        if getattr(one, "hidden", False) or one.name == "help":
            continue
        argument = one.param_type_name == "argument"
        names = (
            f"`{(one.metavar or one.name).upper()}`"
            if argument
            else ", ".join(f"`{name}`" for name in [*one.opts, *one.secondary_opts])
        )
        names = names.replace("|", "\\|")
        rows.append(f"| {names} | {_default(one)} | {_cell(getattr(one, 'help', '') or '')} |")
    if not rows:
        return ""
    return "| option | default | meaning |\n|---|---|---|\n" + "\n".join(rows) + "\n"


def _default(one: Any) -> str:  # noqa: ANN401 - a parameter of click
    if one.required:
        return "required"
    value = one.default
    is_flag = isinstance(value, bool) and not one.secondary_opts
    if value in (None, (), [], "") or is_flag or callable(value):
        return ""
    if isinstance(value, bool):
        return f"`{(one.opts if value else one.secondary_opts)[0]}`"
    return f"`{value}`"


def _paragraphs(text: str) -> str:
    return re.sub(r"\n\n\s*", "\n\n", text.strip())


def _first_sentence(text: str) -> str:
    return _cell(re.split(r"(?<=\.)\s", text.strip(), maxsplit=1)[0])


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(page_text(), encoding="utf-8")
