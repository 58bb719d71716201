"""The desk: a board in the browser, on this machine alone, and all that katachi can say about it."""

from katachi.desk.app import make_app
from katachi.desk.serving import DeskOptions, serve

__all__ = ["DeskOptions", "make_app", "serve"]
