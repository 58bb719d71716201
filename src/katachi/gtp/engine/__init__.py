"""katachi as a GTP engine for every game: what a controller (GoGui, Sabaki, HexGui) talks to."""

from katachi.gtp.engine.engine import Engine, EngineOptions
from katachi.gtp.engine.inbox import Inbox, ScriptedInbox, StreamInbox
from katachi.gtp.engine.server import serve

__all__ = ["Engine", "EngineOptions", "Inbox", "ScriptedInbox", "StreamInbox", "serve"]
