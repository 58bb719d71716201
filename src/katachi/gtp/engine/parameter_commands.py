"""Commands that ask for and change parameters, in the manner of KataGo."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from katachi.errors import shown
from katachi.gtp.engine.parameters import (
    agent_name,
    all_parameters,
    parameter_text,
    with_parameter,
)
from katachi.gtp.engine.registry import Arguments, command, expect
from katachi.gtp.protocol.wire import CommandFailed

if TYPE_CHECKING:
    from katachi.gtp.engine.engine import Engine


@command("kata-list-params")
def list_params(engine: Engine, arguments: Arguments) -> str:
    """All names, with spaces between them."""
    expect(arguments, 0)
    return " ".join(all_parameters(engine.state.parameters, engine.thinker.parameters))


@command("kata-get-param")
def get_param(engine: Engine, arguments: Arguments) -> str:
    """The value of one."""
    expect(arguments, 1)
    return parameter_text(arguments[0], engine.state.parameters, engine.thinker.parameters)


@command("kata-set-param")
def set_param(engine: Engine, arguments: Arguments) -> str:
    """Sets one."""
    expect(arguments, 2)
    set_all(engine, [(arguments[0], arguments[1])])
    return ""


@command("kata-get-params")
def get_params(engine: Engine, arguments: Arguments) -> str:
    """All of them, as one JSON object."""
    expect(arguments, 0)
    return json.dumps(all_parameters(engine.state.parameters, engine.thinker.parameters))


@command("kata-set-params")
def set_params(engine: Engine, arguments: Arguments) -> str:
    """Sets several, all or none, from a JSON object."""
    try:
        given = json.loads(" ".join(arguments))
    except (json.JSONDecodeError, RecursionError) as error:
        raise CommandFailed(f"syntax error: not JSON: {error}") from None
    if not isinstance(given, dict):
        raise CommandFailed(f"syntax error: a JSON object is needed, not {shown(given)}")
    set_all(engine, [(name, _word(value)) for name, value in given.items()])
    return ""


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def set_all(engine: Engine, changes: list[tuple[str, str]]) -> None:
    """Applies all changes or, with `CommandFailed`, none."""
    parameters, of_agent = engine.state.parameters, engine.thinker.parameters
    wanted: dict[str, str] = {}
    for name, text in changes:
        own = agent_name(name, of_agent)
        if own:
            wanted[own] = text
        else:
            parameters = with_parameter(name, text, parameters)
    if wanted:
        engine.thinker.change_parameters(wanted, engine.state.game)
    engine.state = replace(engine.state, parameters=parameters)
